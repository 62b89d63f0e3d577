/// Where requests can start in a list that is read in order, by cursors, and where rows may be missing in any.
struct ReadingOrder: Sendable {
    var checkpoints = Checkpoints()
    var gaps: [Gap] = []
    /// Rows at which the server's pages begin wherever they are asked for, as where each section is paged by itself. No page has
    /// one of them and the row above it, so that none can prove them next to each other.
    private(set) var pageStarts = PositionSet()
    /// The row at the top of a list that only grows there, remembered even where it is evicted.
    var top: Int?
    /// What a refresh does that does not meet what is loaded.
    var gapPolicy = GapPolicy.fill(maxPages: 4)

    /// Rows are at other positions: cursors and gaps stay with theirs.
    mutating func follow(_ map: PositionMap) {
        checkpoints.follow(map)
        pageStarts = map.newPositions(ofAll: pageStarts)
        let old = gaps
        gaps = []
        // Rows may go past each other, and of two gaps with nothing left between them one remains.
        for var gap in old {
            gap.position = map.newPosition(ofOrAfter: gap.position)
            if gap.position > 0, gap.position < map.newCount { insert(gap) }
        }
    }

    /// Opens a gap, or allows one that is open the pages of this.
    mutating func insert(_ gap: Gap) {
        let index = gaps.firstIndex { $0.position >= gap.position } ?? gaps.count
        if index < gaps.count, gaps[index].position == gap.position {
            gaps[index].pagesLeft = max(gaps[index].pagesLeft, gap.pagesLeft)
            gaps[index].number = gaps[index].number ?? gap.number
        } else {
            gaps.insert(gap, at: index)
        }
    }

    /// Learns that the server's pages end above a row.
    mutating func learnPageStart(_ position: Int) { pageStarts.insert(position..<position + 1) }

    /// Forgets what lies past the end of the list.
    mutating func truncate(to count: Int) {
        checkpoints.truncate(to: count)
        gaps.removeAll { $0.position >= count }
        pageStarts.remove(count..<Limits.slots)
    }

    /// How many pages a gap that opens at the top is filled with.
    var pagesToFill: Int { if case .fill(let pages) = gapPolicy { max(0, pages) } else { 0 } }

    /// Nothing has been read.
    mutating func restart() { (checkpoints, gaps, pageStarts) = (Checkpoints(), [], PositionSet()) }
}
