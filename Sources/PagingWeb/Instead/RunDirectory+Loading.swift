#if arch(wasm32)
    /// Loading in the page's lists: the plain way, which cuts runs and joins what can be one. The core's own
    /// also changes runs where they are, which counts in lists of many thousands of them.
    extension RunDirectory {
        /// Writes items over slots that are loaded or not, and returns how many of the slots were placeholders.
        @usableFromInline
        mutating func write(_ items: some Collection<Item>, at position: Int) -> Int {
            let items = Array(items)
            var loaded = 0
            var offset = 0
            while offset < items.count {
                // No run of items reaches over the end of a block of identities.
                let lower = position + offset
                let first = split(at: lower)
                let room = Self.blockSlots - bases[first] & (Self.blockSlots - 1)
                let length = min(items.count - offset, room, starts[first + 1] - lower)
                _ = split(at: lower + length)
                if !isLoaded(first) { loaded += length }
                var part: [Item] = []
                for index in offset..<offset + length { part.append(items[index]) }
                buffers[first] = part
                joinRuns(first...first + 1)
                offset += length
            }
            refit()
            return loaded
        }
    }
#endif
