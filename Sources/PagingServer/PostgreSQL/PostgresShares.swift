/// Counts who reads each list: none takes more than its share, so that one whose table is locked or slow leaves room for the others.
struct PostgresShares {
    private var reading: [String: Int] = [:]
    private var waiting: [String: Int] = [:]

    /// Notes that a request wants to read a list.
    ///
    /// - Returns: whether it may wait for that. So many may as leave threads for requests about other lists.
    mutating func wait(for list: String) -> Bool {
        let isFull = reading[list, default: 0] >= ServerLimits.connectionsPerList
        guard !isFull || waiting[list, default: 0] < ServerLimits.waitingPerList else { return false }
        waiting[list, default: 0] += 1
        return true
    }

    /// A request waits no longer, as it reads or has given up.
    mutating func endWaiting(for list: String) { waiting[list] = less(waiting[list]) }

    /// Begins to read a list, where its share has room.
    mutating func begin(_ list: String) -> Bool {
        guard reading[list, default: 0] < ServerLimits.connectionsPerList else { return false }
        reading[list, default: 0] += 1
        return true
    }

    mutating func end(_ list: String) { reading[list] = less(reading[list]) }

    /// One less; `nil` for none, so that lists that nobody reads are forgotten.
    private func less(_ count: Int?) -> Int? { count.flatMap { $0 > 1 ? $0 - 1 : nil } }
}
