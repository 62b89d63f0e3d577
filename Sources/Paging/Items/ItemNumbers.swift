/// Numbers for items, by their identifiers: the machine knows rows by small integers, and knows no identifiers or items.
///
/// So the core is compiled once, for integers, whatever an app's rows are, as it is for WebAssembly. An identifier is hashed once an arrival.
/// This class erases the type of identifiers; its one subclass knows it.
@usableFromInline
class ItemNumbers<Element> {
    /// `true` if each identifier is its own number, so that no number is ever reused.
    @usableFromInline var areIdentifiers: Bool { fatalError("An abstract method was called.") }
    /// The numbers of items, old or new, and `true` for each new one.
    @usableFromInline func intern(_ items: [Element]) -> (numbers: [Int], isNew: [Bool]) {
        fatalError("An abstract method was called.")
    }
    /// The number of an item's identifier, if it has one.
    @usableFromInline func number(of item: Element) -> Int? { fatalError("An abstract method was called.") }
    /// The number of an identifier, if it is of the right type and has one.
    @usableFromInline func number(ofID id: Any) -> Int? { fatalError("An abstract method was called.") }
    /// The number of the identifier that a text is the description of, if it has one.
    @usableFromInline func number(named text: String) -> Int? { fatalError("An abstract method was called.") }
    /// `true` if a text is the description of an item's identifier.
    @usableFromInline func isItem(_ item: Element, named text: String) -> Bool {
        fatalError("An abstract method was called.")
    }
    /// Holds a number until it is released by name as often, whatever else is held or released.
    @usableFromInline func keep(_ number: Int) { fatalError("An abstract method was called.") }
    /// No longer keeps a number; it is forgotten unless it is used.
    @usableFromInline func stopKeeping(_ number: Int, isUsed: Bool) { fatalError("An abstract method was called.") }
    /// Forgets an identifier whose item is gone, unless it is held; its number is reused.
    @usableFromInline func release(_ item: Element) { fatalError("An abstract method was called.") }
    /// Forgets all identifiers except those that are held.
    @usableFromInline func releaseAll() { fatalError("An abstract method was called.") }
    /// Begins a new period of holding: identifiers held from now on outlive those held before.
    @usableFromInline func beginHolding() { fatalError("An abstract method was called.") }
    /// Releases identifiers held before the last period began; those whose number is not used are forgotten.
    @usableFromInline func releaseHeld(except isUsed: (Int) -> Bool) { fatalError("An abstract method was called.") }

    @usableFromInline init() {}
}

/// Item numbers for identifiers of a known type. Inlinable, so that they are compiled into an app for its own types.
///
/// An integer is its own number, so that the million identifiers of a snapshot need no table. Any other identifier has an entry in a table. Its
/// number counts up from 0 and is reused once it was released. Identifiers of a snapshot or of changes are *held*: the machine may use their
/// numbers though no item is loaded, so a number must not be reused meanwhile.
@usableFromInline
final class TypedItemNumbers<Element, ID: Hashable>: ItemNumbers<Element> {
    @usableFromInline let identify: (Element) -> ID
    @usableFromInline let areIntegers = IntegerIdentifier<ID>.isOne
    @usableFromInline override var areIdentifiers: Bool { areIntegers }
    @usableFromInline var numbers: [ID: Int] = [:]
    @usableFromInline var free: [Int] = []
    /// The entries, by number.
    @usableFromInline var entries: [Entry] = []
    /// Counts the periods of holding.
    @usableFromInline var epoch = 1

    /// An identifier, the epoch in which it was last held (0 if it is not), and how often it is kept.
    @usableFromInline
    struct Entry {
        @usableFromInline var id: ID?
        @usableFromInline var heldIn = 0
        @usableFromInline var keeps = 0
        @inlinable var isHeld: Bool { heldIn > 0 || keeps > 0 }
        @inlinable
        init(_ id: ID) { self.id = id }
    }

    @inlinable
    init(_ identify: @escaping (Element) -> ID) {
        self.identify = identify
    }

    @inlinable
    override func isItem(_ item: Element, named text: String) -> Bool { String(describing: identify(item)) == text }

    @inlinable
    override func intern(_ items: [Element]) -> (numbers: [Int], isNew: [Bool]) {
        if areIntegers {
            // Integers have no entries, so none has to be released.
            return (
                items.map { IntegerIdentifier.number(of: identify($0)) }, [Bool](repeating: false, count: items.count)
            )
        }
        var (result, isNew): ([Int], [Bool]) = ([], [])
        result.reserveCapacity(items.count)
        isNew.reserveCapacity(items.count)
        for item in items {
            let (number, isFirst) = intern(identify(item))
            result.append(number)
            isNew.append(isFirst)
        }
        return (result, isNew)
    }

    @inlinable
    func intern(_ id: ID) -> (number: Int, isNew: Bool) {
        let next = free.last ?? entries.count
        let number = Self.value(of: &numbers[id, default: next])
        guard number == next else { return (number, false) }
        if free.isEmpty {
            entries.append(Entry(id))
        } else {
            free.removeLast()
            entries[number] = Entry(id)
        }
        return (number, true)
    }

