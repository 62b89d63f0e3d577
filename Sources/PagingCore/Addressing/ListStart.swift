/// The start of a list that is read in order, as its source understands it.
///
///     start        |a b c d e f g          the first page is asked for after nothing
///     end           a b c d e f g|         before nothing
///     after(c)      a b c|d e f g          after c; what is before it comes when one reads upwards
///     around(d)     a b c d e f g          a page that has d
///
/// A list that is read by position begins at the row that is looked at first, but for ``around(_:)``, which its first request is for.
package enum ListStart: Hashable, Sendable {
    /// At its first row.
    case start
    /// At its last row.
    case end
    /// Behind a cursor.
    case after(Cursor)
    /// At the row with an identifier, as its server writes it.
    case around(Cursor)

    /// How its first page is asked for; `nil` for the start.
    var question: (way: Checkpoints.Way, cursor: Cursor?)? {
        switch self {
        case .start: nil
        case .end: (.before, nil)
        case .after(let cursor): (.after, cursor)
        case .around(let id): (.around, id)
        }
    }
}
