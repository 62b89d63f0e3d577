internal import PagingWire

/// The number of rows in a selection, counted or estimated.
struct RowCount: Hashable, Sendable {
    var rows: Int
    /// `true` if the rows were counted. An estimate may be off by any number.
    var isExact: Bool
    /// `true` if the answer contains the count.
    var isTold = true

    static func exact(_ rows: Int) -> RowCount { RowCount(rows: rows, isExact: true) }
}

/// A client's preference for counting: `count=` in the query, or `Prefer: count=` as in PostgREST.
///
/// Source: RFC 7240 (`Prefer`); PostgREST, "Pagination and Count".
enum CountPreference: String, CaseIterable, Sendable {
    /// Count, at any cost.
    case exact
    /// Count if that is fast, otherwise estimate. It is the default.
    case estimated
    /// Omit the count.
    case none

    static let name = "count"

    /// Reads the query's parameter, or returns `nil` if it is absent.
    ///
    /// - Throws: a problem if it has another value.
    static func read(_ parameters: QueryParameters) throws(Problem) -> CountPreference? {
        guard let text = try parameters.text(name) else { return nil }
        guard let preference = CountPreference(text) else {
            throw .badParameter(
                name, "'\(name)' must be 'exact', 'estimated' or 'none', not '\(text.prefix(40))'.")
        }
        return preference
    }

    /// - Parameter text: the value. `planned` is PostgREST's name for the planner's estimate.
    init?(_ text: String) {
        self.init(rawValue: text == "planned" ? "estimated" : text)
    }
}

extension Request {
    /// The preference for counting in `Prefer`, or `nil` if there is none that is known. Preferences may be ignored.
    var preferredCount: CountPreference? {
        for field in headers where field.name.isHeader("Prefer") {
            for preference in field.value.split(separator: ",") {
                let sides = preference.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map {
                    $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased()
                }
                if sides.count == 2, sides[0] == CountPreference.name { return CountPreference(sides[1]) }
            }
        }
        return nil
    }
}

extension ListRequest {
    /// The applied part of `Prefer`, or `nil` if none was requested or applied.
    func applied(_ total: RowCount) -> (name: String, value: String)? {
        guard let preferred else { return nil }
        let applied: CountPreference = !total.isTold ? .none : total.isExact ? .exact : .estimated
        // An exact count also satisfies a request for an estimate.
        guard applied == preferred || preferred == .estimated else { return nil }
        return (HeaderName.preferenceApplied, "\(CountPreference.name)=\(preferred.rawValue)")
    }
}

extension Response {
    /// Adds the headers with a total. An estimate has a separate header, because clients rely on `X-Total-Count`.
    mutating func tell(_ total: RowCount, _ asked: ListRequest) {
        if total.isTold {
            headers.append((total.isExact ? HeaderName.totalCount : HeaderName.estimatedCount, String(total.rows)))
        }
        if let applied = asked.applied(total) { headers.append(applied) }
        if asked.preferred != nil { headers.append(("Vary", "Prefer")) }
    }
}

extension JSONBuffer {
    /// Writes `"totalCount":…,"exact":…`.
    mutating func total(_ total: RowCount) {
        raw(#""totalCount":"#)
        if total.isTold { integer(total.rows) } else { raw("null") }
        if total.isTold, total.isExact { raw(#","exact":true"#) } else { raw(#","exact":false"#) }
    }
}
