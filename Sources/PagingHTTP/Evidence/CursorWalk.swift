import PagingCore
import PagingWire

/// Sees to it that a walk by cursors ends, whatever a server answers.
///
/// Theory of operation. A cursor that was never seen is progress only where its page is one that was never seen: servers make fresh cursors
/// for the same page for ever. An empty page is progress only with a fresh cursor, and only so often in a row. A cursor
/// that was followed before may be followed again, for readers come back to pages that were evicted; such pages are not judged.
/// The walk begins anew with a request for the list's start.
///
/// A list that is read both ways, from somewhere in the middle, comes back to pages by other cursors: the page above a page names one for it,
/// and a refresh others. There so many pages in a row may have come before.
struct CursorWalk: Sendable {
    /// `true` if the list was entered elsewhere than at its start.
    var readsBothWays = false
    /// Pages in a row that had come before.
    private var repeatedPages = 0
    /// The cursors whose pages came, and how many rows were before them.
    private var rowsBefore: [Cursor: Int] = [:]
    /// The cursors that were followed, and the cursor that each one's page leads to.
    private var nexts: [Cursor: Cursor?] = [:]
    /// The first pages, the last ones, and one at a power of two: for a circle of any length, the last of these is met again.
    private var first: [PageSketch] = []
    private var last: [PageSketch] = []
    private var tortoise: PageSketch?
    private(set) var pages = 0
    private(set) var emptyPages = 0
    private var undecidedPages = 0

    /// The same if the next page's address only counts on, which only shows that a counter increments.
    static let maximumEmptyCountedPages = 5
    /// The most pages in a row whose rows cannot be told apart from rows of an earlier page.
    static let maximumUndecidedPages = 40
    /// The most repeated pages in a row, in a list that is read both ways: the pages of a screen that is refreshed, and around it.
    static let maximumRepeatedPages = 4
    /// How many of the first pages, and of the last, are remembered.
    static let rememberedPages = 32
    /// With rows of a known type, the first so many pages are compared, and then one in so many. Comparing reads a page a second time.
    static let sampledPages = 16

    /// The outcome of a page.
    enum Verdict: Hashable {
        case isProgress
        /// The way on leads to a page that came before.
        case leadsBack
        /// The page is one that came before, behind another cursor.
        case cameBefore
        /// Too many empty pages.
        case staysEmpty
    }

    /// The walk of a list that is read both ways.
    static let bothWays: CursorWalk = {
        var walk = CursorWalk()
        walk.readsBothWays = true
        return walk
    }()

    /// The rows up to the end of the page that a cursor leads to, or `nil` if that is not known.
    func rowsBehind(_ cursor: Cursor?, count: Int) -> Int? {
        guard let cursor else { return count }
        return rowsBefore[cursor].map { $0 + count }
    }

    /// Takes a page in.
    ///
    /// - Parameters:
    ///   - count: how many rows it has.
    ///   - cursor: what was asked with; `nil` for the start.
    ///   - next: what leads on.
    ///   - sketch: what the page is known by, or `nil` if it is not to be compared.
    ///   - maximumEmptyPages: the most empty pages in a row: see ``HTTPLimits/maximumEmptyPages``.
    mutating func take(
        _ count: Int, after cursor: Cursor?, next: Cursor?, sketch: PageSketch?,
        maximumEmptyPages: Int = HTTPLimits.defaultMaximumEmptyPages
    ) -> Verdict {
        if cursor == nil { begin() }
        let before = cursor == nil ? 0 : cursor.flatMap { rowsBefore[$0] }
        let isFresh = cursor.map { nexts.updateValue(next, forKey: $0) == nil } ?? true
        if let next {
            // In a list that is read both ways the page below may well have been read before.
            if isFresh, next == cursor || !readsBothWays && leads(from: next, to: cursor) { return .leadsBack }
            if let before { rowsBefore[next] = before + count }
        }
        guard isFresh else { return .isProgress }
        guard count > 0 else {
            emptyPages += 1
            return emptyPages > maximumEmptyPages ? .staysEmpty : .isProgress
        }
        (emptyPages, pages) = (0, pages + 1)
        let verdict = sketch.map { judge($0) } ?? .isProgress
        guard verdict == .cameBefore, readsBothWays else {
            repeatedPages = 0
            return verdict
        }
        repeatedPages += 1
        return repeatedPages > Self.maximumRepeatedPages ? .cameBefore : .isProgress
    }

    /// `true` if a page that came leads to another one. The page behind one may come before it, where both are asked for at once, and leads on from
    /// there.
    private func leads(from page: Cursor, to end: Cursor?) -> Bool {
        guard let end else { return false }
        var place = page
        for _ in 0..<nexts.count {
            guard let next = nexts[place] ?? nil else { return false }
            if next == end { return true }
            place = next
        }
        return true
    }

    /// Begins anew, at another place of the list.
    mutating func begin() {
        let both = readsBothWays
        self = CursorWalk()
        readsBothWays = both
    }

    private mutating func judge(_ sketch: PageSketch) -> Verdict {
        var isUndecided = false
        for known in first + last + (tortoise.map { [$0] } ?? []) {
            switch known.isSame(as: sketch) {
            case true?: return .cameBefore
            case nil: isUndecided = true
            case false?: break
            }
        }
        undecidedPages = isUndecided ? undecidedPages + 1 : 0
        if undecidedPages > Self.maximumUndecidedPages { return .cameBefore }
        if first.count < Self.rememberedPages {
            first.append(sketch)
        } else {
            last.append(sketch)
            if last.count > Self.rememberedPages { last.removeFirst() }
            if pages & (pages - 1) == 0 { tortoise = sketch }
        }
        return .isProgress
    }
}
