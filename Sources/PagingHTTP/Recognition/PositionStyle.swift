public import Foundation

/// A style of requests by position or page number.
struct PositionStyle {
    let style: Dialect.Style
    /// The number of the list's first position.
    let firstPosition: Int
    /// `false` if the list may count from one as well: only the rows that come show it.
    private(set) var knowsFirst = true

    init(style: Dialect.Style, firstPosition: Int = 0) {
        self.style = style
        self.firstPosition = firstPosition
    }

    /// Finds the style in the difference between two addresses.
    ///
    /// - Parameters:
    ///   - next: the address of the next page.
    ///   - address: the address of this page.
    ///   - items: the number of items on this page.
    /// - Returns: `nil` if the next page is not requested by position.
    init?(next: URL, from address: URL, items: Int) {
        let asked = Dictionary(Query.parameters(of: address).map { ($0.name, $0.value) }) { $1 }
        let parameters = Query.parameters(of: next)
        let size = Dialect.sizeParameter(of: next)
        let sizeName = size.map { ParameterName($0.name) }
        for parameter in parameters where asked[parameter.name] != parameter.value {
            guard let value = Int(parameter.value) else { continue }
            let name = parameter.name.lowercased()
            if Vocabulary.offsetParameters.contains(name) {
                let isNamedFromOne = Vocabulary.countedFromOne.contains(name)
                let seemsFromOne = asked[parameter.name] == nil && value == items + 1
                // A server that returns one row fewer than requested may count the requested rows, from zero.
                let isOpen = !isNamedFromOne && seemsFromOne && size?.value == parameter.value
                let first = isNamedFromOne || seemsFromOne && !isOpen ? 1 : 0
                let before = asked[parameter.name].flatMap { Int($0) } ?? first
                // Any other step than one page means that the number is no position.
                let (step, overflow) = value.subtractingReportingOverflow(before)
                guard !overflow, step > 0, step == items || size.map({ String(step) == $0.value }) == true else {
                    continue
                }
                self.init(style: .offset(ParameterName(parameter.name), limit: sizeName), firstPosition: first)
                knowsFirst = !isOpen
                return
            }
            if Vocabulary.pageParameters.contains(name) {
                // WordPress: an offset in the address overrides any page number, although a next page is still announced.
                if let own = PositionStyle(offsetIn: address, size: sizeName) {
                    self = own
                    return
                }
                guard
                    let current = asked[parameter.name].flatMap({ Int($0) })
                        ?? ((1...2).contains(value) ? value - 1 : nil),
                    value == current &+ 1, current >= 0
                else { continue }
                let first = min(current, 1)
                self.init(style: .page(ParameterName(parameter.name), size: sizeName, first: first))
                return
            }
        }
        return nil
    }

    /// Finds the style in the request's address, if it contains a position or a page number.
    init?(asked address: URL) {
        let parameters = Query.parameters(of: address)
        let size = Dialect.sizeParameter(of: address)
        let sizeName = size.map { ParameterName($0.name) }
        if let own = PositionStyle(offsetIn: address, size: sizeName) {
            self = own
            return
        }
        for parameter in parameters where Vocabulary.pageParameters.contains(parameter.name.lowercased()) {
            guard let current = Int(parameter.value), current >= 0 else { continue }
            let first = min(current, 1)
            self.init(style: .page(ParameterName(parameter.name), size: sizeName, first: first))
            return
        }
        return nil
    }

    private init?(offsetIn address: URL, size: ParameterName?) {
        for parameter in Query.parameters(of: address)
        where Vocabulary.offsetParameters.contains(parameter.name.lowercased()) {
            guard let position = Int(parameter.value), position >= 0 else { continue }
            let first = Vocabulary.countedFromOne.contains(parameter.name.lowercased()) ? 1 : 0
            self.init(style: .offset(ParameterName(parameter.name), limit: size), firstPosition: first)
            return
        }
        return nil
    }
}

extension Dialect {
    /// The number of rows per request in an address, such as `?limit=500`, under any of the usual names, or `nil` if it has none.
    public static func pageSize(in address: URL) -> Int? {
        sizeParameter(of: address).flatMap { Int($0.value) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The parameters of an address as it was written, decoded.
    public static func parameters(of address: String) -> [(name: String, value: String)] {
        (Query.split(address).query ?? "").split(separator: "&").map(Query.Parameter.init).map { ($0.name, $0.value) }
    }

    /// `true` if a parameter of this name is usually the number of a page.
    public static func countsPages(_ name: String) -> Bool { Vocabulary.pageParameters.contains(name.lowercased()) }

    /// `true` if a parameter of this name usually says how many rows to answer with.
    package static func setsSize(_ name: String) -> Bool { Vocabulary.sizeParameters.contains(name.lowercased()) }

    static func sizeParameter(of address: URL) -> Query.Parameter? {
        Query.parameters(of: address).first {
            Vocabulary.sizeParameters.contains($0.name.lowercased()) && Int($0.value) != nil
        }
    }
}

extension Dialect.Style {
    /// `true` if rows are requested by position.
    var isPositional: Bool {
        switch self {
        case .offset, .page: true
        case .automatic, .cursor: false
        }
    }
}
