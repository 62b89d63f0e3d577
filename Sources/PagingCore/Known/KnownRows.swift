/// The known state of a list: its slots, the position of each item, its sections, and marks on its rows.
///
/// Theory of operation. There is one way to move rows, ``apply(_:)``: it takes an update and moves everything that is known by position along,
/// so that no other part has to follow an edit. Items come in by ``fill(_:at:)`` and leave by ``evict(_:)``, ``resize(to:)`` or an update that
/// removes their slots.
///
/// *Marks* are sets of rows, each a set of ranges. They are kept by position rather than by slot identity, since the planner asks for ranges of
/// positions at every event, and compares positions.
///
/// - A *stale* row may be at another position on the server by now. It stays on screen and counts as missing.
/// - An *outdated* row is at its position, but its content may have changed.
/// - A *seen* row has been on screen since it was loaded.
struct KnownRows: Sendable {
    /// The list: a slot for each row; loaded slots have the number of their item.
    private(set) var rows = PagedArray<Int>()
    private var index = SlotTable()
    /// `true` if the list's length is known. Otherwise the count is the number of rows found so far.
    var endIsKnown = false
    /// The lowest position at which a page without rows was answered: no row is there or behind it, though there may be unseen ones before
    /// it. `nil` if no page was empty, or rows came there or moved since.
    private(set) var emptyFrom: Int?
    /// The sections, once known. Their rows are the list's.
    var sections: SectionMap?
    /// `true` if rows came, were removed or replaced since the sections were last requested, so that these may be older than the rows.
    var sectionsMayBeOlder = false
    private(set) var stale = PositionSet()
    private(set) var outdated = PositionSet()
    private(set) var seen = PositionSet()
    /// `true` if rows were removed by a guess, so that others may have been removed in their place. Reset once every row is confirmed.
    var hasGuessed = false
    /// The loaded rows known to be in the order in which they are shown.
    var orders = KnownOrders()
    /// Rows that were evicted, replaced or removed without ever having been on screen.
    private(set) var unseenDrops = 0

    init() {}

    /// Restores a saved list.
    init(rows: PagedArray<Int>, endIsKnown: Bool, sections: [Int]?, stale: PositionSet) {
        self.rows = rows
        (self.endIsKnown, self.sections) = (endIsKnown, sections.map { SectionMap(counts: $0) })
        self.stale = stale.intersection(rows.loadedRanges)
        rows.forEachLoaded(in: 0..<rows.count) { _, number, slot in index[number] = slot }
    }

    /// The number of rows in the list, as far as it is known.
    var count: Int { rows.count }

    /// Stops the program if marks or the index contradict the rows. Does nothing in release builds.
    ///
    /// - Complexity: O(*n*) in the loaded rows.
    func checkInvariants() {
        #if DEBUG
            rows.checkInvariants()
            let loaded = rows.loadedRanges
            precondition(stale.subtracting(loaded).isEmpty, "KnownRows: a slot without an item is stale")
            precondition(outdated.subtracting(loaded).isEmpty, "KnownRows: a slot without an item is outdated")
            precondition(seen.subtracting(loaded).isEmpty, "KnownRows: a slot without an item was seen")
            sections?.checkInvariants()
            var indexed = 0
            rows.forEachLoaded(in: 0..<rows.count) { _, number, slot in if index[number] == slot { indexed += 1 } }
            precondition(indexed == index.count, "KnownRows: the index names an item that is not loaded")
            precondition(indexed == rows.loadedCount, "KnownRows: an item is loaded twice")
        #endif
    }

    // MARK: Moving

    /// Moves the slots, and everything known about rows by their positions, along with an update.
    ///
    /// Inserted slots are empty, and rows that the update marks as changed are emptied.
    ///
    /// - Returns: the map of the positions, or `nil` if no row moved.
    mutating func apply(_ update: ListUpdate) -> PositionMap? {
        guard !update.isInPlace else { return nil }
        emptyFrom = nil
        for range in update.removed.ranges { forget(range) }
        let map = update.positionMap
        rows.rearrange(by: update, along: map)
        for range in update.changed.ranges { rows.clear(range) }
        stale = map.newPositions(ofAll: stale)
        outdated = map.newPositions(ofAll: outdated)
        seen = map.newPositions(ofAll: seen)
        orders.follow(map)
        sections?.apply(update)
        noteChangeForSections()
        return map
    }

