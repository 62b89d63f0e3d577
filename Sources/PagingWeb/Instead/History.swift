#if arch(wasm32)
    /// The walk through a feed, of which no page has one: there is no value of this type.
    enum History: Sendable {
        func stop() {}
        func failed() {}
        func forget() {}
    }
#endif
