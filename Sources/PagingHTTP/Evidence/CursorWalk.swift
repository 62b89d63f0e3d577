import PagingCore
import PagingWire

/// Makes a walk by cursors end, whatever a server answers.
///
/// Theory of operation. A new cursor is progress only if its page is new too, because some servers create new cursors for the same page forever.
/// An empty page is progress only with a new cursor, and only a limited number of times in a row. A cursor may be followed again when the reader
/// returns to evicted pages, and such pages are not compared. A request for the list's start restarts the walk, and pages of the walk before are
/// not compared with those of the new one.
///
/// A list that is read both ways reaches the same pages by different cursors: the page above has one for it, and a refresh has others. There a
/// limited number of consecutive repeated pages is allowed.
struct CursorWalk: Sendable {
    /// `true` if the list was entered elsewhere than at its start.
    var readsBothWays = false
    /// The number of consecutive repeated pages.
    private var repeatedPages = 0
    /// The cursors of the pages, and the number of rows before each.
    private var rowsBefore: [Cursor: Int] = [:]
    /// The cursors that were followed, and the next cursor of each one's page.
    private var nexts: [Cursor: Cursor?] = [:]
    /// The cursors of the walk before this one. A list that is refreshed may still follow them, to pages that this walk reaches by others.
    private var earlier: Set<Cursor> = []
    /// The first pages, the last pages, and one at a power of two. A cycle of any length meets the last of these again.
    private var first: [PageSketch] = []
    private var last: [PageSketch] = []
    private var tortoise: PageSketch?
    private(set) var pages = 0
    private(set) var emptyPages = 0
    private var undecidedPages = 0

    /// The most consecutive empty pages if the next page's address only has a larger number, which shows no more than a counter.
    static let maximumEmptyCountedPages = 5
    /// The most consecutive pages whose rows cannot be distinguished from those of an earlier page.
    static let maximumUndecidedPages = 40
    /// The most consecutive repeated pages in a list that is read both ways: the pages around the viewport during a refresh.
    static let maximumRepeatedPages = 4
    /// The number of first pages, and of last pages, that are remembered.
    static let rememberedPages = 32
    /// The number of first pages that are compared if the rows' type is known, and the interval of later comparisons. A comparison parses a page
    /// a second time.
    static let sampledPages = 16

    /// The result of checking a page.
    enum Verdict: Hashable {
        case isProgress
        /// The next cursor leads to an earlier page.
        case leadsBack
        /// The page equals an earlier one with another cursor.
        case cameBefore
        /// There were too many empty pages.
        case staysEmpty
    }

    /// A walk of a list that is read both ways.
    static let bothWays: CursorWalk = {
        var walk = CursorWalk()
        walk.readsBothWays = true
        return walk
    }()

    /// The number of rows up to the end of a cursor's page, or `nil` if it is unknown.
    func rowsBehind(_ cursor: Cursor?, count: Int) -> Int? {
        guard let cursor else { return count }
        return rowsBefore[cursor].map { $0 + count }
    }

    /// Checks a page and adds it to the walk.
    ///
    /// - Parameters:
    ///   - count: the number of its rows.
    ///   - cursor: the cursor of the request, or `nil` for the list's start.
    ///   - next: the cursor of the next page.
    ///   - sketch: the page's sketch, or `nil` if it is not to be compared.
    ///   - maximumEmptyPages: the most consecutive empty pages: see ``HTTPLimits/maximumEmptyPages``.
    mutating func take(
        _ count: Int, after cursor: Cursor?, next: Cursor?, sketch: PageSketch?,
        maximumEmptyPages: Int = HTTPLimits.defaultMaximumEmptyPages
    ) -> Verdict {
        if cursor == nil { begin() }
        let before = cursor == nil ? 0 : cursor.flatMap { rowsBefore[$0] }
        let isFresh = cursor.map { nexts.updateValue(next, forKey: $0) == nil } ?? true
        if let next {
            // In a list that is read both ways, the page below may already have been read.
            if isFresh, next == cursor || !readsBothWays && leads(from: next, to: cursor) { return .leadsBack }
            if let before { rowsBefore[next] = before + count }
        }
        guard isFresh else { return .isProgress }
        guard count > 0 else {
            emptyPages += 1
            return emptyPages > maximumEmptyPages ? .staysEmpty : .isProgress
        }
        (emptyPages, pages) = (0, pages + 1)
        if let cursor, before == nil, earlier.contains(cursor) { return .isProgress }
        let verdict = sketch.map { judge($0) } ?? .isProgress
        guard verdict == .cameBefore, readsBothWays else {
            repeatedPages = 0
            return verdict
        }
        repeatedPages += 1
        return repeatedPages > Self.maximumRepeatedPages ? .cameBefore : .isProgress
    }

    /// `true` if the known pages lead from one cursor to another. With concurrent requests a later page may arrive first, so it already has a
    /// next cursor.
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

    /// Restarts the walk at another place of the list.
    mutating func begin() {
        let (both, known) = (readsBothWays, Set(nexts.keys).union(nexts.values.compactMap { $0 }))
        self = CursorWalk()
        (readsBothWays, earlier) = (both, known)
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
