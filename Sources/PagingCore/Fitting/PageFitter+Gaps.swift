/// Gaps: how they are opened and closed.
extension PageFitter {
    /// Removes the gap before a row, while a page is fitted into it, and returns it. `nil` if there is none.
    mutating func takeGap(at position: Int) -> Gap? {
        addressing.gaps.firstIndex { $0.position == position && position > 0 }.map { addressing.gaps.remove(at: $0) }
    }

    /// A page met none of the rows behind it: its gap is now behind it, and a first page opens one.
    mutating func keepGap(_ gap: Gap?, isTop: Bool, at end: Int) {
        guard end < rows.count, rows[end] != nil else { return }
        if isTop { openGap(at: end, before: nil) }
        if var gap {
            (gap.position, gap.pagesLeft) = (end, max(0, gap.pagesLeft - 1))
            addressing.insert(gap)
        }
    }

    /// No row is missing between the rows of a page, and a gap that no cursor leads to cannot be filled.
    mutating func dropGaps(before end: Int, behind start: Int) {
        let checkpoints = addressing.checkpoints
        addressing.gaps.removeAll {
            $0.position > start && $0.position < end || checkpoints.anchor(at: $0.position) != $0.position
        }
    }

    /// The server's list ends here: the rows behind a gap are no longer in it.
    mutating func cut(to end: Int) -> ListUpdate {
        let removal = list.resizing(to: end)
        follow(removal)
        addressing.checkpoints.truncate(to: end)
        addressing.gaps.removeAll { $0.position >= end }
        return removal
    }

    /// Drops the loaded rows, and the requests with them: the list begins anew.
    mutating func dropAll() -> ListUpdate {
        note(.emptied)
        let removal = list.resizing(to: 0)
        follow(removal)
        addressing.restart()
        list.endIsKnown = false
        return removal
    }

    /// Rows may be missing before a row. They are loaded as far as the policy says.
    mutating func openGap(at position: Int, before number: Int?) {
        addressing.insert(Gap(position: position, number: number, pagesLeft: addressing.pagesToFill))
    }
}
