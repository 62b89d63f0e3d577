internal import PagingWire

/// The state of a list in an answer, as its version and headers name it.
struct ListState {
    /// The version, or `nil` if it is unknown.
    let version: String?
    /// The time of the list's last change, in seconds since 1970, or `nil` if it is not logged.
    let changedAt: Int64?
    /// The version of the list's log, or `nil` if it has none.
    let logged: ListVersion?

    /// Reads the state of a list with a log. Without a log or a list it is the database's.
    init(_ list: ListDescription?, _ snapshot: DatabaseSnapshot) throws {
        if let state = try list?.log.map({ try snapshot.reader(of: $0).state() }), state.ending == nil {
            let hasName = state.version.gaps.count <= ServerLimits.versionGaps
            (logged, version, changedAt) = (state.version, hasName ? state.version.text : nil, state.changedAt)
        } else {
            version = snapshot.version.map { "\(Responder.format)-\(String($0.epoch, radix: 16))-\($0.state)" }
            (changedAt, logged) = (nil, nil)
        }
    }

    var etag: String? { version.map { "\"\($0)\"" } }

    /// The answer with the headers that name its state.
    ///
    /// Keys in binary format are another representation of the same state, so their tag is weak (RFC 9110 §8.8.1).
    func named(_ response: Response) -> Response {
        var response = response
        let isWeak = response.header(HeaderName.contentType) == MediaType.keys
        if let etag { response.headers.append(("ETag", isWeak ? "W/\(etag)" : etag)) }
        if let date = changedAt { response.headers.append(("Last-Modified", HTTPDate.text(of: date))) }
        response.headers.append(("Cache-Control", "no-cache"))
        return response
    }
}

extension Request {
    /// The list's versions that the client knows.
    private var named: [String] {
        let tags = headers.filter { $0.name.lowercased() == "if-none-match" }.flatMap { $0.value.split(separator: ",") }
        let heard = header("Last-Event-ID").map { [$0[...]] } ?? []
        let asked = (query ?? "").split(separator: "&").compactMap { parameter -> Substring? in
            let parts = parameter.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && ["since", "version"].contains(parts[0]) ? parts[1] : nil
        }
        return (tags + heard + asked).map { $0.trimmingPrefix { $0 == " " }.description }
    }

    /// `true` if the client knows a version that may be later than a state.
    ///
    /// Versions of a log are numbers in the order of commits. Versions of a whole database have no order, so any other one may be later.
    func namesLater(than state: ListState) -> Bool {
        named.contains { text in
            guard let logged = state.logged else { return text != "*" && text != state.etag && text != state.version }
            guard let version = ListVersion(text), version.epoch == logged.epoch else { return text != "*" }
            return version.isLater(than: logged)
        }
    }
}

/// Dates in HTTP's format (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(of secondsSince1970: Int64) -> String {
        let second = Int(secondsSince1970)
        let day = CalendarDate.day(ofSecond: second)
        let parts = String(decoding: CalendarDate.text(second: second, day: CalendarDate.text(day: day)), as: UTF8.self)
            .split { "-T:Z".contains($0) }
        let weekday = weekdays[(day % 7 + 7) % 7]
        let month = Int(parts[1]).map { months[$0 - 1] } ?? ""
        return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
    }
}
