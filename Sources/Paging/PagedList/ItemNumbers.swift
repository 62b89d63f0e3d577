/// Numbers for items, by their identifiers: the machine knows rows by small integers and sees no identifier, no item.
///
/// So the core is compiled once, for integers, whatever an app's rows are, as it is for WebAssembly, and an identifier is
/// hashed once an arrival. This class forgets what type identifiers have; its one subclass knows.
@usableFromInline
class ItemNumbers<Element> {
    /// Numbers for items, old or new, and whether each is new.
    @usableFromInline func intern(_ items: [Element]) -> (numbers: [Int], isNew: [Bool]) {
        fatalError("An abstract method was called.")
    }
    /// The number of an item's identifier, if it has one.
    @usableFromInline func number(of item: Element) -> Int? { fatalError("An abstract method was called.") }
    /// The number of an identifier, if it is of the right type and has one.
    @usableFromInline func number(ofID id: Any) -> Int? { fatalError("An abstract method was called.") }
    /// Forgets an identifier whose item is gone; its number is given to another.
    @usableFromInline func release(_ item: Element) { fatalError("An abstract method was called.") }
    /// Forgets all.
    @usableFromInline func releaseAll() { fatalError("An abstract method was called.") }

    @usableFromInline init() {}
}

/// Item numbers by identifiers of a known type. Inlinable, so that an app's own types are compiled into it.
@usableFromInline
final class TypedItemNumbers<Element, ID: Hashable>: ItemNumbers<Element> {
    @usableFromInline let identify: (Element) -> ID
    @usableFromInline var numbers: [ID: Int] = [:]
    @usableFromInline var free: [Int] = []

    @inlinable
    init(_ identify: @escaping (Element) -> ID) {
        self.identify = identify
    }

    @inlinable
    override func intern(_ items: [Element]) -> (numbers: [Int], isNew: [Bool]) {
        var (result, isNew): ([Int], [Bool]) = ([], [])
        result.reserveCapacity(items.count)
        isNew.reserveCapacity(items.count)
        for item in items {
            let next = free.last ?? numbers.count
            let number = Self.value(of: &numbers[identify(item), default: next])
            if number == next, !free.isEmpty { free.removeLast() }
            result.append(number)
            isNew.append(number == next)
        }
        return (result, isNew)
    }

    /// Reads what a subscript with a default has just put there, all in one look-up.
    @inlinable
    static func value(of entry: inout Int) -> Int { entry }

    @inlinable
    override func number(of item: Element) -> Int? { numbers[identify(item)] }

    @inlinable
    override func number(ofID id: Any) -> Int? { (id as? ID).flatMap { numbers[$0] } }

    @inlinable
    override func release(_ item: Element) {
        if let number = numbers.removeValue(forKey: identify(item)) { free.append(number) }
    }

    @inlinable
    override func releaseAll() { (numbers, free) = ([:], []) }
}
