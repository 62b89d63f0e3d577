internal import Observation
internal import PagingCore

extension PagedList {
    /// How many rows came below the last row that was on screen: what a conversation says as "3 new messages". Observed.
    ///
    /// ```swift
    /// Button("\(list.unseenBelow) new messages") { scroller.scrollToEnd() }
    ///     .opacity(list.unseenBelow > 0 ? 1 : 0)
    /// ```
    ///
    /// Rows count that come while the list's end is known, and those behind the end that was known: by a refresh, by changes, by what a live
    /// source tells. Rows that are loaded as the reader comes to them do not, nor the reader's own (`insert(_:at:)`), nor those that a filter shows. A row counts no more
    /// once it, or one below it, was on screen, or is gone; all do not after ``jump(to:)`` and ``replaceSource(with:)``.
    ///
    /// Views tell what is on screen, by ``viewport(_:landing:viewer:)``. As long as none did since there are rows, nothing counts. Of several views the last one that told
    /// counts.
    public var unseenBelow: Int { observers.unseen.count }

    /// Which ends of the list were known before the last change of rows. Not observed.
    package var endsBeforeChange: (start: Bool, end: Bool) { observers.unseen.endsBeforeChange }
}

/// Keeps ``PagedList/unseenBelow`` up with a list.
@MainActor
@Observable
final class UnseenRows {
    private(set) var count = 0
    @ObservationIgnored private var rows = UnseenBelow()
    /// Which ends of the list are known now, and were before the last change of rows.
    @ObservationIgnored private var ends = (start: false, end: false)
    @ObservationIgnored private(set) var endsBeforeChange = (start: false, end: false)
    /// The view that told last what it shows.
    @ObservationIgnored private(set) var lastViewer = ViewerID.main

    /// A view shows these rows of a list with so many rows.
    func look(at range: Range<Int>, of count: Int, by viewer: ViewerID) {
        // Identifiers below 0 belong to hints and to prefetching, which show no rows.
        guard viewer.rawValue >= 0 else { return }
        lastViewer = viewer
        let visible = range.clamped(to: 0..<count)
        if visible.isEmpty { return }
        rows.look(at: visible)
        tell()
    }

    /// Rows came, went or moved.
    func follow(_ update: ListUpdate, _ reason: ListChangeReason) {
        endsBeforeChange = ends
        if reason.contains(.replacement) {
            rows = UnseenBelow()
        } else {
            let isOthers = reason.isDisjoint(with: [.edit, .filter])
            rows.follow(update, comes: isOthers && ends.end, comesAtEnd: isOthers)
        }
        tell()
    }

    /// The machine has dealt with an event.
    ///
    /// - Parameter count: how many rows are shown now.
    func settle(_ machine: ListMachine, count: Int) {
        ends = (machine.startIsKnown, machine.endIsKnown)
        if ends.end { rows.endIsKnown(at: count) }
    }

    private func tell() {
        // Reading the property itself would register a caller that is being tracked.
        if _count != rows.count { count = rows.count }
    }
}

/// The rows that came below the last row that was on screen.
struct UnseenBelow: Hashable, Sendable {
    private var rows = PositionSet()
    /// Behind the last row that was on screen; `nil` until one was.
    private var seenEnd: Int?
    /// Behind the last row that the list had when its end was last known; `nil` until it was. A refresh leads past it as any page does.
    private var knownEnd: Int?

    /// How many there are.
    var count: Int { rows.count }

    /// Rows are on screen.
    mutating func look(at visible: Range<Int>) {
        seenEnd = visible.upperBound
        if !rows.isEmpty { rows = rows.subtracting(PositionSet(0..<visible.upperBound)) }
    }

    /// The list is known to end there.
    mutating func endIsKnown(at count: Int) { knownEnd = count }

    /// Follows an update.
    ///
    /// - Parameters:
    ///   - update: the update of the rows.
    ///   - comes: `true` if inserted rows are new, and were not only loaded.
    ///   - comesAtEnd: the same for rows behind the end, as of when it was known.
    /// - Complexity: O(*ranges* + *moves*) in the changes and in the new rows, and O(log *rows* × log *ranges*).
    mutating func follow(_ update: ListUpdate, comes: Bool, comesAtEnd: Bool = false) {
        if update.isInPlace { return }
        knownEnd = knownEnd.map { update.boundary(behind: min($0, update.oldCount)) }
        guard let end = seenEnd else { return }
        let boundary = update.boundary(behind: min(end, update.oldCount))
        seenEnd = boundary
        if !rows.isEmpty { rows = update.newPositions(of: rows) }
        let start = comes ? boundary : comesAtEnd ? knownEnd.map { max(boundary, $0) } : nil
        if let start { rows = rows.union(update.inserted.subtracting(PositionSet(0..<start))) }
    }
}

extension ListUpdate {
    /// The place behind the last of the rows before a position that neither go nor move: where what comes behind them begins.
    fileprivate func boundary(behind old: Int) -> Int {
        let (gone, come) = (leaving, entering)
        let kept = old - gone.count(below: old)
        var (low, high) = (0, newCount)
        while low < high {
            let middle = (low + high) / 2
            if middle - come.count(below: middle) >= kept { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The new positions of those rows of the old list that are left.
    fileprivate func newPositions(of old: PositionSet) -> PositionSet {
        let back = ListUpdate(
            oldCount: newCount, newCount: oldCount, removed: inserted, inserted: removed,
            moves: moves.map { Move(from: $0.to, to: $0.from) })
        let moved = PositionSet(moves.filter { old.contains($0.from) }.map { $0.to..<$0.to + 1 })
        return back.positionMap.oldPositions(ofKept: old).union(moved)
    }

    private var leaving: PositionSet { removed.union(PositionSet(moves.map { $0.from..<$0.from + 1 })) }
    private var entering: PositionSet { inserted.union(PositionSet(moves.map { $0.to..<$0.to + 1 })) }
}
