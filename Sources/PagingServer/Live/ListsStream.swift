internal import Foundation
internal import PagingWire

/// The events of several lists for one listener: `/changes?lists=books,authors%3Fsort%3Dname`.
///
/// Browsers open at most six connections to a server, so a page with many lists uses one stream for all of them.
///
/// `@unchecked Sendable`: `isOver` is read and written only while `lock` is locked, everything else by the one thread that asks.
final class ListsStream: ResponseStream, @unchecked Sendable {
    /// One of the lists.
    struct Part {
        /// The list and its parameters, as the client wrote them. Events use this name.
        let name: String
        let question: LiveQuestion
        var heard: String?
        /// The state of the database in which there was no event.
        var silentAt: Int?
        /// `true` if an event with the list's version is due, even without a change.
        var isDue = true
    }

    private let hub: LiveHub
    private let listener: LiveHub.Listener
    private let lock = NSLock()
    private var isOver = false
    private var hasBegun = false
    private var parts: [Part]
    /// The index of the part that is read next, so that a busy list does not block the others.
    private var turn = 0

    init(_ hub: LiveHub, _ parts: [Part]) {
        (self.hub, self.parts) = (hub, parts)
        listener = hub.join()
    }

    deinit { hub.leave(listener) }

    func whenReady(_ wake: @escaping @Sendable () -> Void) { hub.tell(listener, wake) }

    func end() {
        lock.withLock { isOver = true }
        hub.wake(listener)
    }

    func next() -> StreamPart {
        guard !lock.withLock({ isOver }) else { return .end }
        let (state, isDue) = hub.look(listener)
        if isDue {
            for index in parts.indices { parts[index].isDue = true }
            hub.beat(listener)
        }
        var bytes: [UInt8] = []
        for step in parts.indices {
            let index = (turn + step) % parts.count
            guard parts[index].silentAt != state || parts[index].isDue else { continue }
            guard let event = news(of: index, state) else { continue }
            bytes += event
            turn = index + 1
            guard bytes.count < ServerLimits.streamedPartBytes else { break }
        }
        if !bytes.isEmpty {
            hub.told(listener)
        } else if parts.allSatisfy({ $0.silentAt == state }) {
            hub.upToDate(listener)
        }
        // The beat is sent even if no list can be read.
        if bytes.isEmpty, isDue, hasBegun { bytes = LiveStream.comment }
        guard !bytes.isEmpty else { return .nothing }
        defer { hasBegun = true }
        return .bytes(hasBegun ? bytes : LiveStream.opening + bytes)
    }

    private func news(of index: Int, _ state: Int) -> [UInt8]? {
        let part = parts[index]
        do {
            switch try hub.news(part.question, since: part.heard, isDue: part.isDue, state: state, for: listener) {
            case .nothing:
                parts[index].silentAt = state
                return nil
            case .later: return nil
            case .event(let event):
                (parts[index].heard, parts[index].isDue) = (event.version, false)
                var name = JSONBuffer()
                name.string(part.name)
                return event.bytes(list: name.bytes, id: ListsStream.text(of: parts))
            }
        } catch is Problem {
            // The list does not exist any more. The others go on, and a client that reconnects gets the error.
            (parts[index].silentAt, parts[index].isDue) = (state, false)
            return nil
        } catch {
            hub.retrySoon(listener)
            return nil
        }
    }

    /// The versions of all lists: `books=VERSION&authors=VERSION`, the value of `since` and of `Last-Event-ID`.
    private static func text(of parts: [Part]) -> String {
        parts.compactMap { part in
            part.heard.map { PercentEncoding.encode(part.name) + "=" + PercentEncoding.encode($0) }
        }.joined(separator: "&")
    }

    /// Reads the query.
    ///
    /// - Parameter check: reads one list's parameters, and throws if events are impossible.
    /// - Throws: a problem that names the list without events, or the error in the query.
    static func parts(
        _ request: Request, _ check: (_ list: String, _ request: Request) throws -> LiveQuestion
    ) throws -> [Part] {
        let parameters = try QueryParameters(
            request.query, known: ["lists", ChangesReader.Name.since, ChangesReader.Name.objects])
        let objects = try parameters.flag(ChangesReader.Name.objects)
        let names = (parameters.encoded("lists") ?? "").split(separator: ",")
        guard (1...ServerLimits.listsOfStream).contains(names.count) else {
            throw Problem.badParameter(
                "lists", "'lists' takes the names of 1 to \(ServerLimits.listsOfStream) lists with commas between.")
        }
        let since =
            try request.header("Last-Event-ID").flatMap { $0.isEmpty ? nil : $0 }
            ?? parameters.text(ChangesReader.Name.since)
        var versions: [String: String] = [:]
        for pair in (since ?? "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let name = PercentEncoding.decode(sides[0], plusIsSpace: false),
                let version = PercentEncoding.decode(sides[1], plusIsSpace: false)
            else {
                throw Problem.badParameter(
                    ChangesReader.Name.since, "'since' is NAME=VERSION for each list, with '&' between.")
            }
            versions[name] = version
        }
        return try names.map { encoded in
            let name = try parameters.decode(encoded, of: "lists")
            let sides = name.split(separator: "?", maxSplits: 1)
            guard let list = sides.first.flatMap({ PercentEncoding.decode($0, plusIsSpace: false) }) else {
                throw Problem.badParameter("lists", "'\(name.prefix(40))' is no list.")
            }
            var query = sides.count > 1 ? String(sides[1]) : nil
            if objects { query = (query.map { $0 + "&" } ?? "") + ChangesReader.Name.objects }
            let part = Request(target: "/" + (query.map { "?" + $0 } ?? ""))
            return Part(name: name, question: try check(list, part), heard: versions[name])
        }
    }
}
