internal import PagingCore

/// A page that arrived, item by item with the number of its identifier.
struct ArrivedItems<Element> {
    let items: [Element]
    let numbers: [Int]
    let isNew: [Bool]
}

/// The rows themselves, which follow what the machine decides of their numbers.
extension PagedList {
    /// Applies an update to the rows.
    ///
    /// - Complexity: O(*changed*).
    func follow(_ update: ListUpdate) {
        release(goneBy: update)
        // A list whose membership is fixed moves nothing, and what is inserted are placeholders: a million cost no more
        // than one.
        for range in update.removed.ranges.reversed() { rows.remove(range) }
        for range in update.inserted.ranges { rows.insertPlaceholders(range.count, at: range.lowerBound) }
        for range in update.changed.ranges {
            for cleared in machine.rows.missingRanges(in: range).ranges { rows.clear(cleared) }
        }
    }

    /// Puts the items of a page where the machine has put their numbers, neighbours together.
    func place(_ arrived: ArrivedItems<Element>) {
        let numbers = arrived.numbers
        var index = 0
        while index < numbers.count {
            guard let start = machine.position(of: numbers[index]) else {
                if arrived.isNew[index] { self.numbers.release(arrived.items[index]) }
                index += 1
                continue
            }
            let first = index
            repeat {
                index += 1
            } while index < numbers.count && start + index - first < machine.rows.count
                && machine.rows[start + index - first] == numbers[index]
            rows.fill(arrived.items[first..<index], at: start)
        }
    }

    /// Takes back the numbers of items that arrived and were not asked for any more.
    func refuse(_ arrived: ArrivedItems<Element>) {
        for index in arrived.items.indices where arrived.isNew[index] { numbers.release(arrived.items[index]) }
    }

    /// Takes back the numbers of items that are no longer in the list.
    private func release(goneBy update: ListUpdate) {
        if machine.rows.loadedCount == 0 { return numbers.releaseAll() }
        for changed in [update.removed, update.changedBefore] {
            for range in changed.ranges {
                let loaded = PositionSet(range).subtracting(rows.missingRanges(in: range))
                for position in loaded.positions { rows[position].map(release) }
            }
        }
    }

    private func release(_ item: Element) {
        guard let number = numbers.number(of: item), machine.position(of: number) == nil else { return }
        numbers.release(item)
    }
}
