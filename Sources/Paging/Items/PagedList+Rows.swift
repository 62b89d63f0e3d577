internal import PagingCore

/// Items that arrived, each with the number of its identifier.
struct ArrivedItems<Element> {
    let items: [Element]
    let numbers: [Int]
    let isNew: [Bool]

    /// The same without some items, whose shown content stays.
    func without(_ withheld: [Int]) -> ArrivedItems {
        if withheld.isEmpty { return self }
        let withheld = Set(withheld)
        let kept = numbers.indices.filter { !withheld.contains(numbers[$0]) }
        return ArrivedItems(
            items: kept.map { items[$0] }, numbers: kept.map { numbers[$0] }, isNew: kept.map { isNew[$0] })
    }
}

/// The server's rows themselves, which follow the machine's decisions about their numbers.
extension PagedList {
    /// Applies an update to the rows. Afterwards each row has the item of its number, except for numbers that have just arrived.
    ///
    /// - Parameters:
    ///   - update: the update of the known rows.
    ///   - padded: the same update, of the rows with the placeholders behind them.
    /// - Complexity: O(*changed*), and the cost of ``PagedArray/rearrange(by:)`` for removals, insertions and moves.
    func follow(_ update: ListUpdate, padded: ListUpdate) {
        let departed = departed(by: update)
        store.rows.rearrange(by: padded)
        // A row removed at one place may be inserted at another: a row that moves and changes is a removal and an insertion.
        for range in update.inserted.union(update.changed).ranges {
            for missing in machine.rows.missingRanges(in: range).ranges { store.rows.clear(missing) }
            guard !departed.isEmpty else { continue }
            for loaded in machine.rows.loadedRanges(in: range).ranges { restore(departed, in: loaded) }
        }
        release(departed)
    }

    /// An update that marks some of the server's rows as changed, in the positions shown.
    func changing(_ positions: PositionSet) -> ListUpdate {
        let shown =
            projection.map { projection in
                PositionSet(
                    positions.positions.compactMap { projection.list.shownPosition(ofServer: $0) }.map { $0..<$0 + 1 })
            } ?? positions
        return ListUpdate(oldCount: rows.count, newCount: rows.count, changed: shown)
    }

    /// Puts items at the positions where the machine has put their numbers, neighbors together.
    ///
    /// - Parameters:
    ///   - arrived: the items of an answer whose content is to be shown.
    ///   - update: the update that the answer made.
    /// - Returns: the rows whose content changed although it was declared to be fixed, so that the machine does not report them as changed. Items
    ///   that cannot be compared count as changed.
    func place(_ arrived: ArrivedItems<Element>, besides update: ListUpdate?) -> PositionSet {
        let (stretches, unplaced) = stretches(of: arrived)
        let told = update.map { $0.inserted.union($0.changed) } ?? PositionSet()
        let (isFixed, areEqual) = (behavior.content == .fixed, Originals<Element>.comparison)
        var untold: [Int] = []
        for (items, start) in stretches {
            // Rows that fill in are told, so of most answers nothing is left to compare.
            let rest = isFixed ? PositionSet(start..<start + items.count).subtracting(told) : PositionSet()
            for position in rest.positions {
                let item = arrived.items[items.lowerBound + position - start]
                if let shown = store.rows[position], !(areEqual?(shown, item) ?? false) { untold.append(position) }
            }
            store.rows.fill(arrived.items[items], at: start)
        }
        for index in unplaced where arrived.isNew[index] { store.numbers.release(arrived.items[index]) }
        return PositionSet(untold.map { $0..<$0 + 1 })
    }

    /// The items of an answer, as indices of it: those at neighboring positions, with the position of the first of them, and those at none.
    private func stretches(
        of arrived: ArrivedItems<Element>
    ) -> (placed: [(items: Range<Int>, start: Int)], unplaced: [Int]) {
        let numbers = arrived.numbers
        var stretches: [(Range<Int>, Int)] = []
        var unplaced: [Int] = []
        var index = 0
        while index < numbers.count {
            guard let start = machine.position(of: numbers[index]) else {
                unplaced.append(index)
                index += 1
                continue
            }
            let first = index
            repeat {
                index += 1
            } while index < numbers.count && start + index - first < machine.rows.count
                && machine.rows[start + index - first] == numbers[index]
            stretches.append((first..<index, start))
        }
        return (stretches, unplaced)
    }

    /// Takes back the numbers of items that arrived but were no longer wanted.
    func refuse(_ arrived: ArrivedItems<Element>) {
        for index in arrived.items.indices where arrived.isNew[index] { store.numbers.release(arrived.items[index]) }
    }

    /// The items that an update removes from their positions, by number.
    private func departed(by update: ListUpdate) -> [Int: Element] {
        var departed: [Int: Element] = [:]
        if machine.rows.loadedCount == 0 { return departed }
        for changed in [update.removed, update.changedBefore] {
            for range in changed.ranges {
                for position in store.rows.loadedRanges(in: range).positions {
                    guard let item = store.rows[position], let number = store.numbers.number(of: item) else { continue }
                    departed[number] = item
                }
            }
        }
        return departed
    }

    /// Puts removed items at the new positions of their numbers, neighbors together.
    private func restore(_ departed: [Int: Element], in range: Range<Int>) {
        var items: [Element] = []
        for position in range {
            if let item = machine.rows[position].flatMap({ departed[$0] }) {
                items.append(item)
            } else if !items.isEmpty {
                store.rows.fill(items, at: position - items.count)
                items.removeAll(keepingCapacity: true)
            }
        }
        if !items.isEmpty { store.rows.fill(items, at: range.upperBound - items.count) }
    }

    /// Takes back the numbers of items that are no longer in the list.
    private func release(_ departed: [Int: Element]) {
        let isEmpty = machine.rows.loadedCount == 0
        if departed.isEmpty, !isEmpty { return }
        remember()
        if isEmpty { return store.numbers.releaseAll() }
        for (number, item) in departed where machine.position(of: number) == nil { store.numbers.release(item) }
    }

    /// Keeps the numbers that the machine uses, for rows that are loaded and for others.
    private func remember() {
        if store.numbers.areIdentifiers { return }
        let used = machine.rememberedNumbers
        for number in used.subtracting(store.remembered) { store.numbers.keep(number) }
        for number in store.remembered.subtracting(used) {
            store.numbers.stopKeeping(number, isUsed: machine.position(of: number) != nil)
        }
        store.remembered = used
    }
}

extension ListUpdate {
    /// `true` if rows that stay change their positions: any update except growing or shrinking at the end.
    var shiftsRows: Bool {
        if !moves.isEmpty || !removed.isEmpty && !inserted.isEmpty { return true }
        if let first = removed.ranges.first, first.upperBound < oldCount { return true }
        if let first = inserted.ranges.first, first.upperBound < newCount { return true }
        return false
    }
}
