#if arch(wasm32)
    /// What a row reads stays so: no row is ever aged.
    extension ListMachine {
        var readsByIdentifier: Bool { false }
        var unproven: PositionSet { stale }
        var staleInPages: PositionSet { stale }
        func agedToAsk(now: Instant) -> [Int] { [] }

        mutating func prove(_ range: Range<Int>) { stale.remove(range) }
        func provePlaces() {}
        func age(_ numbers: [Int], now: Instant) {}
        func wantContent(now: Instant) {}
    }
#endif
