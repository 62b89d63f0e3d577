/// Places in a list that a request can start from, learned from the cursors of pages.
///
/// A list that is read in order can be entered again wherever it was entered before. So evicted rows are loaded again by one request instead of
/// a walk from the start.
///
/// A list that begins at another place than its start (``ListStart``) is entered by other requests too, and more rows may come before its first
/// one:
///
///     position 0     before(c)     the rows right before c, up to the next checkpoint
///     position 30    around(id)    the page that the list began with
///     position 55    after(d)      the rows that follow d, however many
struct Checkpoints: Sendable {
    /// How the rows at a checkpoint are asked for.
    typealias Way = ListMachine.State.Checkpoint.Way

    struct Entry: Sendable {
        var position: Int
        var way = Way.after
        var cursor: Cursor?
        /// The row that the cursor leads past, or comes right before, in a list whose rows may pass each other.
        var number: Int?
        /// `true` if that row's slot was removed.
        var isLoose = false
    }

    /// In list order; the first is at position 0.
    var entries = [Entry(position: 0, cursor: nil)]
    /// How the rows before the first one are asked for; unspecified until an answer says so, or if no cursor leads there.
    var beginning = PageBeginning.start
    /// The row that its cursor comes right before, in a list whose rows may pass each other.
    var beginningNumber: Int?
    /// An earlier cursor, renewed at every power of two steps: a walk in a circle must meet it.
    private var milestone: Cursor?
    private var stepsToMilestone = 1
    private var stepsSinceMilestone = 0

    init() {}

    /// A list of which only the place where reading begins is known.
    init(from start: ListStart) {
        guard let first = start.question else { return }
        (entries[0].way, entries[0].cursor, beginning) = (first.way, first.cursor, .unspecified)
    }

    /// Only the start of the list, if no rows are read by cursors.
    static let atStart = Checkpoints()

    /// A request starts at this position without a cursor: the cursor behind it is found anew each time.
    init(at position: Int) {
        if position > 0 { entries.append(Entry(position: position, cursor: nil)) }
    }

    /// The checkpoints of a saved list, in list order; the start of the list need not be among them.
    init(restoring saved: [ListMachine.State.Checkpoint], beginning: PageBeginning, rows: PagedArray<Int>) {
        self.beginning = beginning
        for checkpoint in saved {
            let (position, way) = (checkpoint.position, checkpoint.way)
            if position == 0 {
                (entries[0].way, entries[0].cursor) = (way, checkpoint.cursor)
            } else {
                let number = way == .after ? rows[position - 1] : nil
                entries.append(Entry(position: position, way: way, cursor: checkpoint.cursor, number: number))
            }
        }
    }

    /// The checkpoints learned so far.
    var saved: [ListMachine.State.Checkpoint] {
        entries.map { ListMachine.State.Checkpoint(position: $0.position, way: $0.way, cursor: $0.cursor) }
    }

    /// The last position at or before this one that a request can start from.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    func anchor(at position: Int) -> Int { entries[index(at: position)].position }

    /// The cursor of the request that begins at an anchor, or `nil` for the start of the list.
    func cursor(at anchor: Int) -> Cursor? { entries[index(at: anchor)].cursor }

    /// `true` if the request for the first row may later lead elsewhere: to the list's end, or to a row that may be removed.
    var isUnsettled: Bool { entries[0].way == .around || entries[0].way == .before && entries[0].cursor == nil }

    /// How the rows at an anchor are asked for.
    func way(at anchor: Int) -> Way { entries[index(at: anchor)].way }

    /// The request for the rows at an anchor.
    func request(at anchor: Int, limit: Int) -> PageRequest {
        let entry = entries[index(at: anchor)]
        switch (entry.way, entry.cursor) {
        case (.before, let cursor): return .before(cursor, limit: limit)
        case (.around, let id?): return .around(id, limit: limit)
        case (_, let cursor): return .after(cursor, limit: limit)
        }
    }

    /// The first checkpoint past a position.
    func next(after position: Int) -> Int? {
        let following = index(at: position) + 1
        return following < entries.count ? entries[following].position : nil
    }

