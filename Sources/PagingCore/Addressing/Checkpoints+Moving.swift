/// The places to which cursors lead, in a list whose rows move.
extension Checkpoints {
    /// Learns that the row at a position follows a cursor. Forgets the cursor's old position, and the position's old cursor.
    ///
    /// - Parameter number: the row that the cursor leads past.
    mutating func learn(_ cursor: Cursor, at position: Int, behind number: Int?) {
        // The start is still reached without a cursor, unless the first page was empty.
        guard position > 0 else { return (entries[0].way, entries[0].cursor) = (.after, cursor) }
        var others = entries.filter {
            $0.position != position && ($0.position == 0 || $0.way != .after || $0.cursor != cursor)
        }
        let place = others.firstIndex { $0.position > position } ?? others.count
        others.insert(Entry(position: position, cursor: cursor, number: number), at: place)
        entries = others
    }

    /// The place to which a cursor leads.
    func position(behind cursor: Cursor) -> Int? {
        entries.first { $0.way == .after && $0.cursor == cursor }?.position
    }

    /// Forgets the cursor that leads to a position; the start of the list can always be asked for.
    mutating func forget(at position: Int) {
        entries.removeAll { $0.position == position && position > 0 }
    }

    /// Forgets the cursors that lead past rows which are about to be removed.
    mutating func forget(behind rows: Range<Int>) {
        entries.removeAll { $0.position > 0 && rows.contains($0.position - 1) }
    }

    /// The row that the anchor's cursor leads past, if that is known.
    func number(at anchor: Int) -> Int? {
        let entry = entries[index(at: anchor)]
        return entry.position == anchor && entry.way == .after ? entry.number : nil
    }

    /// The row that the anchor's cursor comes right before, if that is known.
    func follower(at anchor: Int) -> Int? {
        let entry = entries[index(at: anchor)]
        return entry.position == anchor && entry.way == .before ? entry.number : nil
    }

    /// The place to which the cursor behind a row leads.
    func position(behind number: Int) -> Int? {
        entries.first { $0.way == .after && $0.number == number }?.position
    }

    /// Rows were inserted, removed and moved. A cursor leads past its row wherever that is now, and nowhere once another row has replaced it.
    ///
    /// - Parameter list: the rows with their positions.
    mutating func settle(in list: KnownRows) {
        let rows = list.rows
        arrange(
            entries.dropFirst().compactMap { entry in
                var entry = entry
                // A page that is requested by the row behind it stays where the rows around it are.
                if entry.way != .after { return entry.position > rows.count ? nil : entry }
                if let row = entry.number.flatMap({ list.position(of: $0) }) {
                    (entry.position, entry.isLoose) = (row + 1, false)
                } else if entry.isLoose || entry.position > rows.count || rows[entry.position - 1] != nil {
                    return nil
                }
                return entry
            })
    }
}
