// `Web/list-machine.js` documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32) && !PAGING_FIXED_LISTS
    // Changes of the list, from a stream or as an answer.

    extension Version {
        /// The page keeps the names of versions, and gives each a number.
        init?(number: Int32) {
            guard number != .min else { return nil }
            self.init(bytes: Cursor(number: number).bytes)
        }
    }

    /// Reads the changes that the page wrote: the numbers of items that were removed, added, edited (-1 if unknown) and carried
    /// along; then the items, the added ones each with its position.
    private func changes(
        _ numbers: [Int], from: Int32, to: Int32, total: Int32, hasMore: Int32
    ) -> (changes: ListChanges<Int>, carried: [Int])? {
        guard let from = Version(number: from), let to = Version(number: to), numbers.count >= 4 else { return nil }
        var rest = numbers[4...]
        func take(_ count: Int) -> [Int] {
            let taken = rest.prefix(count)
            rest = rest.dropFirst(count)
            return Array(taken)
        }
        let removed = take(numbers[0])
        let pairs = take(2 * numbers[1])
        let added = stride(from: 0, to: pairs.count - 1, by: 2).map {
            ListChanges<Int>.Addition(pairs[$0], at: pairs[$0 + 1])
        }
        let edited = numbers[2] < 0 ? nil : take(numbers[2])
        let changes = ListChanges(
            from: from, to: to, removed: removed, added: added, edited: edited, total: known(total),
            hasMore: hasMore != 0)
        return (changes, take(numbers[3]))
    }

    /// - Parameter count: the number of numbers that the page wrote, or 0 if the server cannot report changes.
    @_expose(wasm, "changesArrived")
    public func changesArrived(
        _ now: Double, _ request: Int32, _ count: Int32, _ from: Int32, _ to: Int32, _ total: Int32, _ hasMore: Int32
    ) -> Double {
        let told = changes(numbers(count), from: from, to: to, total: total, hasMore: hasMore)
        return tell(
            list.pointee.changesArrived(
                told?.changes, carrying: told?.carried ?? [], for: RequestID(Int(request)),
                now: Instant(milliseconds: now)))
    }

    @_expose(wasm, "liveChanges")
    public func liveChanges(
        _ now: Double, _ request: Int32, _ count: Int32, _ from: Int32, _ to: Int32, _ total: Int32, _ hasMore: Int32
    ) -> Double {
        let (request, now) = (RequestID(Int(request)), Instant(milliseconds: now))
        guard let told = changes(numbers(count), from: from, to: to, total: total, hasMore: hasMore) else {
            return tell(list.pointee.liveVersion(nil, for: request, now: now))
        }
        return tell(list.pointee.liveChanges(told.changes, carrying: told.carried, for: request, now: now))
    }

    /// - Returns: 1 if a page of that version should wait until the stream has brought the list to it.
    @_expose(wasm, "expects")
    public func expects(_ version: Int32) -> Int32 {
        Version(number: version).map { list.pointee.expects($0) } ?? false ? 1 : 0
    }

    /// - Parameter version: the lowest number if it is only known that something may have changed.
    @_expose(wasm, "liveVersion")
    public func liveVersion(_ now: Double, _ request: Int32, _ version: Int32) -> Double {
        tell(
            list.pointee.liveVersion(
                Version(number: version), for: RequestID(Int(request)), now: Instant(milliseconds: now)))
    }
#endif
