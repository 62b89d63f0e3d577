/// What is known of a list that is read in order, by cursors: where requests can start, and where rows may be missing.
struct ReadingOrder: Sendable {
    var checkpoints = Checkpoints()
    var gaps: [Gap] = []
    /// The row at the top of a list that only grows there, remembered even where it is evicted.
    var top: Int?
    /// What a refresh does that does not meet what is loaded.
    var gapPolicy = GapPolicy.fill(maxPages: 4)

    /// Rows are at other positions: cursors and gaps stay with theirs.
    mutating func follow(_ map: PositionMap) {
        checkpoints.follow(map)
        for index in gaps.indices { gaps[index].position = map.newPosition(ofOrAfter: gaps[index].position) }
        gaps.removeAll { $0.position == 0 || $0.position >= map.newCount }
    }

    /// Forgets what lies past the end of the list.
    mutating func truncate(to count: Int) { checkpoints.truncate(to: count) }

    /// Nothing has been read.
    mutating func restart() { (checkpoints, gaps) = (Checkpoints(), []) }
}