    /// Learns that the row at a position follows a cursor.
    ///
    /// - Returns: `true` if the walk goes on; `false` if the cursor was followed before.
    ///   Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20, 1980, §2 (cycle finding).
    mutating func learn(_ cursor: Cursor, at position: Int, after asked: Cursor?) -> Bool {
        if cursor == asked { return false }
        let place = index(at: position)
        if entries[place].position == position {
            // The start is still reached without a cursor, unless the first page was empty.
            if entries[place].cursor == cursor, entries[place].way == .after { return true }
            (entries[place].way, entries[place].cursor) = (.after, cursor)
        } else {
            entries.insert(Entry(position: position, cursor: cursor), at: place + 1)
        }
        // Only steps at the frontier count as steps of the walk; going back to fill a hole does not.
        guard place + 2 >= entries.count else { return true }
        if cursor == milestone { return false }
        stepsSinceMilestone += 1
        if stepsSinceMilestone == stepsToMilestone {
            (milestone, stepsToMilestone, stepsSinceMilestone) = (cursor, stepsToMilestone * 2, 0)
        }
        return true
    }

    /// Rows are at other positions now: a cursor leads past the same row as before.
    mutating func follow(_ map: PositionMap) {
        var ascends = true
        for index in entries.indices.dropFirst() {
            let old = entries[index].position
            entries[index].position = map.newBoundary(behind: old)
            if map.newPosition(of: old - 1) == nil { entries[index].isLoose = true }
            ascends = ascends && entries[index - 1].position < entries[index].position
        }
        if !ascends { arrange(Array(entries.dropFirst())) }
    }

    /// Sorts checkpoints into list order. Of two that lead to the same place, the later one is kept, which was requested after more of the list.
    mutating func arrange(_ moved: [Entry]) {
        var kept = [entries[0]]
        kept.reserveCapacity(moved.count + 1)
        // If the list does not begin at its start, the last checkpoint that leads to its first row is kept.
        if beginning != .start, let first = moved.last(where: { $0.position == 0 }) { kept[0] = first }
        for entry in moved where entry.position > 0 {
            let place = kept.count - kept.reversed().prefix { $0.position > entry.position }.count
            if kept[place - 1].position == entry.position {
                kept[place - 1] = entry
            } else {
                kept.insert(entry, at: place)
            }
        }
        entries = kept
    }

    /// Adds a checkpoint, replacing one at its position.
    mutating func insert(_ entry: Entry) {
        let place = index(at: entry.position)
        if entries[place].position == entry.position {
            entries[place] = entry
        } else {
            entries.insert(entry, at: place + 1)
        }
    }

    /// The first row is asked for in this way from now on.
    mutating func askForFirst(_ way: Way, _ cursor: Cursor?, number: Int? = nil) {
        (entries[0].way, entries[0].cursor, entries[0].number) = (way, cursor, number)
    }

    /// The former first row is at a position now, and is asked for as before.
    mutating func keepFirst(at position: Int) {
        var first = entries[0]
        guard first.cursor != nil || first.way == .before else { return }
        first.position = position
        insert(first)
    }

    /// A page begins at a position that was requested before a cursor: rows above it, which were part of that request, are requested before the
    /// page.
    mutating func split(
        at position: Int, above: (cursor: Cursor, number: Int?), from page: (cursor: Cursor?, number: Int?)
    ) {
        // A checkpoint may lead to that position already, from before rows came or went.
        let asked = entries.lastIndex {
            $0.way == .before && $0.cursor == page.cursor && $0.position < position
        }
        let place = asked ?? index(at: position)
        guard position > 0, entries[place].position < position else { return }
        (entries[place].way, entries[place].cursor, entries[place].number) = (.before, above.cursor, above.number)
        insert(Entry(position: position, way: .before, cursor: page.cursor, number: page.number))
    }

    /// Forgets checkpoints past the end of the list.
    mutating func truncate(to count: Int) {
        while let last = entries.last, last.position > count { entries.removeLast() }
    }

    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    func index(at position: Int) -> Int {
        var (low, high) = (0, entries.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if entries[middle].position <= position { low = middle } else { high = middle }
        }
        return low
    }
}
