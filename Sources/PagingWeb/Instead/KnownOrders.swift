#if arch(wasm32)
    /// Which rows are in order counts only where they move.
    struct KnownOrders: Sendable {
        mutating func remove(_ rows: PositionSet) {}
    }
#endif
