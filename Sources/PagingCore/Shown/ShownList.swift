/// The list as it is shown: the server's rows, less those that are hidden, and rows that the reader put there.
///
/// ```swift
/// var shown = ShownList(machine)
/// _ = shown.follow(update, hiding: [3..<5], in: machine)
/// print(shown.count, shown.shownPosition(ofServer: 7) ?? -1)  // 98 5
/// ```
///
/// Theory of operation. The server's positions and those shown differ by two sets: server positions that are not shown,
/// and shown positions of rows that are the reader's *own*. An own row is in a *gap*, before one of the server's
/// rows or behind the last. Each change of the server's list, and each edit, ends in `arrange`, which computes both
/// sets again from three things: the filtered rows, the edits, and the server's positions of the edited rows.
///
/// *Hiding.* The app filters, and tells which rows its filter hides. An unknown slot is never hidden. A hidden row
/// whose item is evicted stays hidden: as a placeholder it would come into view only to vanish when it is loaded again.
///
/// *Edits* of a row are a stack: the last one counts, and when it is rolled back the one before does.
///
/// | edit | shown | forgotten |
/// | --- | --- | --- |
/// | update | the reader's content, wherever the row is | confirmed, and an answer has covered the row since |
/// | insert | an own row | the server shows the row, confirmed or not; or it is confirmed, and answers have covered its place since |
/// | remove | nothing | confirmed, and an answer has covered the row since, or shown that it is gone |
/// | move | an own row; the server's is not shown | as a removal |
///
/// An answer *covers* a row when it brings it, and a place when it brings the rows on either side of it; an answer
/// about the list as a whole (a snapshot, changes, a check) covers all places, and no content. The content of the
/// answer does not matter: it was asked for after the server had accepted the edit, so it is the truth, also where the
/// server dropped or overwrote the edit.
///
/// Any edit is forgotten too when it is confirmed and the server has lost the row. With a forgotten edit go the earlier
/// edits that it superseded. *Since* is told by numbers that count up with each request: an answer to a request sent
/// before the server confirmed the edit may not know of it.
///
/// *The place of an own row* is beside its neighbor, as long as that is loaded or is the reader's own. When the
/// neighbor is evicted, the slots are still there, and the own row stays between them. When the neighbor is removed,
/// the row is beside the next one left on that side; when another edit takes the neighbor elsewhere, the row stays
/// where it is. Rows in one gap keep their order.
///
/// It knows numbers and positions, and nothing of contents.
package struct ShownList: Sendable {
    /// The part of the list whose order an answer shows.
    package enum Coverage {
        /// None: it brings rows by their identifiers, or nothing at all.
        case rows
        /// The rows that it brings are next to each other.
        case page
        /// The whole list; and whether it may have a row.
        case list(mayHave: (_ number: Int) -> Bool)

        var isWhole: Bool { if case .list = self { true } else { false } }
    }

    /// `true` if the server has accepted an edit whose effect no answer has shown yet.
    package var awaitsAnswer: Bool { table.confirmedCount > 0 }

    /// The rows whose new content an answer has yet to show, since the server has accepted their edits.
    package var outdatedContent: [Int] {
        table.all.filter { $0.state == .confirmed && $0.kind == .update }.map { $0.number }
    }

    /// How many rows the server's list has.
    package internal(set) var serverCount: Int
    /// The server's rows that a filter hides.
    package internal(set) var filtered = PositionSet()
    var table = EditTable()
    /// The edits that put rows somewhere, in the order of their rows: by their gaps, and in one gap as they were put there.
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

    /// An edit in effect; `nil` once it is forgotten.
    ///
    /// - Complexity: O(log *n*) in the number of edits.
    package func edit(named id: EditID) -> RowEdit? { table[id] }

    /// The edits of a row, the oldest first.
    package func edits(of number: Int) -> [RowEdit] { Array(table.edits(of: number)) }

    /// `true` if a row has an edit.
    package func hasEdits(of number: Int) -> Bool { table.rows[number] != nil }

    /// `true` if an edit is of the row of a number, or puts a row beside it.
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
