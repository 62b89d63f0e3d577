/// Where cursors lead in a list whose rows move.
extension Checkpoints {
    /// Learns that what stands at a position follows a cursor. Where it led before, and what led there, is forgotten.
    ///
    /// - Parameter number: the row that the cursor leads past.
    mutating func learn(_ cursor: Cursor, at position: Int, behind number: Int?) {
        // The start stays reachable by asking after nothing, unless an empty page stood there.
        guard position > 0 else { return entries[0].cursor = cursor }
        var others = entries.filter { $0.position != position && ($0.position == 0 || $0.cursor != cursor) }
        let place = others.firstIndex { $0.position > position } ?? others.count
        others.insert(Entry(position: position, cursor: cursor, number: number), at: place)
        entries = others
    }

    /// Forgets the cursor that leads to a position; the start of the list can always be asked for.
    mutating func forget(at position: Int) {
        entries.removeAll { $0.position == position && position > 0 }
    }

    /// The row that the cursor for an anchor leads past, if that is known.
    func number(at anchor: Int) -> Int? {
        entries.first { $0.position == anchor }?.number
    }

    /// Where the cursor leads that leads past a row.
    func position(behind number: Int) -> Int? {
        entries.first { $0.number == number }?.position
    }

    /// The rows that cursors lead past, as far as they are known.
    var numbers: [Int] { entries.compactMap { $0.number } }

    /// Rows have gone past each other: a cursor leads past its row wherever that stands, and nowhere where that is gone.
    ///
    /// - Parameter moved: those of ``numbers`` that stood in the list, and where they stand now.
    mutating func settle(_ moved: [(number: Int, position: Int?)]) {
        arrange(
            entries.dropFirst().compactMap { entry in
                guard let row = moved.first(where: { $0.number == entry.number }) else { return entry }
                return row.position.map { Entry(position: $0 + 1, cursor: entry.cursor, number: entry.number) }
            })
    }
}
