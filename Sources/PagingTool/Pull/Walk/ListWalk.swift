internal import Paging

/// Chooses the next request, to read a list completely while its server changes it.
///
/// Theory of operation. A walk is not a view. A view shows the list as it is now. A walk must return each row exactly once that existed from its
/// first request to its last, even if it moved. So it does not fit pages to positions, as a list's machine does. It remembers every identifier,
/// and it must never skip an unknown row.
///
/// *Passes.* A pass reads from the top to the end. It has a chain: rows without any unread row between them and the top. Pages overlap by a row.
/// A page that contains a row of the chain is next to it or reaches back into it, so the whole page joins the chain, however many rows were
/// added above. A page without such a row may be after a gap, because rows above it were removed. Then the walk goes back, by ever larger steps,
/// until a page meets the chain or the top. (If rows are only added on top, such a page is above the whole chain instead, and the walk continues
/// downwards.)
///
/// *Further passes.* If rows keep their order, no remaining row can move from after the chain to before it, so one pass reads all rows that
/// remain. Rows added on top meanwhile are found by reading from the top to the first known row. All other added rows, and removed ones, are
/// found by a second pass. If the order itself may change, a row may move past the walk unseen. Then passes are repeated until one is *quiet*:
/// each page has the last row of the previous one at its old position, no row is repeated or new, and the total was always the same and equals
/// the number of rows read. A pass whose pages all have the same version needs no other proof.
///
/// *The total.* A pass with fewer rows than the total has missed rows that were added above it meanwhile. If no added rows were seen, then rows
/// share identifiers, have moved, or the total counts other rows, and the list is incomplete.
///
/// *Limits.* The walk fails with a reason in these cases: a pass grows without new rows, the list is never quiet, an answer contains the same
/// identifier twice each time, no rows follow although the list is reported to go on, cursors form a cycle, or several consecutive passes have
/// fewer rows than the total.
struct ListWalk<ID: Hashable> {
    /// The next step.
    enum Step: Hashable {
        case ask(PageRequest)
        case done
        case failed(WalkFailure)
    }

    /// The parts of an answer that the walk uses.
    struct Look {
        var ids: [ID]
        var position: Int?
        var total: Int?
        var continuation: PageContinuation
        var version: Version?
    }

    /// The record of a known row.
    struct RowRecord {
        /// The number of rows seen before it.
        var order: Int
        /// `true` if it appeared among rows that had all been read before.
        var isAdded: Bool
        /// The last pass that contained it.
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
        /// The length of the last step back, or 0 if the page met the chain.
        var back = 0
        var answers = 0
        var rows = 0
        /// The expected number of rows when the pass began.
        var expected: Int?
        /// `true` if the list was seen to change.
        var sawChange = false
        /// `true` if rows were seen to move during the pass.
        var sawShift = false
        /// `true` if rows of the chain were unexpectedly repeated.
        var sawRepetition = false
        /// The number of consecutive answers without progress, although the list is reported to go on.
        var stalls = 0
        var cursors: Set<Cursor> = []
        /// The last reported total.
        var total: Int?
        /// The version of the last answer, or `nil` before the first answer.
        var version: Version??
        var hasMixedVersions = false
        /// The greatest order of the rows already known.
        var lastOrder = -1

        var isQuiet: Bool { !sawChange && !sawRepetition }
    }

    /// The most passes over a list whose order may change, if they took as many requests as ``patience``.
    static var maximumPasses: Int { 12 }
    /// The number of requests before a walk may be given up, even for a short list.
    static var patience: Int { 200 }
    /// The most repetitions of a request whose answer is impossible or without progress.
    static var attempts: Int { 3 }
    /// The most consecutive passes with fewer rows than the total, without any visible change.
    static var uncountedPasses: Int { 3 }
    /// The number of passes after which a pass is accepted although it had fewer rows than the total, or found new rows by cursors, because it
    /// saw the list change.
    static var passesInDoubt: Int { 4 }

