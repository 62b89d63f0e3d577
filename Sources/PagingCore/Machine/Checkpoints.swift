/// Places in a list that a request can start from, learned from the cursors that pages bring.
///
/// A list that is read in order can be entered again wherever it was entered before, so rows that were evicted come
/// back at the cost of one request instead of a walk from the start.
struct Checkpoints: Sendable {
    struct Entry: Sendable {
        var position: Int
        var cursor: Cursor?
        /// The row that the cursor leads past, in a list whose rows may go past each other.
        var number: Int?
        /// Whether that row's slot is gone.
        var isLoose = false
    }

    var entries = [Entry(position: 0, cursor: nil)]
    /// One earlier cursor, moved up at every power of two: a walk that runs in a circle must meet it.
    private var milestone: Cursor?
    private var stepsToMilestone = 1
    private var stepsSinceMilestone = 0

    init() {}

    /// The start of the list alone, where nothing is read by cursors.
    static let atStart = Checkpoints()

    /// A request starts at this position, which takes no cursor to say: what follows it is found out anew each time.
    init(at position: Int) {
        if position > 0 { entries.append(Entry(position: position, cursor: nil)) }
    }

    /// What was learned before, in list order; the start of the list need not be among it.
    init(restoring saved: [ListMachine.State.Checkpoint], rows: PagedArray<Int>) {
        for checkpoint in saved {
            if checkpoint.position == 0 {
                entries[0].cursor = checkpoint.cursor
            } else {
                entries.append(
                    Entry(
                        position: checkpoint.position, cursor: checkpoint.cursor, number: rows[checkpoint.position - 1])
                )
            }
        }
    }

    /// What was learned so far.
    var saved: [ListMachine.State.Checkpoint] {
        entries.map { ListMachine.State.Checkpoint(position: $0.position, cursor: $0.cursor) }
    }

    /// The last position at or before this one that a request can start from.
    func anchor(at position: Int) -> Int { entries[index(at: position)].position }

    /// What to ask after, to get what stands at an anchor; `nil` for the start of the list.
    func cursor(at anchor: Int) -> Cursor? { entries[index(at: anchor)].cursor }

    /// The first checkpoint past a position.
    func next(after position: Int) -> Int? {
        let following = index(at: position) + 1
        return following < entries.count ? entries[following].position : nil
    }

    /// Learns that what stands at a position follows a cursor.
    ///
    /// - Returns: whether the walk goes on; `false` where the cursor was followed before.
    ///   Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20, 1980, §2 (cycle finding).
    mutating func learn(_ cursor: Cursor, at position: Int, after asked: Cursor?) -> Bool {
        if cursor == asked { return false }
        let place = index(at: position)
        if entries[place].position == position {
            // The start stays reachable by asking after nothing, unless an empty page stood there.
            if entries[place].cursor == cursor { return true }
            entries[place].cursor = cursor
        } else {
            entries.insert(Entry(position: position, cursor: cursor), at: place + 1)
        }
        // Only steps at the frontier are steps of the walk; going back to fill a hole is none.
        guard place + 2 >= entries.count else { return true }
        if cursor == milestone { return false }
        stepsSinceMilestone += 1
        if stepsSinceMilestone == stepsToMilestone {
            (milestone, stepsToMilestone, stepsSinceMilestone) = (cursor, stepsToMilestone * 2, 0)
        }
        return true
    }

    /// Rows stand elsewhere now: a cursor leads past the row that it led past before.
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

    /// Puts checkpoints in list order. Of two that lead to the same place the later one was asked for after more of the list.
    mutating func arrange(_ moved: [Entry]) {
        var kept = [entries[0]]
        kept.reserveCapacity(moved.count + 1)
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

    /// Forgets checkpoints past the end of the list.
    mutating func truncate(to count: Int) {
        while let last = entries.last, last.position > count { entries.removeLast() }
    }

    func index(at position: Int) -> Int {
        var (low, high) = (0, entries.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if entries[middle].position <= position { low = middle } else { high = middle }
        }
        return low
    }
}
