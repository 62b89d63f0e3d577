import PagingCore
import PagingWire

/// Sees to it that a walk upwards ends, and that what comes is what was asked for.
///
/// Theory of operation. A server that does not know the parameter for what comes before a row ignores it, and answers with its first page, which
/// looks like any other. So the first rows below each cursor are remembered, and the first answer is proven: what follows it has to begin
/// with the row that it was to come before. From then on the server is known to understand. The rest is as for a walk downwards: a page that came
/// before is no progress, and neither is a cursor that leads in a circle.
struct UpwardWalk: Sendable {
    /// `true` if an answer has proven that the server understands what it is asked.
    var isProven = false
    /// `true` if the same is proven of the list's end.
    var isEndProven = false
    /// The first rows below each of the last few cursors, as far as known.
    private var rowsBelow: [Cursor: Below] = [:]
    private var cursors: [Cursor] = []
    /// The page to which each cursor led.
    private var above: [Cursor: Cursor] = [:]
    private var walk = CursorWalk.bothWays

    /// The first rows below a cursor.
    enum Below: Sendable {
        /// Their keys.
        case keys([String])
        /// The answer that has them, of rows whose type is known: it is read again only where a proof is wanted.
        case answer(HTTPAnswer, Dialect)
    }

    /// How many cursors' rows are remembered, until the server is known to understand.
    static let rememberedCursors = 64
    /// How many of them where whole answers are kept for it.
    static let rememberedAnswers = 4
    /// How many rows of each: the first may be gone when the next page comes.
    static let rememberedRows = 4

    /// How many pages came.
    var pages: Int { walk.pages }

    /// Begins anew, at another place of the list.
    mutating func begin() {
        above = [:]
        walk.begin()
    }

    /// Takes note of the rows below a cursor.
    mutating func note(_ rows: Below, below cursor: Cursor) {
        let most = if case .keys = rows { Self.rememberedCursors } else { Self.rememberedAnswers }
        if rowsBelow.updateValue(rows, forKey: cursor) == nil { cursors.append(cursor) }
        while cursors.count > most { rowsBelow[cursors.removeFirst()] = nil }
    }

    /// Takes note that the server understands; nothing has to be remembered any more.
    mutating func prove() { (isProven, rowsBelow, cursors) = (true, [:], []) }

    /// The first rows below a cursor, or `nil` if they are not known.
    func rows(below cursor: Cursor) -> Below? { rowsBelow[cursor] }

    /// Takes a page in.
    ///
    /// - Parameters:
    ///   - count: how many rows it has.
    ///   - cursor: what it comes before.
    ///   - previous: what leads on upwards.
    ///   - sketch: what the page is known by, or `nil` if it is not to be compared.
    mutating func take(_ count: Int, before cursor: Cursor, previous: Cursor?, sketch: PageSketch?)
        -> CursorWalk.Verdict
    {
        let verdict = walk.take(count, after: cursor, next: nil, sketch: sketch)
        guard let previous, verdict == .isProgress else { return verdict }
        above[cursor] = previous
        var place: Cursor? = previous
        for _ in 0...above.count {
            guard let cursorAbove = place else { break }
            if cursorAbove == cursor { return .leadsBack }
            place = above[cursorAbove]
        }
        return .isProgress
    }
}
