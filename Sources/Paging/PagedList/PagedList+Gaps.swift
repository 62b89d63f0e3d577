public import PagingCore

/// Places in a list where an unknown number of rows may be missing.
extension PagedList {
    /// The action of a refresh if the first page shares no row with the loaded ones; `.fill(maxPages: 4)` unless set. A change takes effect with
    /// the next page.
    ///
    /// Only lists whose rows come at the top, or come and go anywhere in a stable order, have such gaps: see ``ListBehavior``.
    public var gapPolicy: GapPolicy {
        get { machine.gapPolicy }
        set { machine.gapPolicy = newValue }
    }

    /// The rows before which an unknown number of others may be missing, ascending. A view shows something to tap there.
    ///
    /// A refresh leaves a gap if its pages do not meet the loaded rows. In a list whose rows move, so does any page that shares no row with the
    /// loaded ones beside it; a view that reports its viewport closes such a gap by coming near. ``count`` is among the positions if all rows
    /// behind a gap are hidden.
    ///
    /// - Complexity: O(*g* log *n*) in the number of gaps.
    public var gapPositions: [Int] {
        let gaps = observers.list.gapPositions
        guard let list = projection?.list else { return gaps }
        var shown: [Int] = []
        for gap in gaps {
            let position = list.shownCount(beforeServer: gap)
            if shown.last != position { shown.append(position) }
        }
        return shown
    }

    /// Loads a page into the gap before a row, beyond the pages that ``gapPolicy`` allows. Without a gap there it has no effect.
    ///
    /// It returns at once. The rows arrive like any others, and the gap is gone once they meet the rows behind it.
    ///
    /// - Parameter position: one of ``gapPositions``.
    public func fillGap(at position: Int) {
        let gap = machine.gapPositions.first { projection?.list.shownCount(beforeServer: $0) ?? $0 == position }
        guard let gap else { return }
        apply(machine.fillGap(at: gap, now: driver.time.now()))
    }
}
