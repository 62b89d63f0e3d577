internal import Paging

/// Law 10: follows a reader down and up through a list, and finds items that he passed without seeing them.
///
/// Theory of operation. Two *edges* follow the screen, by slot: its first row and its last. When the reader goes down, rows leave above the
/// first edge; when he goes up, below the last. The items that leave are chained: between two of them in the chain the server may have no item
/// that was not on screen, unless a placeholder or a gap was between the two. Holes found in this way are judged when the list is silent.
struct WalkChecker: Sendable {
    /// Two items between which the server has another.
    struct Hole {
        let above: Int
        let below: Int
        /// The state since which the list could know.
        let since: Int32
        let missing: Int
    }

    /// The most holes that wait to be judged.
    private static let suspectLimit = 64

    /// A side of the screen at which rows leave.
    private struct Edge {
        var slot: SlotID?
        /// The last item that left, and its slot, or `nil` if the last row that left proves nothing.
        var passed: (number: Int, slot: SlotID)?
    }

    /// By number: in which walk an item was last on screen.
    private var seenIn: ContiguousArray<Int32> = []
    private var walk: Int32 = 1
    private var first = Edge()
    private var last = Edge()
    /// The state of the snapshot that gives the list its order, if there is one.
    private var orderedFrom = Int32.max
    /// Holes that the reader passed, until the list is silent.
    private var suspects: [Hole] = []

    /// Begins another walk.
    mutating func begin() {
        walk += 1
        (first, last) = (Edge(), Edge())
    }

    /// The list goes by the order of a snapshot.
    mutating func takeOrder(from state: Int) { orderedFrom = Int32(state) }

    /// The rows on screen after an event.
    ///
    /// - Parameters:
    ///   - screen: the rows on screen.
    ///   - isShifted: `true` if the event moved rows. The reader did not pass the rows that it pushed off the screen.
    ///   - rows: the list.
    ///   - knowledge: the state of the server that each item is from.
    ///   - feed: the server.
    ///   - gaps: the rows before which others may be missing.
    mutating func look(
        at screen: Range<Int>, isShifted: Bool, rows: PagedArray<Int>, knowledge: borrowing LawChecker,
        feed: borrowing SimulatedFeed, gaps: () -> [Int]
    ) {
        let visible = screen.clamped(to: 0..<rows.count)
        guard !visible.isEmpty else { return begin() }
        let (top, bottom) = (first.slot.flatMap(rows.position(of:)), last.slot.flatMap(rows.position(of:)))
        let isJump = top.map { abs($0 - visible.lowerBound) > screen.count } ?? false
        if isJump, !isShifted { begin() }
        rows.forEachLoaded(in: visible) { _, number, _ in see(number) }
        if !isJump, !isShifted, let top, let bottom {
            if top > visible.lowerBound { first.passed = nil }
            for position in top..<max(top, visible.lowerBound) {
                pass(position, at: \.first, rows, knowledge, feed, gaps)
            }
            if bottom < visible.upperBound - 1 { last.passed = nil }
            for position in stride(from: bottom, to: min(bottom, visible.upperBound - 1), by: -1) {
                pass(position, at: \.last, rows, knowledge, feed, gaps)
            }
        }
        first.slot = rows.slotID(at: visible.lowerBound)
        last.slot = rows.slotID(at: visible.upperBound - 1)
    }

    /// All rows, for a host that shows them all.
    mutating func lookAtAll(
        _ rows: PagedArray<Int>, knowledge: borrowing LawChecker, feed: borrowing SimulatedFeed, gaps: () -> [Int]
    ) {
        begin()
        for (_, number) in rows.loadedItems { see(number) }
        for position in 0..<rows.count { pass(position, at: \.first, rows, knowledge, feed, gaps) }
    }

    private mutating func see(_ number: Int) {
        guard number >= 0, number < NumberSet.limit else { return }
        while seenIn.count <= number { seenIn.append(0) }
        seenIn[number] = walk
    }

