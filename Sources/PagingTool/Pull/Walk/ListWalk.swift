internal import Paging

/// Decides what to ask next, to read a list whole while its server changes it.
///
/// Theory of operation. A walk is not a view. A view shows the list as it is now; a walk owes each row that was there from its
/// first request to its last exactly once, wherever it was meanwhile. So it does not fit pages to positions, as a list's
/// machine does: it remembers every identifier, and what it must never do is step over a row that it does not know.
///
/// *Passes.* A pass reads from the top to the end. It holds a chain: rows known to have no unread row between them and
/// the top. Pages overlap by a row. A page that holds a row of the chain is next to it or reaches back into it, and all of it
/// joins the chain, however much was added above; a page that holds none may lie behind a hole, because rows above it went, and
/// the walk goes back, by ever larger steps, until a page meets the chain or the top. (Where rows only come on top, it lies
/// above all of the chain instead, and the walk goes on down.)
///
/// *What follows.* Where rows keep their order, nothing that stays can pass from ahead of the chain to behind it, so one pass has
/// read all that stayed. Rows added on top meanwhile are found from the top down to the first known row; any others, and those
/// that went, by a second pass. Where the order itself may change, a row may cross over unseen: then passes follow one another
/// until one was *quiet*: each page has the row that the one before it ended with in its old place, no row came twice or anew,
/// and the total was always the same and was that of the rows read. A pass all of whose pages carry one version needs no
/// other proof.
///
/// *What the total proves.* A pass that ends with fewer rows than the total says has missed what came above it while it went
/// on. Where nothing was seen to come, rows share identifiers, have moved, or the total counts others, and the list is not
/// whole.
///
/// *Bounds.* The walk ends with a reason where a pass grows without new rows, the list is never quiet, the same identifier is
/// twice in an answer each time, nothing follows though the list is said to go on, cursors lead in a circle, and where
/// one pass after the other is short of the total.
struct ListWalk<ID: Hashable> {
    /// The next step.
    enum Step: Hashable {
        case ask(PageRequest)
        case done
        case failed(WalkFailure)
    }

    /// An answer, as far as the walk reads it.
    struct Look {
        var ids: [ID]
        var position: Int?
        var total: Int?
        var continuation: PageContinuation
        var version: Version?
    }

    /// The knowledge of a row.
    struct RowRecord {
        /// Counts the rows as they are seen.
        var order: Int
        /// `true` if it was where all rows had been read.
        var isAdded: Bool
        /// The pass that saw it last.
        var last: Int
    }

    /// The state of the current pass.
    struct Pass {
        /// The position of the chain's end, in the positions of the last answer.
        var front = 0
        /// The total reported with it.
        var totalAtFront: Int?
        /// The last row of the chain.
        var hinge: ID?
        /// How far back the last step went; 0 if the page met the chain.
        var back = 0
        var answers = 0
        var rows = 0
        /// The number of rows to expect, as known when the pass began.
        var expected: Int?
        /// `true` if the list was seen to change.
        var sawChange = false
        /// `true` if rows were seen to move while it went on.
        var sawShift = false
        /// `true` if rows of the chain came again where none were expected.
        var sawRepetition = false
        /// Answers in a row that led nowhere, though the list is said to go on.
        var stalls = 0
        var cursors: Set<Cursor> = []
        /// The last total that was said.
        var total: Int?
        /// The last answer; `nil` before the first.
        var version: Version??
        var hasMixedVersions = false
        /// The greatest order of the rows that were known before.
        var lastOrder = -1

        var isQuiet: Bool { !sawChange && !sawRepetition }
    }

    /// Passes over a list whose order may change, at most, where they took as many requests as ``patience``.
    static var maximumPasses: Int { 12 }
    /// Requests that are sent before a walk is given up, however short the list.
    static var patience: Int { 200 }
    /// How often the same is asked where the answer cannot be, or leads nowhere.
    static var attempts: Int { 3 }
    /// Passes in a row that may be short of the total with nothing to show for it.
    static var uncountedPasses: Int { 3 }
    /// Passes after which those are believed that were short of the total, or found new rows by cursors, for they saw the
    /// list change.
    static var passesInDoubt: Int { 4 }

    let behavior: ListBehavior
    /// Rows a request; two at least, for pages must overlap.
    let pageSize: Int
    /// `true` if the list is read by position, as far as is known.
    private(set) var hasPositions: Bool
    /// The passes begun.
    private(set) var pass = 1
    /// `true` if all that came on top was read, too; a list may grow faster than anybody reads.
    private(set) var isClosed = true
    /// The last total that was said.
    private(set) var total: Int?
    /// `true` if rows that stayed were seen in another order.
    var isReordered = false
    var step: Step

