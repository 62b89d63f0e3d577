/// The content of each item in the simulated view and in the list: how often it was edited, by its number.
///
/// The list holds what it received last. The view reads it when an update names the item's row.
struct FaceContent: Sendable {
    /// The content that the list received last.
    private var held: ContiguousArray<Int32>
    /// The content that the view shows.
    private var shown: ContiguousArray<Int32>
    /// Items received with other content than the view shows, until it has read it or dropped the row.
    private(set) var unread: [Int] = []

    init(count: Int) {
        held = ContiguousArray(repeating: 0, count: count)
        shown = held
    }

    /// The content that the view shows of an item that has a row.
    func revision(of number: Int) -> Int32 { shown.indices.contains(number) ? shown[number] : 0 }

    /// The list received items.
    mutating func receive(_ items: [Int], _ revisions: [Int32]) {
        for (item, revision) in zip(items, revisions) where item >= 0 && item < NumberSet.limit {
            while held.count <= item {
                held.append(0)
                shown.append(0)
            }
            held[item] = revision
            if shown[item] != revision { unread.append(item) }
        }
    }

    /// The view reads an item's content.
    @inline(__always)
    mutating func read(_ number: Int) {
        if number < held.count { shown[number] = held[number] }
    }

    /// The first item whose row shows other content than the list holds. Forgets all items.
    ///
    /// - Parameter hasRow: returns `true` if an item has a row in the view.
    mutating func outdated(where hasRow: (Int) -> Bool) -> (number: Int, shown: Int32, held: Int32)? {
        if unread.isEmpty { return nil }
        defer { unread.removeAll(keepingCapacity: true) }
        return unread.first { shown[$0] != held[$0] && hasRow($0) }.map { ($0, shown[$0], held[$0]) }
    }
}
