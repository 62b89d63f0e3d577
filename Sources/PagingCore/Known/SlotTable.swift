/// The slot of each item, by the item's number.
///
/// A table of its own, because a `Dictionary` brings a cryptographic hash, its seed and its own growth into a page that has a few kilobytes
/// for everything. The driver numbers items one after another, so no one outside can choose colliding numbers.
///
/// Open addressing with linear probing; half of the places or more stay empty. A removal moves the following entries up. So there are no
/// tombstones, and the cost of inserting and removing never grows.
struct SlotTable: Sendable {
    /// Two entries a place: the number, and the raw value of the slot. The first is ``empty`` if the place is free.
    private var places: [Int] = []
    private(set) var count = 0

    /// No slot has this identity: the allocator ends before it.
    private static let empty = Int.max

    init() {}

    /// Makes a table with room for this many numbers.
    private init(room: Int) {
        var size = 16
        while size < 4 * room { size *= 2 }
        places = [Int](repeating: Self.empty, count: size)
    }

    /// The slot of an item, or `nil` if the item is not known.
    ///
    /// - Complexity: O(1) on average.
    subscript(number: Int) -> SlotID? {
        get { slot(of: number) }
        set {
            if let newValue { insert(number, newValue.rawValue) } else { remove(number) }
        }
    }

    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    private func slot(of number: Int) -> SlotID? {
        guard count > 0 else { return nil }
        let place = find(number)
        return places[place + 1] == Self.empty ? nil : SlotID(rawValue: places[place + 1])
    }

    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    private mutating func insert(_ number: Int, _ slot: Int) {
        if count * 4 >= places.count { grow() }
        let place = find(number)
        if places[place + 1] == Self.empty { count += 1 }
        places[place] = number
        places[place + 1] = slot
    }

    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    private mutating func remove(_ number: Int) {
        guard count > 0 else { return }
        var hole = find(number)
        guard places[hole + 1] != Self.empty else { return }
        count -= 1
        var place = next(hole)
        while places[place + 1] != Self.empty {
            // An entry farther from its home than the hole moves up into the hole.
            let distance = (place - home(of: places[place])) & (places.count - 1)
            if distance >= (place - hole) & (places.count - 1) {
                places[hole] = places[place]
                places[hole + 1] = places[place + 1]
                hole = place
            }
            place = next(place)
        }
        places[hole + 1] = Self.empty
    }

    private mutating func grow() {
        let old = places
        places = [Int](repeating: Self.empty, count: max(16, 2 * old.count))
        count = 0
        for place in stride(from: 0, to: old.count, by: 2) where old[place + 1] != Self.empty {
            insert(old[place], old[place + 1])
        }
    }

    /// The place of a number, or the free place where it belongs.
    private func find(_ number: Int) -> Int {
        var place = home(of: number)
        while places[place + 1] != Self.empty, places[place] != number { place = next(place) }
        return place
    }

    private func next(_ place: Int) -> Int { (place + 2) & (places.count - 1) }

    /// The first place to try for a number: neighbors far apart, by the golden ratio (Knuth, The Art of Computer
    /// Programming, volume 3, section 6.4).
    private func home(of number: Int) -> Int {
        let mixed = UInt(bitPattern: number) &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
        return Int(bitPattern: mixed >> (UInt.bitWidth / 2)) << 1 & (places.count - 1)
    }
}

extension SlotTable {
    /// The first repeated number of an array: its first and its second position, or `nil` if all numbers are different.
    static func repetition(in numbers: [Int]) -> (first: Int, second: Int)? {
        // Numbers are given as items are first seen, so those of a page mostly ascend.
        if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) { return nil }
        var seen = SlotTable(room: numbers.count)
        for (index, number) in numbers.enumerated() {
            if let first = seen[number] { return (first.rawValue, index) }
            seen[number] = SlotID(rawValue: index)
        }
        return nil
    }

    /// The numbers in order, each only once.
    static func distinct(_ numbers: [Int]) -> [Int] {
        if repetition(in: numbers) == nil { return numbers }
        var seen: Set<Int> = []
        return numbers.filter { seen.insert($0).inserted }
    }
}