    var sightings: [ID: RowRecord] = [:]
    var current = Pass()
    /// `true` if all that is left is to read what came on top of what is known.
    var isClosing = false
    private var answers = 0
    /// A server may give fewer rows than are asked for.
    private var largestPage = 0
    /// Answers in a row in which an identifier was twice, and the first of these identifiers.
    private var torn: (count: Int, id: ID)?
    /// Passes in a row that were short of the total with nothing to show for it.
    private var uncounted = 0

    /// How many rows were known each time that more were found behind the end.
    private var countsAtEnd: [Int] = []

    /// Begins a walk.
    init(_ behavior: ListBehavior, pageSize: Int, capabilities: SourceCapabilities) {
        self.behavior = behavior
        self.pageSize = max(2, pageSize)
        hasPositions = capabilities.contains(.positions)
        step = .ask(hasPositions ? .positions(0..<self.pageSize) : .after(nil, limit: self.pageSize))
    }

    /// Goes on behind the end, where rows were found: they may have come there since the walk was there.
    ///
    /// - Returns: `false` if the walk has ended: rows came behind it too often, or none did since it last went on, so that they are not reached.
    mutating func goOn() -> Bool {
        guard step == .done, hasPositions, behavior.membership == .changes, current.front > 0,
            countsAtEnd.count < Self.maximumPasses, countsAtEnd.last != count
        else { return false }
        countsAtEnd.append(count)
        step = .ask(.positions(current.front - 1..<current.front - 1 + pageSize))
        return true
    }

    /// The rows that are known, those that have gone among them.
    var count: Int { sightings.count }

    /// Rows that were where all rows had been read before: added, or moved there. In the order of their being seen.
    var added: [ID] { listed(\.isAdded) }

    /// Rows that were removed: the last pass no longer found them, and nothing moved while it was read.
    var removed: [ID] { isLastPassSure ? missed : [] }

    /// Rows that the last pass no longer found, where they may as well have moved from ahead of it to behind.
    var unseen: [ID] { isLastPassSure ? [] : missed }

    private var missed: [ID] { behavior.membership == .growsOnTop ? [] : listed { $0.last < pass } }

    /// `true` if the last pass has surely seen every row: nothing changed on its way, and it found as many as there are.
    private var isLastPassSure: Bool {
        !current.sawShift && !current.sawRepetition && current.total.map { $0 == current.rows } ?? true
    }

    private func listed(_ isListed: (RowRecord) -> Bool) -> [ID] {
        sightings.filter { isListed($0.value) }.sorted { $0.value.order < $1.value.order }.map(\.key)
    }

    /// `true` if rows come on top and nothing else happens.
    var growsOnly: Bool { behavior.membership == .growsOnTop && behavior.ranking == .stable }

    /// The source turned out to be read by position.
    mutating func learn(_ capabilities: SourceCapabilities) {
        guard capabilities.contains(.positions), !hasPositions else { return }
        hasPositions = true
        if case .ask(.after(nil, let limit)) = step { step = .ask(.positions(0..<limit)) }
    }

    /// Takes an answer in.
    ///
    /// - Returns: which of its rows have not been seen before, by index.
    mutating func take(_ look: Look) -> [Int] {
        guard case .ask(let request) = step else { return [] }
        answers += 1
        current.answers += 1
        if mustAskAgain(look) { return [] }
        let isFull = isFull(look, for: request)
        note(look)
        var new: [Int] = []
        if case .positions(let asked) = request {
            new = take(look, at: look.position ?? asked.lowerBound, isFull: isFull)
        } else {
            new = takeInOrder(look)
        }
        // The list may have to be read again for holes, and may grow; much more than that is a list that outruns its reader.
        let pages = (current.expected ?? count) / max(1, min(pageSize, largestPage) - 1) + 1
        if case .ask = step, current.answers > Self.patience + 8 * pages { giveUp() }
        return new
    }

