/// The start of a list that is read in order, in its source's terms.
///
///     start        |a b c d e f g          the first page is requested after no cursor
///     end           a b c d e f g|         before no cursor
///     after(c)      a b c|d e f g          after c; the rows before it load as one reads upward
///     around(d)     a b c d e f g          a page that has d
///
/// A list that is read by position begins at the first row on screen, except for ``around(_:)``, which its first request is for.
package enum ListStart: Hashable, Sendable {
    /// At its first row.
    case start
    /// At its last row.
    case end
    /// Behind a cursor.
    case after(Cursor)
    /// At the row with an identifier, as its server writes it.
    case around(Cursor)

    /// How its first page is requested, or `nil` for the start.
    var question: (way: Checkpoints.Way, cursor: Cursor?)? {
        switch self {
        case .start: nil
        case .end: (.before, nil)
        case .after(let cursor): (.after, cursor)
        case .around(let id): (.around, id)
        }
    }
}
