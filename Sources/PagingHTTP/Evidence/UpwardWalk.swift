import PagingCore
import PagingWire

/// Makes a walk upwards end, and checks that each page is the requested one.
///
/// Theory of operation. A server that does not know the parameter for the previous page ignores it, and returns its first page, which looks like
/// any other. Therefore the first rows below each cursor are remembered, and the first answer is proven: the rows after it have to begin with
/// the row below the cursor. From then on the server is trusted. The rest is as in a walk downwards: a repeated page is no progress, and neither
/// is a cursor that leads in a cycle.
struct UpwardWalk: Sendable {
    /// `true` if an answer has proven that the server understands the parameter.
    var isProven = false
    /// `true` if an answer has proven it for the list's end.
    var isEndProven = false
    /// The first rows below each of the last few cursors, if known.
    private var rowsBelow: [Cursor: Below] = [:]
    private var cursors: [Cursor] = []
    /// The page to which each cursor led.
    private var above: [Cursor: Cursor] = [:]
    private var walk = CursorWalk.bothWays

    /// The first rows below a cursor.
    enum Below: Sendable {
        /// The rows' keys.
        case keys([String])
        /// The answer with the rows, if the rows' type is known. It is parsed again only for a proof.
        case answer(HTTPAnswer, Dialect)
    }

    /// The number of cursors whose rows are remembered, until the server is trusted.
    static let rememberedCursors = 64
    /// The number of cursors for which whole answers are stored.
    static let rememberedAnswers = 4
    /// The number of rows below each cursor. The first may have been removed when the next page arrives.
    static let rememberedRows = 4

    /// The number of pages.
    var pages: Int { walk.pages }

    /// Restarts the walk at another place of the list.
    mutating func begin() {
        above = [:]
        walk.begin()
    }

    /// Stores the rows below a cursor.
    mutating func note(_ rows: Below, below cursor: Cursor) {
        let most = if case .keys = rows { Self.rememberedCursors } else { Self.rememberedAnswers }
        if rowsBelow.updateValue(rows, forKey: cursor) == nil { cursors.append(cursor) }
        while cursors.count > most { rowsBelow[cursors.removeFirst()] = nil }
    }

    /// Records that the server understands the parameter. The stored rows are no longer needed.
    mutating func prove() { (isProven, rowsBelow, cursors) = (true, [:], []) }

    /// The first rows below a cursor, or `nil` if they are unknown.
    func rows(below cursor: Cursor) -> Below? { rowsBelow[cursor] }

    /// Checks a page and adds it to the walk.
    ///
    /// - Parameters:
    ///   - count: the number of its rows.
    ///   - cursor: the cursor of the row below it.
    ///   - previous: the cursor of the page above it.
    ///   - sketch: the page's sketch, or `nil` if it is not to be compared.
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
