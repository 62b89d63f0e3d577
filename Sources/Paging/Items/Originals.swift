/// Items as they arrived, before they were prepared, by number. An item that arrives again unchanged is not prepared again.
///
/// Kept only if items are prepared and can be compared.
struct Originals<Element> {
    private var items: [Int: Element] = [:]
    private let areEqual: ((Element, Element) -> Bool)?

    init(isKept: Bool) {
        areEqual = isKept ? Self.comparison : nil
    }

    /// The comparison of items, or `nil` if their type has none.
    static var comparison: ((Element, Element) -> Bool)? {
        let type = Element.self as? any Equatable.Type
        return type.map { comparison(of: $0) }
    }

    private static func comparison<Value: Equatable>(of type: Value.Type) -> (Element, Element) -> Bool {
        { left, right in
            guard let left = left as? Value, let right = right as? Value else { return false }
            return left == right
        }
    }

    /// `true` if items can be compared.
    var canCompare: Bool { areEqual != nil }

    /// `true` if an item arrived unchanged, or equals the one shown.
    func contain(_ item: Element, of number: Int, shownAs shown: Element) -> Bool {
        guard let areEqual else { return false }
        return items[number].map { areEqual($0, item) } ?? false || areEqual(shown, item)
    }

    /// Items came, and were prepared.
    ///
    /// - Parameter isUsed: returns `true` if a number is still that of a row; called when half of the kept numbers may be unused.
    mutating func note(_ arrived: [Element], _ numbers: [Int], loadedCount: Int, isUsed: (Int) -> Bool) {
        guard areEqual != nil, arrived.count == numbers.count else { return }
        for (number, item) in zip(numbers, arrived) { items[number] = item }
        if items.count > 2 * loadedCount + numbers.count { items = items.filter { isUsed($0.key) } }
    }
}
