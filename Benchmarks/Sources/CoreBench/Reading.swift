import BenchTable
import PageDictionary
import PagingCore

/// One million loaded slots, read in order and at random.
enum Reading {
    static let count = 1_000_000
    static let pageSize = 50
    static let rounds = 15
    /// How often a list is read in order before it is another's turn. One pass in as many finds nothing in the caches.
    static let passes = 5

    static func run(into table: inout BenchTable) {
        run("Int", of: Int.self, isBound: true, into: &table)
        // An item that holds a reference is retained as it is handed out, which an array's loop is spared.
        run("struct with a String", of: Row.self, isBound: false, into: &table)
    }

    private static func run<Item: Numbered>(
        _ name: String, of: Item.Type, isBound: Bool, into table: inout BenchTable
    ) {
        // All lists hold the same items, so that what an item refers to lies in memory alike for all.
        let all = (0..<count).map(Item.init(number:))
        let array = all.map(Optional.some)
        var paged = PagedArray<Item>(count: count)
        var random = PagedArray<Item>(count: count)
        var dictionary = PageDictionary<Item>(count: count, pageSize: pageSize)
        var inlinable = InlinablePageDictionary<Item>(count: count, pageSize: pageSize)
        let numbering = PageNumbering(pageSize: pageSize)
        for page in 0..<count / pageSize {
            let items = Array(all[numbering.range(ofPage: page, total: count)])
            paged.fillPage(items, number: page, numbering: numbering)
            dictionary.set(items, forPage: page)
            inlinable.set(items, forPage: page)
        }
        for page in (0..<count / pageSize).shuffled() {
            random.fillPage(
                all[numbering.range(ofPage: page, total: count)], number: page, numbering: numbering)
        }

        table.section("\(count) loaded slots, \(name), pages of \(pageSize): sequential read")
        let inOrder = compete(
            rounds: rounds,
            [
                { read(array) }, { read(paged) }, { read(random) },
                { read(dictionary) }, { read(inlinable) },
            ])
        report(inOrder, arrayBound: isBound ? 1.5 : nil, dictionaryBound: nil, into: &table)

        table.section("\(count) loaded slots, \(name), pages of \(pageSize): random read")
        let positions = (0..<count).shuffled()
        let atRandom = compete(
            rounds: rounds,
            [
                { read(array, positions) }, { read(paged, positions) },
                { read(random, positions) }, { read(dictionary, positions) },
                { read(inlinable, positions) },
            ])
        report(atRandom, arrayBound: isBound ? 8 : nil, dictionaryBound: isBound ? 8 : nil, into: &table)
    }

    private static func report(
        _ times: [[Double]], arrayBound: Double?, dictionaryBound: Double?, into table: inout BenchTable
    ) {
        table.add("Array<Item?>", median(times[0]), unit: "ns")
        table.add("PagedArray", median(times[1]), unit: "ns")
        table.add("PagedArray, filled in random order", median(times[2]), unit: "ns")
        table.add("dictionary of pages, as shipped", median(times[3]), unit: "ns")
        table.add("dictionary of pages, inlinable", median(times[4]), unit: "ns")
        table.add("PagedArray against Array", ratio(times[1], to: times[0]), unit: "×", atMost: arrayBound)
        table.add("… filled in random order", ratio(times[2], to: times[0]), unit: "×", atMost: arrayBound)
        table.add(
            "dictionary as shipped against PagedArray", ratio(times[3], to: times[1]), unit: "×",
            atLeast: dictionaryBound)
        table.add("dictionary inlinable against PagedArray", ratio(times[4], to: times[1]), unit: "×")
    }

    private static func read<Item: Numbered>(_ list: some Collection<Item?>) -> Double {
        nanoseconds(per: count * passes) {
            for _ in 0..<passes {
                var sum = 0
                for item in list {
                    if let item { sum &+= item.weight }
                }
                consume(sum)
            }
        }
    }

    private static func read<Item: Numbered, List: Collection<Item?>>(
        _ list: List, _ positions: [Int]
    ) -> Double where List.Index == Int {
        nanoseconds(per: count) {
            var sum = 0
            for position in positions {
                if let item = list[position] { sum &+= item.weight }
            }
            consume(sum)
        }
    }
}

/// The elements of the lists.
protocol Numbered {
    init(number: Int)
    /// Something that takes a look at the whole item to know.
    var weight: Int { get }
}

extension Int: Numbered {
    init(number: Int) { self = number }
    var weight: Int { self }
}

struct Row: Numbered {
    let number: Int
    let title: String
    var weight: Int { number &+ Int(title.utf8.first ?? 0) }

    init(number: Int) {
        self.number = number
        title = "a title that is too long to be stored inline: \(number % 1_000)"
    }
}
