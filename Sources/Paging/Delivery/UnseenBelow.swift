internal import Observation
internal import PagingCore

extension PagedList {
    /// How many rows came below the last row that was on screen: the "3 new messages" of a conversation. Observed.
    ///
    /// ```swift
    /// Button("\(list.unseenBelow) new messages") { scroller.scrollToEnd() }
    ///     .opacity(list.unseenBelow > 0 ? 1 : 0)
    /// ```
    ///
    /// Rows count if they come while the list's end is known, or behind the end that was known: by a refresh, by changes, or from a live source.
    /// Rows that load as the reader comes to them do not count, nor do the reader's own (`insert(_:at:)`) and rows that a filter shows. A row no
    /// longer counts once it, or one below it, was on screen, or it was removed. ``jump(to:)`` and ``replaceSource(with:)`` reset the count.
    ///
    /// Views report the rows on screen by ``viewport(_:landing:viewer:)``. Before one has done so since the list has rows, no row counts. Of
    /// several views the last one that reported counts.
    public var unseenBelow: Int { observers.unseen.count }

    /// The ends of the list that were known before the last change of rows. Not observed.
    package var endsBeforeChange: (start: Bool, end: Bool) { observers.unseen.endsBeforeChange }
}

/// Keeps ``PagedList/unseenBelow`` up to date.
@MainActor
@Observable
final class UnseenRows {
    private(set) var count = 0
    @ObservationIgnored private var rows = UnseenBelow()
    /// The ends of the list that are known now, and those known before the last change of rows.
    @ObservationIgnored private var ends = (start: false, end: false)
    @ObservationIgnored private(set) var endsBeforeChange = (start: false, end: false)
    /// The view that last reported its rows.
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

    /// Rows came, were removed or moved.
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

    /// The machine has handled an event.
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

/// The rows that came below the last row on screen.
struct UnseenBelow: Hashable, Sendable {
    private var rows = PositionSet()
    /// The position behind the last row that was on screen, or `nil` until one was.
    private var seenEnd: Int?
    /// The position behind the last row that the list had when its end was last known, or `nil` until it was. A refresh leads past it as any
    /// page does.
    private var knownEnd: Int?

    /// The number of these rows.
    var count: Int { rows.count }

    /// Rows are on screen.
    mutating func look(at visible: Range<Int>) {
        seenEnd = visible.upperBound
        if !rows.isEmpty { rows = rows.subtracting(PositionSet(0..<visible.upperBound)) }
    }

    /// The list's end is known to be there.
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
    /// The position behind the last staying row before an old position: rows that come there are below.
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

    /// The new positions of those old rows that are left.
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