    /// `true` if an answer cannot be, for an identifier is in it twice. One of several pages may have been taken while the
    /// list moved on; then others are there twice the next time.
    private mutating func mustAskAgain(_ look: Look) -> Bool {
        guard let (first, second) = Self.repetition(in: look.ids) else {
            torn = nil
            return false
        }
        let id = look.ids[first]
        if let torn, torn.id != id {
            self.torn = nil
            return false
        }
        let count = (torn?.count ?? 0) + 1
        torn = (count, id)
        if count >= Self.attempts {
            let start = look.position ?? current.rows
            step = .failed(.repeatedIdentifier(row: start + second, first: start + first))
        }
        return true
    }

    private mutating func takeInOrder(_ look: Look) -> [Int] {
        let (rowsBefore, isLast) = (current.rows, closes(with: look))
        let new = join(look.ids)
        if isLast {
            step = .done
        } else if case .next(let next) = look.continuation {
            // If the order changes, a row may end a page a second time, after other rows.
            let leadsOn = current.cursors.insert(next).inserted || current.rows > rowsBefore
            step = leadsOn ? .ask(.after(next, limit: pageSize)) : .failed(.circle(rows: count))
        } else {
            endPass()
        }
        return new
    }

    /// `true` if all is known from an answer on down.
    func closes(with look: Look) -> Bool {
        isClosing && look.ids.contains { id in sightings[id].map { $0.last < pass } ?? false }
    }

    /// `true` if an answer has as many rows as it can have, so that others may follow whatever is said of the list's end.
    private func isFull(_ look: Look, for request: PageRequest) -> Bool {
        guard case .positions(let asked) = request else { return false }
        // More than is asked for, from the top on and each time, gives who gives all.
        if look.position == 0, look.ids.count > asked.count, [0, look.ids.count].contains(largestPage) { return false }
        return look.ids.count >= (largestPage > 0 ? min(asked.count, largestPage) : asked.count)
    }

    private mutating func giveUp() {
        if isClosing {
            (isClosed, step) = (false, .done)
        } else {
            step = .failed(.noProgress(rows: count, answers: current.answers))
        }
    }

    private mutating func note(_ look: Look) {
        largestPage = max(largestPage, look.ids.count)
        if let now = look.total {
            total = now
            if current.answers == 1 { current.expected = max(current.expected ?? 0, now) }
            if let known = current.total, known != now { (current.sawChange, current.sawShift) = (true, true) }
            current.total = now
        }
        if let known = current.version, known != look.version { current.hasMixedVersions = true }
        current.version = look.version
    }

    /// Two rows of an answer that have the same identifier.
    private static func repetition(in ids: [ID]) -> (first: Int, second: Int)? {
        var places: [ID: Int] = [:]
        for (index, id) in ids.enumerated() {
            if let first = places.updateValue(index, forKey: id) { return (first, index) }
        }
        return nil
    }

    // MARK: Passes

    mutating func endPass() {
        // Rows that came above the pass while it went on are not among its own.
        let isShort = current.total.map { $0 > current.rows } ?? false
        let isUncounted = isShort && !current.sawChange
        uncounted = isUncounted ? uncounted + 1 : 0
        let failure = WalkFailure.uncounted(rows: current.rows, total: current.total ?? 0)
        if let version = current.version, version != nil, !current.hasMixedVersions {
            // The whole pass has read one state of the list.
            step = isShort ? .failed(failure) : .done
        } else if behavior.ranking == .rebuilt {
            let isCounted = current.total.map { $0 == current.rows } ?? true
            if pass > 1, current.isQuiet, isCounted {
                step = .done
            } else if pass >= Self.maximumPasses, answers >= Self.patience {
                step = .failed(current.isQuiet ? failure : .neverQuiet(passes: pass))
            } else {
                beginPass()
            }
        } else if uncounted >= Self.uncountedPasses {
            step = .failed(failure)
        } else if behavior.membership == .fixed || isClosing || !isUncounted && isProven(isShort: isShort) {
            step = .done
        } else {
            beginPass(isClosing: growsOnly && !isUncounted)
        }
    }

    /// `true` if a pass over rows that keep their order, not the first, is the last.
    private func isProven(isShort: Bool) -> Bool {
        guard pass > 1, !growsOnly else { return false }
        // Nothing shows whether cursors name rows or places; if places, rows found late may have been ahead all the time.
        let isDoubtful = isShort || !hasPositions && current.sawChange
        return !isDoubtful || pass >= Self.passesInDoubt
    }

    private mutating func beginPass(isClosing: Bool = false) {
        pass += 1
        self.isClosing = isClosing
        current = Pass(expected: count)
        step = .ask(hasPositions ? .positions(0..<pageSize) : .after(nil, limit: pageSize))
    }
}
