/// Requests other than pages, by kind: at most one of each at a time.
struct AuxiliaryRequests: Sendable {
    /// The kinds of requests other than pages.
    enum Kind: Int, CaseIterable {
        case sections
        case snapshot
        case changes
        case check
        /// The content of rows, by identifier.
        case content
    }

    private var all = [AuxiliaryRequest](repeating: AuxiliaryRequest(), count: Kind.allCases.count)
    /// The reason why a snapshot finally failed, or `nil` if it did not.
    var failure: LoadFailure?

    subscript(kind: Kind) -> AuxiliaryRequest {
        @inline(never)
        get { all[kind.rawValue] }
        _modify { yield &all[kind.rawValue] }
    }

    /// `true` if the list as a whole is being compared with the server's.
    var isComparing: Bool { self[.snapshot].isOpen || self[.changes].isOpen || self[.check].isOpen }

    /// `true` if any is under way or waits to be repeated.
    var isBusy: Bool { all.contains { $0.isUnderWay } }

    /// `true` if any is wanted.
    var hasWork: Bool { all.contains { $0.isWanted } }

    /// When the oldest request under way was sent, or `nil` if none is.
    var oldestAskedAt: Instant? { all.lazy.compactMap { $0.askedAt }.min() }

    /// When the latest request under way was sent, or `nil` if none is.
    var latestAskedAt: Instant? { all.lazy.compactMap { $0.askedAt }.max() }

    /// When the first of them is repeated.
    var wakeAt: Instant? { hasWork ? all.lazy.compactMap { $0.retryAt }.min() : nil }

    /// Notes that a request failed.
    ///
    /// - Returns: its kind, and `true` if it was given up, or `nil` if it is none of these.
    mutating func failed(
        _ request: RequestID, isTransient: Bool, retryAfter: Double?, planner: inout LoadPlanner, now: Instant
    ) -> (kind: Kind, isOver: Bool)? {
        for kind in Kind.allCases {
            let isOver = self[kind].failed(
                request, isTransient: isTransient, retryAfter: retryAfter, planner: &planner, now: now)
            if let isOver { return (kind, isOver) }
        }
        return nil
    }

    /// Cancels the requests under way.
    mutating func renew() -> [RequestID] {
        failure = nil
        var cancelled: [RequestID] = []
        for index in all.indices { cancelled += all[index].renew() }
        return cancelled
    }
}
