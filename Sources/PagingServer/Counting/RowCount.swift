internal import PagingWire

/// How many rows a selection has, counted or estimated.
struct RowCount: Hashable, Sendable {
    var rows: Int
    /// `true` if the rows were counted; an estimate may be off by any number.
    var isExact: Bool
    /// `true` if the client wants to be told.
    var isTold = true

    static func exact(_ rows: Int) -> RowCount { RowCount(rows: rows, isExact: true) }
}

/// How a client wants rows counted: `count=` in the query, or `Prefer: count=` as PostgREST has it.
///
/// Source: RFC 7240 (`Prefer`); PostgREST, "Pagination and Count".
enum CountPreference: String, CaseIterable, Sendable {
    /// Counted, whatever that costs.
    case exact
    /// Counted where that is quick, else estimated: as where nothing is said.
    case estimated
    /// Not told at all.
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

    /// - Parameter text: the value; `planned` is PostgREST's name for the planner's estimate.
    init?(_ text: String) {
        self.init(rawValue: text == "planned" ? "estimated" : text)
    }
}

extension Request {
    /// The preference in `Prefer` about counting, or `nil` if there is none that is understood, since preferences may be ignored.
    var preferredCount: CountPreference? {
        for field in headers where field.name.lowercased() == "prefer" {
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
    /// The applied part of `Prefer`, or `nil` if it asked for nothing.
    func applied(_ total: RowCount) -> (name: String, value: String)? {
        guard let preferred else { return nil }
        let applied: CountPreference = !total.isTold ? .none : total.isExact ? .exact : .estimated
        // An exact count satisfies a request for an estimate.
        guard applied == preferred || preferred == .estimated else { return nil }
        return (HeaderName.preferenceApplied, "\(CountPreference.name)=\(preferred.rawValue)")
    }
}

extension Response {
    /// Adds the headers that tell a total. An estimate has a header of its own: `X-Total-Count` is believed.
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
