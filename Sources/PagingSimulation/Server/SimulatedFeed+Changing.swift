internal import Paging

/// Changes of the list. Positions and counts beyond the list are brought back into it.
extension SimulatedFeed {
    /// Adds new items, the first of them at a position.
    ///
    /// - Parameter returning: `true` to bring back removed items first.
    package mutating func insert(_ count: Int, at position: Int, returning: Bool = false) {
        guard count > 0 else { return }
        change { feed, state in
            var numbers: [Int] = []
            var returned: [Int] = []
            for _ in 0..<count {
                if returning, let old = feed.removedItems.popLast() {
                    feed.predecessors[old] = nil
                    feed.touchedIn[old] = Int32(state.number)
                    if feed.keepsRanks { returned.append(old) } else { numbers.append(old) }
                } else {
                    numbers.append(feed.touchedIn.count)
                    feed.touchedIn.append(Int32(state.number))
                    feed.predecessors.append(nil)
                    state.revisions.append(0)
                    state.places.append(-1)
                }
            }
            let position = min(max(0, position), state.items.count)
            feed.rank(numbers, behind: position > 0 ? state.items[position - 1] : nil)
            state.items.insert(contentsOf: numbers, at: position)
            // Their places are noted once all are in.
            for number in numbers { state.places[number] = 0 }
            guard returned.isEmpty else {
                feed.putBack(returned, into: &state)
                return state.items.indices
            }
            return position..<state.items.count
        }
    }

    /// Gives new items their rank: directly behind another, or first.
    private mutating func rank(_ numbers: [Int], behind other: Int?) {
        guard keepsRanks else { return }
        let place = other.flatMap { ranks.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        ranks.insert(contentsOf: numbers, at: place)
    }

    /// Puts items that were removed where their ranks have them: each behind the last before it that is there.
    private func putBack(_ returned: [Int], into state: inout State) {
        var isReturning = ContiguousArray(repeating: false, count: state.places.count)
        for number in returned { isReturning[number] = true }
        // Items that come back directly behind an item, by that one's number; behind the start of the list at the end.
        var following = ContiguousArray(repeating: -1, count: state.places.count + 1)
        var last = state.places.count
        for number in ranks where isReturning[number] || state.places[number] >= 0 {
            if isReturning[number] { following[last] = number }
            last = number
        }
        var items = ContiguousArray<Int>()
        items.reserveCapacity(state.items.count + returned.count)
        func appendWhatFollows(_ number: Int) {
            var next = following[number]
            while next >= 0 {
                items.append(next)
                next = following[next]
            }
        }
        appendWhatFollows(state.places.count)
        for number in state.items {
            items.append(number)
            appendWhatFollows(number)
        }
        state.items = items
    }

    /// Takes items away.
    package mutating func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return }
        change { feed, state in
            let before = range.lowerBound > 0 ? state.items[range.lowerBound - 1] : -1
            for number in state.items[range] {
                feed.touchedIn[number] = Int32(state.number)
                feed.predecessors[number] = before
                feed.removedItems.append(number)
                state.places[number] = -1
            }
            state.items.removeSubrange(range)
            return range.lowerBound..<state.items.count
        }
    }

    /// Puts an item elsewhere.
    ///
    /// - Parameters:
    ///   - position: its position.
    ///   - target: its new position.
    package mutating func move(from position: Int, to target: Int) {
        guard count > 1 else { return }
        let source = min(max(0, position), count - 1)
        let target = min(max(0, target), count - 1)
        guard source != target else { return }
        change { feed, state in
            let number = state.items.remove(at: source)
            feed.touchedIn[number] = Int32(state.number)
            state.items.insert(number, at: target)
            return min(source, target)..<max(source, target) + 1
        }
    }

    /// Puts the whole list into another order.
    package mutating func rebuild(seed: UInt64) {
        guard count > 1 else { return }
        var random = SplitMix64(seed: seed)
        change { feed, state in
            state.items.shuffle(using: &random)
            for number in state.items { feed.touchedIn[number] = Int32(state.number) }
            return state.items.indices
        }
    }

    /// Gives items other content.
    package mutating func edit(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return }
        change { _, state in
            for number in state.items[range] { state.revisions[number] += 1 }
            return 0..<0
        }
    }

    /// Makes the next state of the last one.
    ///
    /// - Parameter body: makes it, and returns the positions whose item is another than before.
    private mutating func change(_ body: (inout SimulatedFeed, inout State) -> Range<Int>) {
        let last = states[states.count - 1]
        var state = State(
            number: last.number + 1, version: Self.version(last.number + 1), items: last.items,
            revisions: last.revisions, places: last.places)
        for position in body(&self, &state) { state.places[state.items[position]] = Int32(position) }
        if states.count > quirks.memory { states.removeFirst() }
        states.append(state)
    }
}