    let behavior: ListBehavior
    /// The number of rows per request, at least two, because pages must overlap.
    let pageSize: Int
    /// `true` if the list is read by position, as far as is known.
    private(set) var hasPositions: Bool
    /// The number of the current pass.
    private(set) var pass = 1
    /// `true` if all rows added on top were read too. A list may grow faster than it can be read.
    private(set) var isClosed = true
    /// The last reported total.
    private(set) var total: Int?
    /// `true` if remaining rows were seen in another order.
    var isReordered = false
    var step: Step

    var sightings: [ID: RowRecord] = [:]
    var current = Pass()
    /// `true` if only the rows added on top are still to be read.
    var isClosing = false
    private var answers = 0
    /// The number of rows in the largest page. A server may return fewer rows than requested.
    private var largestPage = 0
    /// The number of consecutive answers with a repeated identifier, and the first such identifier.
    private var torn: (count: Int, id: ID)?
    /// The number of consecutive passes with fewer rows than the total, without any visible change.
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

    /// Continues behind the end after rows were found there, which may be new.
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

    /// Added or moved rows among rows that were all read before, in the order in which they were seen.
    var added: [ID] { listed(\.isAdded) }

    /// Rows that were removed: the last pass did not contain them, and nothing moved during it.
    var removed: [ID] { isLastPassSure ? missed : [] }

    /// Rows that the last pass did not contain, but that may have moved from after it to before it.
    var unseen: [ID] { isLastPassSure ? [] : missed }

    private var missed: [ID] { behavior.membership == .growsOnTop ? [] : listed { $0.last < pass } }

    /// `true` if the last pass certainly saw every row: nothing changed during it, and its number of rows equals the total.
    private var isLastPassSure: Bool {
        !current.sawShift && !current.sawRepetition && current.total.map { $0 == current.rows } ?? true
    }

    private func listed(_ isListed: (RowRecord) -> Bool) -> [ID] {
        sightings.filter { isListed($0.value) }.sorted { $0.value.order < $1.value.order }.map(\.key)
    }

    /// `true` if rows are only added on top.
    var growsOnly: Bool { behavior.membership == .growsOnTop && behavior.ranking == .stable }

    /// Records the capabilities of the source.
    mutating func learn(_ capabilities: SourceCapabilities) {
        guard capabilities.contains(.positions), !hasPositions else { return }
        hasPositions = true
        if case .ask(.after(nil, let limit)) = step { step = .ask(.positions(0..<limit)) }
    }

    /// Processes an answer.
    ///
    /// - Returns: the indices of its new rows.
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
        // The list may have to be read again because of gaps, and it may grow. Many more pages mean that it grows faster than it is read.
        let pages = (current.expected ?? count) / max(1, min(pageSize, largestPage) - 1) + 1
        if case .ask = step, current.answers > Self.patience + 8 * pages { giveUp() }
        return new
    }

    /// `true` if an answer is impossible, because an identifier occurs twice. An answer of several pages may have been read while the list
    /// changed. Then other identifiers are repeated the next time.
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

    /// `true` if all rows from an answer downwards are known.
    func closes(with look: Look) -> Bool {
        isClosing && look.ids.contains { id in sightings[id].map { $0.last < pass } ?? false }
    }

    /// `true` if an answer has as many rows as possible, so that others may follow whatever it reports about the list's end.
    private func isFull(_ look: Look, for request: PageRequest) -> Bool {
        guard case .positions(let asked) = request else { return false }
        // A server that returns more rows than requested, from the top and each time, returns all rows.
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
        // Rows that were added above the pass during it do not count.
        let isShort = current.total.map { $0 > current.rows } ?? false
        let isUncounted = isShort && !current.sawChange
        uncounted = isUncounted ? uncounted + 1 : 0
        let failure = WalkFailure.uncounted(rows: current.rows, total: current.total ?? 0)
        if let version = current.version, version != nil, !current.hasMixedVersions {
            // The whole pass has read one version of the list.
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

    /// `true` if no further pass is necessary over rows that keep their order. It is `false` after the first pass.
    private func isProven(isShort: Bool) -> Bool {
        guard pass > 1, !growsOnly else { return false }
        // Nothing shows if cursors identify rows or positions. If they are positions, rows found late may have been after the walk all the time.
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