    /// A row leaves the screen at an edge.
    private mutating func pass(
        _ position: Int, at edge: WritableKeyPath<WalkChecker, Edge>, _ rows: PagedArray<Int>,
        _ knowledge: borrowing LawChecker, _ feed: borrowing SimulatedFeed, _ gaps: () -> [Int]
    ) {
        // A placeholder stands for what may be there.
        guard let number = rows[position] else { return self[keyPath: edge].passed = nil }
        guard let since = knownSince(number, knowledge, feed) else { return }
        let before = self[keyPath: edge].passed
        self[keyPath: edge].passed = (number, rows.slotID(at: position))
        guard let before, let then = knownSince(before.number, knowledge, feed) else { return }
        let isUp = edge == \.last
        let hole = Hole(
            above: isUp ? number : before.number, below: isUp ? before.number : number, since: min(since, then),
            missing: -1)
        guard let missing = missing(in: hole, feed) else { return }
        if let other = rows.position(of: before.slot) {
            let between = min(other, position) + 1..<max(other, position) + 1
            if gaps().contains(where: between.contains) { return }
        }
        if suspects.count < Self.suspectLimit {
            suspects.append(Hole(above: hole.above, below: hole.below, since: hole.since, missing: missing))
        }
    }

    /// The list is silent: everything it asked for has arrived.
    ///
    /// - Returns: the first hole that the reader passed and that is still one.
    mutating func judge(
        _ rows: PagedArray<Int>, _ knowledge: borrowing LawChecker, _ feed: borrowing SimulatedFeed, gaps: () -> [Int]
    ) -> Hole? {
        if suspects.isEmpty { return nil }
        defer { suspects.removeAll(keepingCapacity: true) }
        return suspects.first { persists($0, rows, knowledge, feed, gaps: gaps) }
    }

    /// `true` if a hole is still one: its two items are next to each other, and the server's item between them is nowhere in the list.
    func persists(
        _ hole: Hole, _ rows: PagedArray<Int>, _ knowledge: borrowing LawChecker, _ feed: borrowing SimulatedFeed,
        gaps: () -> [Int]
    ) -> Bool {
        let missing = hole.missing
        guard knownSince(hole.above, knowledge, feed) != nil, knownSince(hole.below, knowledge, feed) != nil,
            feed.touchedIn[missing] <= hole.since,
            missing >= knowledge.occurrences.count || knowledge.occurrences[missing] == 0
        else { return false }
        let above = rows.loadedItems.first { $0.item == hole.above }?.position
        let below = rows.loadedItems.first { $0.item == hole.below }?.position
        guard let above, let below, above < below, rows.missingRanges(in: above..<below).isEmpty else { return false }
        return !gaps().contains(where: (above + 1..<below + 1).contains)
    }

    /// The state since which an item is known to be in its place, or `nil` if the server moved it since.
    private func knownSince(
        _ number: Int, _ knowledge: borrowing LawChecker, _ feed: borrowing SimulatedFeed
    ) -> Int32? {
        guard number >= 0, number < feed.numbersGiven, number < knowledge.receivedFrom.count else { return nil }
        let state = min(knowledge.receivedFrom[number], orderedFrom)
        return feed.touchedIn[number] <= state ? state : nil
    }

    /// The first item that the server has in a hole, had since the hole's state, and that was not on screen.
    private func missing(in hole: Hole, _ feed: borrowing SimulatedFeed) -> Int? {
        let last = feed.states.count - 1
        guard let above = feed.states[last].place(of: hole.above), let below = feed.states[last].place(of: hole.below),
            above + 1 < below
        else { return nil }
        for place in above + 1..<below {
            let number = feed.states[last].items[place]
            if feed.touchedIn[number] <= hole.since, number >= seenIn.count || seenIn[number] != walk { return number }
        }
        return nil
    }
}
