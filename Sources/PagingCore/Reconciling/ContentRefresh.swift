/// How the content of rows at confirmed positions is updated.
struct ContentRefresh: Sendable {
    /// The items whose content was requested by identifier.
    var asked: [Int] = []
    /// When the server last reported that the content of rows changed: a request sent before may bring old content.
    private(set) var editedAt = Instant(milliseconds: -.infinity)
    /// `true` if content is requested by pages, since requesting it by identifiers has failed for good.
    var comesByPage = false
    /// The items that arrived while older requests were under way.
    var arrivals = ContentArrivals()

    /// The content of any row may have changed.
    mutating func markAllEdited(now: Instant) { (editedAt, asked) = (now, []) }

    /// The content of some items changed: answers under way for them may be out of date.
    mutating func edited(_ numbers: [Int], now: Instant) {
        if numbers.isEmpty { return }
        editedAt = now
        if asked.isEmpty { return }
        let edited = Set(numbers)
        asked.removeAll { edited.contains($0) }
    }
}
