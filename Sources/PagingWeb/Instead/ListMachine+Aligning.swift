#if arch(wasm32)
    /// Rows never move, but that they are in doubt after a refresh.
    extension ListMachine {
        mutating func doubt() { stale = rows.loadedRanges }
        func keepOrder() {}
        func takeAligned(
            _ page: Page<Int>, at start: Int, for flight: Flight, now: Instant
        ) throws(PageDefect) -> ListUpdate? { nil }
        func follow(_ update: ListUpdate) {}
        func resizeMoved(to count: Int, for flight: Flight, now: Instant) -> ListUpdate? { nil }
    }
#endif
