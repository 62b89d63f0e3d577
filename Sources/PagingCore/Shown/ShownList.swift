/// The list as it is shown: the server's rows without the hidden ones, and with the reader's own.
///
/// ```swift
/// var shown = ShownList(machine)
/// _ = shown.follow(update, hiding: [3..<5], in: machine)
/// print(shown.count, shown.shownPosition(ofServer: 7) ?? -1)  // 98 5
/// ```
///
/// Theory of operation. The server's positions differ from those shown by two sets: server positions that are not shown, and shown positions of
/// the reader's *own* rows. An own row is in a *gap*, before one of the server's rows or behind the last. Each change of the server's list, and
/// each edit, ends in `arrange`. It computes both sets again from three things: the filtered rows, the edits, and the server's positions of the
/// edited rows.
///
/// *Hiding.* The app runs the filter, and passes the rows that it hides. An unknown slot is never hidden. A hidden row whose item is evicted
/// stays hidden: as a placeholder it would come into view only to vanish when it is loaded again.
///
/// *Edits* of a row are a stack: the last one counts, and if it is rolled back the one before it counts.
///
/// | edit | shown | forgotten |
/// | --- | --- | --- |
/// | update | the reader's content, wherever the row is | confirmed, and an answer has covered the row since |
/// | insert | an own row | the server shows the row, confirmed or not; or it is confirmed, and answers have covered its place since |
/// | remove | no row | confirmed, and an answer has covered the row since, or shown that it was removed |
/// | move | an own row; the server's is not shown | as a removal |
///
/// An answer *covers* a row if it brings the row, and a place if it brings the rows on either side. An answer about the list as a whole (a
/// snapshot, changes, a check) covers all places, but no content. It does not matter what the answer says: it was requested after the server had
/// accepted the edit, so it is the truth, even if the server dropped or overwrote the edit.
///
/// An edit is also forgotten if it is confirmed and the row was removed on the server. A forgotten edit takes along the earlier edits that it
/// superseded. *Since* is decided by numbers that count up with each request: an answer to a request sent before the server confirmed the edit
/// may not include it.
///
/// *The place of an own row* is beside its neighbor, as long as that is loaded or is the reader's own. If the neighbor is evicted, the slots
/// remain, and the own row stays between them. If the neighbor is removed, the row is beside the next one left on that side. If another edit
/// moves the neighbor, the row stays. Rows in one gap keep their order.
///
/// It knows numbers and positions, but no contents.
package struct ShownList: Sendable {
    /// The part of the list whose order an answer shows.
    package enum Coverage {
        /// None: it brings rows by their identifiers, or no rows at all.
        case rows
        /// The rows in it are next to each other.
        case page
        /// The whole list; the closure returns `true` if the list may have a row.
        case list(mayHave: (_ number: Int) -> Bool)

        var isWhole: Bool { if case .list = self { true } else { false } }
    }

    /// `true` if the server has accepted an edit whose effect no answer has shown yet.
    package var awaitsAnswer: Bool { table.confirmedCount > 0 }

    /// The rows whose edits the server has accepted, but whose new content no answer has shown yet.
    package var outdatedContent: [Int] {
        table.all.filter { $0.state == .confirmed && $0.kind == .update }.map { $0.number }
    }

    /// The number of rows in the server's list.
    package internal(set) var serverCount: Int
    /// The server's rows that a filter hides.
    package internal(set) var filtered = PositionSet()
    var table = EditTable()
    /// The edits that insert or move rows, in the order of their rows: by their gaps, and in one gap in the order in which they were put there.
    var order: [EditID] = []
    var layout: Layout
    var lastEdit = 0

    /// Makes a projection that shows the server's list as it is.
    package init(_ server: some NumberedRows) {
        serverCount = server.rows.count
        layout = Layout(serverCount: serverCount, hidden: PositionSet(), own: [])
    }

    /// `true` if the server's list is shown as it is.
    package var isPlain: Bool { filtered.isEmpty && table.isEmpty }

    /// The edits in effect, the oldest first.
    ///
    /// - Complexity: O(*edits*).
    package var edits: [RowEdit] { Array(table.all) }

    /// `true` if there are edits in effect.
    package var hasEdits: Bool { !table.isEmpty }

    /// An edit in effect, or `nil` once it is forgotten.
    ///
    /// - Complexity: O(log *n*) in the number of edits.
    package func edit(named id: EditID) -> RowEdit? { table[id] }

    /// The edits of a row, the oldest first.
    package func edits(of number: Int) -> [RowEdit] { Array(table.edits(of: number)) }

    /// `true` if a row has an edit.
    package func hasEdits(of number: Int) -> Bool { table.rows[number] != nil }

    /// `true` if an edit is of the row with a number, or puts a row beside it.
    package func names(_ number: Int) -> Bool { table.names(number) }

    mutating func nextID() -> EditID {
        lastEdit += 1
        return EditID(rawValue: lastEdit)
    }

    /// Stops the program if positions, edits and edited rows contradict each other.
    ///
    /// Does nothing in release builds.
    package func checkInvariants() {
        #if DEBUG
            layout.check(serverCount: serverCount)
            precondition(filtered.ranges.last?.upperBound ?? 0 <= serverCount, "ShownList: a filtered row is no row")
            table.checkInvariants()
            let gaps = order.map { table[$0]?.gap ?? -1 }
            precondition(
                order.sorted() == edits.filter { $0.isPlacement }.map { $0.id }, "ShownList: an edit is not in order")
            precondition(gaps == gaps.sorted(), "ShownList: an edit is out of order")
            precondition(edits.allSatisfy { (0...serverCount).contains($0.gap) }, "ShownList: a gap is no gap")
            precondition(layout.own == arranged().own, "ShownList: an own row is out of order")
            precondition(
                layout.hidden == arranged().hidden, "ShownList: a row is hidden that should be shown, or shown")
        #endif
    }
}
