import PagingWire

/// The requests for previous pages, derived from those for next pages.
extension Recognizer {
    /// The requests for previous pages. A field for the previous page is beside the one for the next, with a name of the same kind.
    func upward(beside next: NextFinding) -> APIFamily.Upward {
        switch next.place {
        case .link: return APIFamily.Upward(previous: .link("prev"))
        case .relation(let path, _): return APIFamily.Upward(previous: .relation(path, "prev"))
        case .address(let path):
            let others = Self.opposites(of: path.names.last ?? "").map { path.beside($0) }
            if let said = others.first(where: { document.value(at: $0) != nil }) {
                return APIFamily.Upward(previous: .address(said))
            }
            // JSON:API and HAL may omit links that do not exist.
            let isAmongLinks =
                ["links", "_links"].contains(path.names.dropLast().last ?? "") && path.names.last == "next"
            return APIFamily.Upward(previous: isAmongLinks ? .address(path.beside("prev")) : nil)
        case .cursor(let path):
            let name = path.names.last ?? ""
            if ["endCursor", "end_cursor"].contains(name) { return connection(path, next) }
            let said = Self.opposites(of: name).map { path.beside($0) }.first { document.value(at: $0) != nil }
            return APIFamily.Upward(previous: said.map { .cursor($0) })
        case .lastItem(let path) where next.parameter == "starting_after":
            let before = Dialect.Anchored(["ending_before": "{cursor}", "limit": "{limit}"], hasPrevious: "has_more")
            return APIFamily.Upward(previous: .firstItem(path), before: before)
        default: return APIFamily.Upward()
        }
    }

    /// A connection by Relay's rules: `last` and `before`, if the query has them.
    private func connection(_ path: FieldPath, _ next: NextFinding) -> APIFamily.Upward {
        let start = path.beside(path.names.last == "endCursor" ? "startCursor" : "start_cursor")
        let hasPrevious = path.beside(path.names.last == "endCursor" ? "hasPreviousPage" : "has_previous_page")
        guard document.value(at: start) != nil else { return APIFamily.Upward() }
        let query = given.body?["query"]?.string
        func parameter(_ argument: String) -> String? {
            guard let query else { return argument }
            return Self.variable(of: argument, in: query).map { "variables.\($0)" }
        }
        guard let before = parameter("before"), let last = parameter("last") else { return APIFamily.Upward() }
        // Servers reject both sizes at once, or interpret them differently.
        let omitted = Set([parameter("first"), parameter("after"), next.parameter?.description].compactMap(\.self))
        return APIFamily.Upward(
            previous: .cursor(start),
            before: Dialect.Anchored(
                [before: "{cursor}", last: "{limit}"], omitting: omitted, hasPrevious: hasPrevious),
            end: Dialect.Anchored([last: "{limit}"], omitting: omitted.union([before]), hasPrevious: hasPrevious))
    }

    /// The variable for an argument in a GraphQL query: `before: $b`.
    private static func variable(of argument: String, in query: String) -> String? {
        let parts = query.split { !($0.isLetter || $0.isNumber || "_$:".contains($0)) }
        for (index, part) in parts.enumerated() {
            if part == "\(argument):", index + 1 < parts.count, parts[index + 1].hasPrefix("$") {
                return parts[index + 1].dropFirst().filter { $0 != ":" }
            }
            if part.hasPrefix("\(argument):$") { return String(part.dropFirst(argument.count + 2)) }
        }
        return nil
    }

    /// The names for the previous page, by a name for the next.
    private static func opposites(of name: String) -> [String] {
        if name == "after" { return ["before"] }
        var names: [String] = []
        for (next, others) in [("next", ["previous", "prev"]), ("Next", ["Previous", "Prev"]), ("after", ["before"])]
        where name.contains(next) {
            names += others.map { name.replacing(next, with: $0) }
        }
        return names
    }
}

extension FieldPath {
    /// The path of another member of the same object.
    fileprivate func beside(_ name: String) -> FieldPath { FieldPath(names: names.dropLast() + [name]) }
}