    /// Returns the value that a subscript with a default has just inserted, in one look-up.
    @inlinable
    static func value(of entry: inout Int) -> Int { entry }

    @inlinable
    override func number(of item: Element) -> Int? { number(ofIdentifier: identify(item)) }

    @inlinable
    func number(ofIdentifier id: ID) -> Int? { areIntegers ? IntegerIdentifier.number(of: id) : numbers[id] }

    @inlinable
    override func number(ofID id: Any) -> Int? { (id as? ID).flatMap { number(ofIdentifier: $0) } }

    @inlinable
    override func number(named text: String) -> Int? {
        if let type = ID.self as? any LosslessStringConvertible.Type { return number(ofID: type.init(text) as Any) }
        return numbers.first { String(describing: $0.key) == text }?.value
    }

    /// The identifier with a number, or `nil` if there is none.
    func id(of number: Int) -> ID? {
        if areIntegers { return IntegerIdentifier.id(of: number) }
        return entries.indices.contains(number) ? entries[number].id : nil
    }

    @inlinable
    override func release(_ item: Element) {
        guard !areIntegers, let number = numbers[identify(item)], !entries[number].isHeld else { return }
        release(number)
    }

    @inlinable
    func release(_ number: Int) {
        guard let id = entries[number].id else { return }
        numbers[id] = nil
        entries[number].id = nil
        free.append(number)
    }

    @inlinable
    override func releaseAll() {
        if !entries.contains(where: { $0.isHeld }) { return (numbers, free, entries) = ([:], [], []) }
        for number in entries.indices where !entries[number].isHeld { release(number) }
    }

    // MARK: Identifiers without items

    /// The numbers of identifiers, which are held from now on.
    ///
    /// - Complexity: O(*n*); O(1) for a list whose identifiers are of type `Int`.
    func hold(_ ids: [ID]) -> [Int] {
        if areIntegers { return IntegerIdentifier.numbers(of: ids) }
        numbers.reserveCapacity(numbers.count + ids.count)
        return ids.map { id in
            let number = intern(id).number
            entries[number].heldIn = max(entries[number].heldIn, epoch)
            return number
        }
    }

    /// The number of an identifier that may have come without an item, and `true` if it had none before.
    func number(new id: ID) -> (number: Int, isNew: Bool) {
        areIntegers ? (IntegerIdentifier.number(of: id), false) : intern(id)
    }

    @usableFromInline
    override func keep(_ number: Int) {
        if !areIntegers, entries.indices.contains(number) { entries[number].keeps += 1 }
    }

    @usableFromInline
    override func stopKeeping(_ number: Int, isUsed: Bool) {
        guard !areIntegers, entries.indices.contains(number), entries[number].keeps > 0 else { return }
        entries[number].keeps -= 1
        if !entries[number].isHeld, !isUsed { release(number) }
    }

    @usableFromInline
    override func beginHolding() { epoch += 1 }

    @usableFromInline
    override func releaseHeld(except isUsed: (Int) -> Bool) {
        for number in entries.indices where (1..<epoch).contains(entries[number].heldIn) {
            entries[number].heldIn = 0
            if entries[number].keeps == 0, !isUsed(number) { release(number) }
        }
    }
}

/// Identifiers that are integers no wider than `Int`: each is a number of its own.
@usableFromInline
enum IntegerIdentifier<ID> {
    @inlinable
    static var isOne: Bool {
        ID.self == Int.self || ID.self == UInt.self || ID.self == Int32.self || ID.self == UInt32.self
            || Int.bitWidth == 64 && (ID.self == Int64.self || ID.self == UInt64.self)
    }

    @inlinable
    static func number(of id: ID) -> Int {
        switch id {
        case let id as Int: id
        case let id as Int64: Int(truncatingIfNeeded: id)
        case let id as UInt64: Int(truncatingIfNeeded: id)
        case let id as Int32: Int(id)
        case let id as UInt32: Int(truncatingIfNeeded: id)
        case let id as UInt: Int(bitPattern: id)
        default: fatalError("Asked only where `isOne`.")
        }
    }

    /// Widths are the same or narrower, so truncation reverses ``number(of:)``.
    static func id(of number: Int) -> ID? {
        if ID.self == Int.self { return number as? ID }
        if ID.self == Int64.self { return Int64(number) as? ID }
        if ID.self == UInt64.self { return UInt64(truncatingIfNeeded: number) as? ID }
        if ID.self == Int32.self { return Int32(truncatingIfNeeded: number) as? ID }
        if ID.self == UInt32.self { return UInt32(truncatingIfNeeded: number) as? ID }
        return UInt(bitPattern: number) as? ID
    }

    /// The array itself if it holds `Int`: no second copy of a million.
    static func numbers(of ids: [ID]) -> [Int] {
        switch ids {
        case let ids as [Int]: ids
        case let ids as [Int64]: ids.map { Int(truncatingIfNeeded: $0) }
        case let ids as [UInt64]: ids.map { Int(truncatingIfNeeded: $0) }
        default: ids.map { number(of: $0) }
        }
    }
}