    // MARK: Filling

    /// The result of putting items into a list.
    struct Filling {
        /// The positions whose content changed.
        var changed = PositionSet()
        /// How many of the items were at other positions of the list.
        var duplicates = 0
        /// Positions that stay empty, since their item has another position that is not stale.
        var refused: [(position: Int, first: Int)] = []
    }

    /// Puts items at their positions, none of them twice in the list.
    mutating func fill(_ items: [Int], at start: Int) -> Filling {
        let range = start..<start + items.count
        var filling = Filling(changed: PositionSet(range))
        guard !range.isEmpty else { return filling }
        if let empty = emptyFrom, empty < range.upperBound { emptyFrom = nil }
        forget(range, except: items)
        rows.fill(items, at: start)
        var slots: [SlotID] = []
        slots.reserveCapacity(items.count)
        rows.forEachSlotID(in: range) { slots.append($1) }
        for offset in items.indices {
            let (position, id) = (start + offset, items[offset])
            let other = index[id]
            // It was here before.
            if other == slots[offset] { continue }
            // A later row of the range was already overwritten by the page.
            if let other, let known = rows.position(of: other), known < position || known >= range.upperBound {
                filling.duplicates += 1
                if stale.contains(known) {
                    // The newer position is right: the old one has not been confirmed since the refresh.
                    forget(known..<known + 1)
                    rows.clear(known..<known + 1)
                    filling.changed.insert(known..<known + 1)
                } else {
                    rows.clear(position..<position + 1)
                    filling.refused.append((position, known))
                    continue
                }
            }
            index[id] = slots[offset]
        }
        return filling
    }

    /// Empties rows.
    mutating func evict(_ positions: PositionSet) {
        for range in positions.ranges {
            forget(range)
            rows.clear(range)
        }
    }

    /// Makes the list longer or shorter at its end.
    mutating func resize(to count: Int) {
        if count < rows.count { forget(count..<rows.count) }
        if count != rows.count { noteChangeForSections() }
        rows.resize(to: count)
    }

    /// A page without rows was answered at a position that is not before the end of the rows that were found.
    mutating func noteEmpty(from position: Int) { emptyFrom = min(emptyFrom ?? position, position) }

    /// Rows may have come where a page was empty.
    mutating func forgetEmpty() { emptyFrom = nil }

    /// Rows came, went or were replaced. In a list whose end is not known they were found, and may have been there before.
    private mutating func noteChangeForSections() {
        if sections != nil, endIsKnown { sectionsMayBeOlder = true }
    }

    /// Empties the list: no row is known any more.
    mutating func removeAll() {
        forget(0..<rows.count)
        let drops = unseenDrops
        self = KnownRows()
        unseenDrops = drops
    }

    /// Forgets the items in a range that is about to be emptied.
    ///
    /// - Parameter items: the items that will be there, if they are known. Those that are there already stay in the index.
    private mutating func forget(_ range: Range<Int>, except items: [Int] = []) {
        let inside = range.clamped(to: 0..<rows.count)
        guard !inside.isEmpty else { return }
        rows.forEachLoaded(in: inside) { position, id, slot in
            let offset = position - range.lowerBound
            if offset < items.count, items[offset] == id { return }
            if offset < items.count { noteChangeForSections() }
            if index[id] == slot { index[id] = nil }
        }
        for loaded in rows.loadedRanges(in: inside).ranges {
            unseenDrops += loaded.count - seen.intersection(loaded).count
            seen.remove(loaded)
        }
        confirm(inside)
    }

    // MARK: Marks

    /// These rows are at their positions, with the content they have there, or they are about to be removed.
    mutating func confirm(_ range: Range<Int>) {
        stale.remove(range)
        outdated.remove(range)
    }

    /// These rows are at their positions.
    mutating func confirmPlaces(_ positions: PositionSet) { stale = stale.subtracting(positions) }

