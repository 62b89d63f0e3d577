#if arch(wasm32)
    /// The requests of the page that are no pages: those for sections.
    struct Errands: Sendable {
        var sections = Errand()
        var (snapshot, changes, check, content) = (NoErrand(), NoErrand(), NoErrand(), NoErrand())

        var isProving: Bool { false }
        var hasWork: Bool { sections.isWanted }
        var wakeAt: Instant? { hasWork ? sections.retryAt : nil }

        mutating func renew() -> [RequestID] { sections.renew() }
    }

    /// A request that is never sent.
    struct NoErrand: Sendable {
        var isOpen: Bool { false }

        mutating func want() {}
        mutating func send(planner: inout LoadPlanner, now: Instant) -> RequestID? { nil }
        mutating func land(_ id: RequestID) -> Bool { false }
        mutating func finish() {}
        mutating func failed(
            _ id: RequestID, isTransient: Bool, retryAfter: Double?, planner: inout LoadPlanner, now: Instant
        ) -> Bool? { nil }
    }
#endif
