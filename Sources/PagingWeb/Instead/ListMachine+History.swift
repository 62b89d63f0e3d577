#if arch(wasm32)
    extension ListMachine {
        var keepsHistory: Bool { false }

        func noteSeen() {}
        func demandWalk() {}
        func requestForHistory(_ ask: LoadPlan.Ask, now: Instant) -> LoadRequest? { nil }
        func takeHistory(_ page: Page<Int>) -> ListUpdate { changedStates(of: 0..<0) }
    }
#endif
