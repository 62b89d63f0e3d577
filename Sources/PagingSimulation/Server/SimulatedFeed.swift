package import Paging

/// A server with one list that changes: numbers, each its own identifier, behind the ways to ask that a test opens.
///
/// ```swift
/// var feed = SimulatedFeed(count: 100, features: [.positions, .total])
/// feed.insert(2, at: 0)
/// if case .page(let page) = feed.answer(.page(.positions(0..<3))).content { print(page.items) }  // [100, 101, 0]
/// ```
///
/// Every change makes a new version. States before it are kept, as far as ``FeedQuirks/memory`` goes, for questions
/// about them and for caches that still serve them. It keeps no time and draws no chance of its own.
package struct SimulatedFeed: Sendable {
    /// The list at one version.
    package struct State: Sendable {
        /// Counts the versions, from 0.
        package let number: Int
        /// The server's name of the version.
        package let version: Version
        /// The items, in list order.
        package internal(set) var items: ContiguousArray<Int>
        /// How often each item was edited, by its number.
        package internal(set) var revisions: ContiguousArray<Int32>
        /// The position of each item, by its number; -1 where it is not in the list.
        package internal(set) var places: ContiguousArray<Int32>

        /// The position of an item, or `nil` if it is not in the list.
        package func place(of number: Int) -> Int? {
            guard number >= 0, number < places.count, places[number] >= 0 else { return nil }
            return Int(places[number])
        }
    }

    /// The states that are remembered, the oldest first; never empty.
    package internal(set) var states: [State]
    /// The ways to ask that are open.
    package var features: FeedFeatures
    /// The server's quirks.
    package var quirks: FeedQuirks
    /// For each item, the number of the version that last removed, moved or added it; 0 for those there from the start.
    package internal(set) var touchedIn: ContiguousArray<Int32>
    /// For each item that was removed, the one that was before it; -1 for the start of the list. `nil` for those there.
    var predecessors: ContiguousArray<Int?>
    /// Items that were removed, and may come back.
    var removedItems: [Int] = []
    /// All items there ever were, in the order that they keep; empty where items that come back may be anywhere.
    var ranks: ContiguousArray<Int> = []
    let keepsRanks: Bool

    /// Makes a list of the numbers from 0 up to `count`.
    ///
    /// - Parameter keepsRanks: `true` to put items that come back between their old neighbors, at whatever position they are inserted.
    package init(count: Int, features: FeedFeatures, quirks: FeedQuirks = FeedQuirks(), keepsRanks: Bool = false) {
        (self.features, self.quirks, self.keepsRanks) = (features, quirks, keepsRanks)
        if keepsRanks { ranks = ContiguousArray(0..<count) }
        touchedIn = ContiguousArray(repeating: 0, count: count)
        predecessors = ContiguousArray(repeating: nil, count: count)
        let items = ContiguousArray(0..<count)
        states = [
            State(
                number: 0, version: Self.version(0), items: items,
                revisions: ContiguousArray(repeating: 0, count: count),
                places: ContiguousArray((0..<count).map { Int32($0) }))
        ]
    }

    /// The list as it is now.
    package var current: State { states[states.count - 1] }

    /// How many items the list has now.
    package var count: Int { states[states.count - 1].items.count }

    /// How many numbers were ever given; all items are below.
    package var numbersGiven: Int { touchedIn.count }

    static func version(_ number: Int) -> Version { Version("v\(number)") }

    /// The state so many versions ago, or the oldest that is remembered.
    func state(versionsAgo age: Int) -> Int { max(0, states.count - 1 - age) }
}
