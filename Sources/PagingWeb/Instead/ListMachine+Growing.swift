#if arch(wasm32)
    /// A page's list never grows at its top.
    extension ListMachine {
        func takeGrown(_ page: Page<Int>, for flight: Flight, now: Instant) -> ListUpdate { changedStates(of: 0..<0) }
    }
#endif