    /// All rows are at the positions where they are shown.
    ///
    /// - Parameter outdates: `true` if their content may have changed all the same.
    mutating func confirmAllPlaces(outdates: Bool) {
        if outdates { outdated = outdated.union(stale) }
        stale = PositionSet()
    }

    /// No row is certain to be at its position any more.
    mutating func markAllStale() { stale = rows.loadedRanges }

    /// Marks as stale the loaded rows among some positions, and no others.
    mutating func setStale(to positions: PositionSet) { stale = loaded(among: positions) }

    /// Marks the loaded rows among some positions as stale, too: they may be at other positions.
    mutating func markStale(_ positions: PositionSet) {
        stale = stale.union(loaded(among: positions))
    }

    /// The content of the loaded ones of some rows may have changed.
    mutating func markOutdated(_ positions: PositionSet) {
        outdated = outdated.union(loaded(among: positions))
    }

    /// The content of these rows equals the server's.
    mutating func confirmContent(_ positions: PositionSet) { outdated = outdated.subtracting(positions) }

    /// These rows are on screen.
    mutating func markSeen(_ range: Range<Int>, except empty: PositionSet) {
        seen.insert(range)
        for gap in empty.ranges { seen.remove(gap) }
    }
}

extension KnownRows {
    // MARK: Looking up

    /// The positions that have an item.
    private func loaded(among positions: PositionSet) -> PositionSet {
        guard let span = positions.span else { return positions }
        return rows.loadedRanges(in: span.clamped(to: 0..<rows.count)).intersection(positions)
    }

    /// The position of an item, if it is loaded.
    ///
    /// - Complexity: O(log *runs*) if no row was inserted in the middle of the list.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    func position(of number: Int) -> Int? { index[number].flatMap { rows.position(of: $0) } }

    /// The positions of items, as far as they are loaded.
    ///
    /// - Complexity: O(*n* log *runs*) in the count *n* of numbers if no row was inserted in the middle of the list or moved, else O((*n* +
    ///   *runs*) log *n*).
    func positions(of numbers: [Int]) -> [Int?] { rows.positions(of: numbers.map { index[$0] }) }

    /// The positions of the loaded ones of some items.
    func loadedPositions(of numbers: [Int]) -> PositionSet {
        PositionSet(positions: positions(of: numbers).compactMap { $0 })
    }

    /// The position of an item that is not stale, outside of rows that are about to be replaced.
    func confirmedPosition(of number: Int, outside replaced: Range<Int> = 0..<0) -> Int? {
        guard let position = position(of: number) else { return nil }
        return replaced.contains(position) || stale.contains(position) ? nil : position
    }

    /// `true` if a row is loaded and not stale.
    func isConfirmed(_ position: Int) -> Bool { rows[position] != nil && !stale.contains(position) }

    /// The rows of a range that are loaded and not stale.
    func confirmedRanges(in range: Range<Int>) -> PositionSet { rows.loadedRanges(in: range).subtracting(stale) }

    /// The rows of a set that have no item.
    func emptyRows(in positions: PositionSet) -> PositionSet {
        var empty = PositionSet()
        for range in positions.ranges { empty = empty.union(rows.missingRanges(in: range)) }
        return empty
    }

    /// The number of rows without an item, or with a stale one, including those past the end.
    func missingCount(in range: Range<Int>) -> Int {
        let inside = range.clamped(to: 0..<rows.count)
        return rows.missingRanges(in: inside).count + stale.intersection(inside).count + (range.count - inside.count)
    }

    // MARK: Updates

    /// The update that makes the list longer or shorter at its end.
    func resizing(to count: Int) -> ListUpdate {
        let kept = min(count, rows.count)
        return ListUpdate(
            oldCount: rows.count, newCount: count, removed: PositionSet(kept..<rows.count),
            inserted: PositionSet(kept..<count))
    }

    /// An update that marks these rows as changed, and moves none.
    func changing(_ positions: PositionSet) -> ListUpdate {
        ListUpdate(oldCount: rows.count, newCount: rows.count, changed: positions)
    }

    /// The update without any change.
    var unchanged: ListUpdate { ListUpdate(oldCount: rows.count, newCount: rows.count) }
}
