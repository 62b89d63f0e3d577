#if arch(wasm32)
    extension ListMachine {
        func noteSeen() {}
        func requestForHistory(_ ask: LoadPlan.Ask, now: Instant) -> LoadRequest? { nil }
        func takeHistory(_ page: Page<Int>) -> ListUpdate { changedStates(of: 0..<0) }
    }
#endif
