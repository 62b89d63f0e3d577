/// The parameters of a query. All of them are known, and none is repeated.
struct QueryParameters: Hashable, Sendable {
    /// In the order of their names, so that two queries with the same parameters are equal.
    private var all: [Parameter] = []

    private struct Parameter: Hashable {
        var name: String
        /// As it was sent.
        var value: Substring
    }

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - query: the query as it was sent, percent-encoded.
    ///   - known: the names that may occur.
    /// - Throws: a problem that names the unknown, repeated or wrongly encoded parameter.
    init(_ query: String?, known: [String]) throws(Problem) {
        for part in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let sent = Substring(part[..<end])
            guard let name = PercentEncoding.decode(sent, plusIsSpace: true) else {
                throw .badParameter(String(sent), "The name '\(sent)' is not percent-encoded UTF-8.")
            }
            guard known.contains(name) else { throw .unknown("parameter", name, of: known, status: 400) }
            guard !has(name) else { throw .badParameter(name, "'\(name)' may be given once only.") }
            let place = all.firstIndex { $0.name > name } ?? all.endIndex
            all.insert(Parameter(name: name, value: Substring(part[end...].dropFirst())), at: place)
        }
    }

    func has(_ name: String) -> Bool { encoded(name) != nil }

    /// The parameters without one.
    func without(_ name: String) -> QueryParameters {
        var rest = self
        rest.all.removeAll { $0.name == name }
        return rest
    }

    /// A parameter's value: `nil` if the parameter is absent, empty if it has no value.
    func text(_ name: String) throws(Problem) -> String? {
        guard let value = encoded(name) else { return nil }
        return try decode(value, of: name)
    }

    /// A parameter's value as it was sent.
    func encoded(_ name: String) -> Substring? { all.first { $0.name == name }?.value }

    func decode(_ value: Substring, of name: String) throws(Problem) -> String {
        guard let text = PercentEncoding.decode(value, plusIsSpace: true) else {
            throw .badParameter(name, "The value of '\(name)' is not percent-encoded UTF-8.")
        }
        return text
    }

    /// A non-negative whole number, or `nil` if the parameter is absent.
    func count(_ name: String) throws(Problem) -> Int? {
        guard let text = try text(name) else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw .badParameter(name, "'\(name)' must be a whole number from 0, not '\(text.prefix(40))'.")
        }
        guard let number = Int(text) else {
            throw .badParameter(name, "'\(name)' is larger than any list is long.")
        }
        return number
    }

    /// `true` if a parameter is present, and neither `false` nor `0`.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch try text(name) {
        case nil, "false", "0": false
        case "", "true", "1": true
        case let other?:
            throw .badParameter(name, "'\(name)' needs no value, or 'true' or 'false', not '\(other.prefix(40))'.")
        }
    }
}
