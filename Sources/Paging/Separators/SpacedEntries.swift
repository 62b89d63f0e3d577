/// Entries between the rows of a list, each before a row, stored by the number of rows between them.
///
/// Rows that come and go far from an entry cost it nothing: entries are in chunks, and each stores its distance from the previous one.
struct SpacedEntries<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        /// The number of rows since the previous entry, or since the list's start.
        var gap: Int
        var value: Value
    }

    private struct Chunk: Sendable {
        var entries: [Entry]
        /// The sum of its gaps, in rows.
        var rows: Int
    }

    private var chunks: [Chunk] = []
    /// The number of entries.
    private(set) var count = 0
    /// The number of entries above which a chunk is split.
    private static var most: Int { 64 }

    /// The result of a search: the first entry at or behind a row's position.
    private struct Place {
        var chunk = 0
        var index = 0
        /// The number of entries before it.
        var rank = 0
        /// The row of the previous entry.
        var base = 0
    }

    /// The first entry at a row or behind it.
    ///
    /// - Complexity: about O(√*entries*).
    private func place(at row: Int) -> Place {
        var place = Place()
        while place.chunk < chunks.count, place.base + chunks[place.chunk].rows < row {
            place.rank += chunks[place.chunk].entries.count
            place.base += chunks[place.chunk].rows
            place.chunk += 1
        }
        guard place.chunk < chunks.count else { return place }
        let entries = chunks[place.chunk].entries
        while place.index < entries.count, place.base + entries[place.index].gap < row {
            place.base += entries[place.index].gap
            place.index += 1
        }
        place.rank += place.index
        return place
    }

    /// The number of entries above a row.
    func count(before row: Int) -> Int { place(at: row).rank }

    /// The entry with a rank, and its row.
    ///
    /// - Parameter rank: from 0, below ``count``.
    func entry(_ rank: Int) -> (row: Int, value: Value) {
        var (base, rest, chunk) = (0, rank, 0)
        while rest >= chunks[chunk].entries.count {
            rest -= chunks[chunk].entries.count
            base += chunks[chunk].rows
            chunk += 1
        }
        let entries = chunks[chunk].entries
        for index in 0...rest { base += entries[index].gap }
        return (base, entries[rest].value)
    }

    /// The entries before rows of a range, in order.
    func entries(in rows: ClosedRange<Int>) -> [(row: Int, value: Value)] {
        var place = place(at: rows.lowerBound)
        var found: [(row: Int, value: Value)] = []
        while place.chunk < chunks.count {
            let entries = chunks[place.chunk].entries
            while place.index < entries.count {
                let row = place.base + entries[place.index].gap
                if row > rows.upperBound { return found }
                found.append((row, entries[place.index].value))
                (place.base, place.index) = (row, place.index + 1)
            }
            (place.chunk, place.index) = (place.chunk + 1, 0)
        }
        return found
    }

    // MARK: Changing

    /// Inserts an entry before a row that has none.
    mutating func insert(_ value: Value, at row: Int) {
        let place = place(at: row)
        let gap = row - place.base
        count += 1
        guard place.chunk < chunks.count else {
            if let last = chunks.indices.last, chunks[last].entries.count < Self.most {
                chunks[last].entries.append(Entry(gap: gap, value: value))
                chunks[last].rows += gap
            } else {
                chunks.append(Chunk(entries: [Entry(gap: gap, value: value)], rows: gap))
            }
            return
        }
        chunks[place.chunk].entries[place.index].gap -= gap
        chunks[place.chunk].entries.insert(Entry(gap: gap, value: value), at: place.index)
        divide(place.chunk)
    }

    private mutating func divide(_ chunk: Int) {
        let entries = chunks[chunk].entries
        guard entries.count > Self.most else { return }
        let first = Array(entries[..<(entries.count / 2)])
        let rows = first.reduce(0) { $0 + $1.gap }
        let second = Chunk(entries: Array(entries[first.count...]), rows: chunks[chunk].rows - rows)
        chunks[chunk] = Chunk(entries: first, rows: rows)
        chunks.insert(second, at: chunk + 1)
    }

    /// Removes the entries before rows of a range.
    mutating func remove(in rows: ClosedRange<Int>) {
        while true {
            let place = place(at: rows.lowerBound)
            guard place.chunk < chunks.count else { return }
            let gap = chunks[place.chunk].entries[place.index].gap
            guard place.base + gap <= rows.upperBound else { return }
            chunks[place.chunk].entries.remove(at: place.index)
            chunks[place.chunk].rows -= gap
            count -= 1
            // The next entry gets the distance of both from the previous one.
            if place.index < chunks[place.chunk].entries.count {
                chunks[place.chunk].entries[place.index].gap += gap
                chunks[place.chunk].rows += gap
            } else if place.chunk + 1 < chunks.count {
                chunks[place.chunk + 1].entries[0].gap += gap
                chunks[place.chunk + 1].rows += gap
            }
            if chunks[place.chunk].entries.isEmpty { chunks.remove(at: place.chunk) }
        }
    }

    /// Rows are inserted before a row, or removed from it on: entries at it and behind it move down, or up, by their number.
    mutating func shift(from row: Int, by rows: Int) {
        let place = place(at: row)
        guard place.chunk < chunks.count else { return }
        chunks[place.chunk].entries[place.index].gap += rows
        chunks[place.chunk].rows += rows
    }
}
