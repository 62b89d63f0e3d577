#if arch(wasm32)
    extension RunDirectory {
        /// The run that holds a position, which must be in the list.
        @inline(never)
        @usableFromInline func run(at position: Int) -> Int {
            var low = 0
            var high = runCount
            while high - low > 1 {
                let middle = (low + high) / 2
                if starts[middle] <= position { low = middle } else { high = middle }
            }
            return low
        }

        @usableFromInline func refit() {}
    }
#endif
