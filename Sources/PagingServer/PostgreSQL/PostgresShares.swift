/// The number of reads of each list. No list exceeds its share, so that a locked or slow table leaves room for the other lists.
struct PostgresShares {
    private var reading: [String: Int] = [:]
    private var waiting: [String: Int] = [:]

    /// Notes that a request wants to read a list.
    ///
    /// - Returns: `true` if it may wait. The number of those that wait leaves threads for requests about other lists.
    mutating func wait(for list: String) -> Bool {
        let isFull = reading[list, default: 0] >= ServerLimits.connectionsPerList
        guard !isFull || waiting[list, default: 0] < ServerLimits.waitingPerList else { return false }
        waiting[list, default: 0] += 1
        return true
    }

    /// A request stops waiting, because it reads or has given up.
    mutating func endWaiting(for list: String) { waiting[list] = less(waiting[list]) }

    /// The number of requests that wait for a list.
    func waiters(for list: String) -> Int { waiting[list, default: 0] }

    /// Begins to read a list if its share has room.
    mutating func begin(_ list: String) -> Bool {
        guard reading[list, default: 0] < ServerLimits.connectionsPerList else { return false }
        reading[list, default: 0] += 1
        return true
    }

    mutating func end(_ list: String) { reading[list] = less(reading[list]) }

    /// One less, or `nil` for zero, so that unread lists are forgotten.
    private func less(_ count: Int?) -> Int? { count.flatMap { $0 > 1 ? $0 - 1 : nil } }
}
