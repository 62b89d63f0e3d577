#if arch(wasm32)
    /// How far requests can reach into a list in which any rows that are neighbours can be asked for, and that never grows.
    struct Reach: Sendable {
        var endIsKnown: Bool
        var isRandom: Bool
        var isSelective: Bool { false }
        var mayHaveGrown: Bool { false }

        init(endIsKnown: Bool, isRandom: Bool, isSelective: Bool, mayHaveGrown: Bool) {
            (self.endIsKnown, self.isRandom) = (endIsKnown, isRandom)
        }
    }
#endif
