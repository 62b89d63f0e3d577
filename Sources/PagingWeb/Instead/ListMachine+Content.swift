#if arch(wasm32)
    /// What a row reads stays so: no row is ever aged.
    extension ListMachine {
        var readsByIdentifier: Bool { false }
        var unproven: PositionSet { stale }
        var staleInPages: PositionSet { stale }
        var agedToAsk: [Int] { [] }

        mutating func prove(_ range: Range<Int>) { stale.remove(range) }
        func provePlaces() {}
        func age(_ numbers: [Int]) {}
        func wantContent() {}
    }
#endif
