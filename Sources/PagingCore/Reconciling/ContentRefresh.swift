/// How the content of rows that are at their positions is brought up to date.
struct ContentRefresh: Sendable {
    /// The items whose content has been asked for by identifier.
    var asked: [Int] = []
    /// When the server last told that the content of rows changed: a request that was sent before may bring it as it was.
    private(set) var editedAt = Instant(milliseconds: -.infinity)
    /// `true` if content is asked for by pages, since asking by identifiers has failed for good.
    var comesByPage = false
    /// The items that arrived while older requests were under way.
    var arrivals = ContentArrivals()

    /// The content of any row may have changed.
    mutating func markAllEdited(now: Instant) { (editedAt, asked) = (now, []) }

    /// The content of some items changed: what is under way for them may be out of date.
    mutating func edited(_ numbers: [Int], now: Instant) {
        if numbers.isEmpty { return }
        editedAt = now
        if asked.isEmpty { return }
        let edited = Set(numbers)
        asked.removeAll { edited.contains($0) }
    }
}
