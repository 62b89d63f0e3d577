public import PagingCore

/// Places in a list where an unknown number of rows may be missing.
extension PagedList {
    /// The way of a refresh where the first page shares nothing with what is loaded; `.fill(maxPages: 4)` unless set. A change
    /// takes effect with the next page.
    ///
    /// Only lists whose rows come on top, or come and go anywhere in a stable order, have such gaps: see ``ListBehavior``.
    public var gapPolicy: GapPolicy {
        get { machine.gapPolicy }
        set { machine.gapPolicy = newValue }
    }

    /// The rows before which an unknown number of others may be missing, ascending: where a view shows something to tap.
    ///
    /// A refresh leaves a gap that does not meet what is loaded. So does any page of a list whose rows move that has no row in
    /// common with what is loaded beside it; a view that tells its viewport closes that by coming near.
    /// ``count`` is among them where all rows behind a gap are hidden.
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

    /// Loads a page into the gap before a row, beside those that ``gapPolicy`` allows; nothing happens where there is none.
    ///
    /// Returns at once: the rows arrive as any others do, and the gap is gone once they meet the rows behind it.
    ///
    /// - Parameter position: one of ``gapPositions``.
    public func fillGap(at position: Int) {
        let gap = machine.gapPositions.first { projection?.list.shownCount(beforeServer: $0) ?? $0 == position }
        guard let gap else { return }
        apply(machine.fillGap(at: gap, now: driver.time.now()))
    }
}
