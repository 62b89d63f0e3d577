import PagingCore
import Testing

/// The items of a test's lists, told apart by a number.
protocol TestItem: Hashable, Sendable {
    init(_ number: Int)
}

extension Int: TestItem {}

/// An item so large that a run holds no more than a few, which puts the bounds between runs everywhere.
struct WideItem: TestItem {
    let number: Int
    private let padding = (SIMD64<Int>(), SIMD64<Int>(), SIMD64<Int>(), SIMD64<Int>())

    init(_ number: Int) {
        self.number = number
    }

    static func == (lhs: WideItem, rhs: WideItem) -> Bool { lhs.number == rhs.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A paged array and the plain array it must read like, changed in step.
struct PagedArrayModel<Item: TestItem> {
    var paged: PagedArray<Item>
    var plain: [(id: SlotID, item: Item?)]
    private var nextItem = 0

    init(count: Int) {
        paged = PagedArray(count: count)
        plain = []
        admit(0..<count)
    }

    /// Takes the identities of new slots over, which the plain array cannot know.
    private mutating func admit(_ range: Range<Int>) {
        plain.insert(contentsOf: range.map { (paged.slotID(at: $0), Item?.none) }, at: range.lowerBound)
    }

    private mutating func newItems(_ count: Int) -> [Item] {
        defer { nextItem += count }
        return (nextItem..<nextItem + count).map(Item.init)
    }

    mutating func fill(_ range: Range<Int>) {
        let items = newItems(range.count)
        paged.fill(items, at: range.lowerBound)
        for (offset, item) in items.enumerated() {
            plain[range.lowerBound + offset].item = item
        }
    }

    mutating func set(_ position: Int, loaded: Bool) {
        let item = loaded ? newItems(1)[0] : nil
        paged[position] = item
        plain[position].item = item
    }

    mutating func clear(_ range: Range<Int>) {
        paged.clear(range)
        for position in range {
            plain[position].item = nil
        }
    }

    mutating func insert(_ count: Int, at position: Int, loaded: Bool) {
        if loaded {
            let items = newItems(count)
            paged.insert(items, at: position)
            admit(position..<position + count)
            for (offset, item) in items.enumerated() {
                plain[position + offset].item = item
            }
        } else {
            paged.insertPlaceholders(count, at: position)
            admit(position..<position + count)
        }
    }

    mutating func remove(_ range: Range<Int>) {
        paged.remove(range)
        plain.removeSubrange(range)
    }

    mutating func move(_ range: Range<Int>, to destination: Int) {
        paged.move(range, to: destination)
        let rows = plain[range]
        plain.removeSubrange(range)
        plain.insert(contentsOf: rows, at: destination)
    }

    mutating func resize(to count: Int) {
        let old = plain.count
        paged.resize(to: count)
        if count < old {
            plain.removeSubrange(count...)
        } else {
            admit(old..<count)
        }
    }

    /// One random change.
    mutating func step(_ random: inout SeededGenerator, longest: Int) {
        let count = plain.count
        switch random.below(20) {
        case 0..<6: fill(random.range(in: count))
        case 6..<9: if count > 0 { set(random.below(count), loaded: random.below(3) > 0) }
        case 9..<12: clear(random.range(in: count))
        case 12..<14:
            if count < longest {
                let places = [0, count, random.below(count + 1)]
                insert(random.below(6), at: places[random.below(3)], loaded: random.below(2) == 0)
            }
        case 14..<16: remove(random.range(in: count, upTo: 6))
        case 16..<18:
            let range = random.range(in: count)
            move(range, to: random.below(count - range.count + 1))
        case 18: resize(to: random.below(4) == 0 ? random.below(longest + 1) : max(0, count + random.below(7) - 3))
        default: if random.below(50) == 0 { paged.clearAll(); for position in 0..<count { plain[position].item = nil } }
        }
    }

    /// Compares everything that can be asked, in full.
    func check(_ note: @autoclosure () -> Comment) {
        #expect(paged.count == plain.count, note())
        #expect(paged.elementsEqual(plain.lazy.map(\.item)), note())
        let isSame = plain.indices.allSatisfy { position in
            paged[position] == plain[position].item && paged.slotID(at: position) == plain[position].id
                && paged.position(of: plain[position].id) == position
        }
        #expect(isSame, note())
        // In another order, one of them twice, among others that no slot has.
        let sought = plain.reversed().map(\.id) + [nil, plain.first?.id, SlotID(rawValue: .max - 1)]
        let found = plain.indices.reversed().map { Optional($0) } + [nil, plain.isEmpty ? nil : 0, nil]
        #expect(paged.positions(of: sought) == found, note())
        #expect(paged.positions(of: []) == [], note())
        let middle = (plain.count / 3)..<(plain.count / 3 * 2)
        var walked: [Int] = []
        paged.forEachLoaded(in: middle) { position, item, id in
            if plain[position].item == item, plain[position].id == id { walked.append(position) }
        }
        #expect(walked == middle.filter { plain[$0].item != nil }, note())
        let loaded = plain.indices.filter { plain[$0].item != nil }
        #expect(paged.loadedCount == loaded.count, note())
        #expect(Array(paged.loadedRanges.positions) == loaded, note())
        #expect(paged.loadedItems.map(\.position) == loaded, note())
        #expect(paged.isFullyLoaded == (loaded.count == plain.count), note())
    }
}
