internal import Paging

/// Decides what to ask next, to read a list whole while its server changes it.
///
/// Theory of operation. A walk is not a view. A view shows the list as it is now; a walk owes each row that was there from its
/// first request to its last exactly once, wherever it stood meanwhile. So it does not fit pages to positions, as a list's
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
/// until one was *quiet*: each page has the row that the one before it ended with where that stood, no row came twice or anew,
/// and the total was always the same and was that of the rows read. A pass all of whose pages carry one version needs no
/// other proof.
///
/// *What the total proves.* A pass that ends with fewer rows than the total says has missed what came above it while it went
/// on. Where less came than that, rows share identifiers, have moved, or the total counts others: such a list is not whole.
///
/// *Bounds.* A pass that grows without new rows, and a list that is never quiet, end the walk with a reason.
struct ListWalk<ID: Hashable> {
    /// What to do next.
    enum Step: Hashable {
        case ask(PageRequest)
        case done
        case failed(WalkFailure)
    }

    /// What an answer showed.
    struct Look {
        var ids: [ID]
        var position: Int?
        var total: Int?
        var continuation: PageContinuation
        var version: Version?
    }

    /// What is known of a row.
    private struct Sighting {
        /// Counts the rows as they are seen.
        var order: Int
        /// Whether it stood where all rows had been read.
        var isAdded: Bool
        /// The pass that saw it last.
        var last: Int
    }

    /// Passes over a list whose order may change, at most, where they took as many requests as ``patience``.
    static var maximumPasses: Int { 12 }
    /// Requests that are sent before a walk is given up, however short the list.
    static var patience: Int { 200 }
    /// How often the same is asked, or the list read, where what comes cannot be.
    static var attempts: Int { 3 }

    let behavior: ListBehavior
    /// Rows a request; two at least, for pages must overlap.
    let pageSize: Int
    /// Whether the list is read by position, as far as is known.
    private(set) var hasPositions: Bool
    /// The passes begun.
    private(set) var pass = 1
    /// Whether all that came on top was read, too; a list may grow faster than anybody reads.
    private(set) var isClosed = true
    /// The last total that was said.
    private(set) var total: Int?
    private(set) var step: Step

    private var sightings: [ID: Sighting] = [:]
    /// Where the chain ends, in the positions of the last answer.
    private var front = 0
    /// The total that was said with it.
    private var totalAtFront: Int?
    private var hinge: ID?
    private var back = 0
    private var answers = 0
    private var answersOfPass = 0
    /// Rows to be expected in this pass, known when it began.
    private var expected: Int?
    private var isQuiet = true
    private var rowsOfPass = 0
    /// A server may give fewer rows than are asked for.
    private var largestPage = 0
    /// Answers in a row in which an identifier stood twice.
    private var tornAnswers = 0
    /// Answers in a row that led nowhere, though the list is said to go on.
    private var stalls = 0
    /// Passes in a row that gave fewer rows than the total says, and saw too little happen for that.
    private var uncountedPasses = 0
    /// Rows that came or went while the pass went on, by the total, and those seen for the first time after the first pass.
    private var changesOfPass = 0
    private var cursorsOfPass: Set<Cursor> = []
    /// Whether rows that stayed were seen in another order.
    private(set) var isReordered = false
    private var lastOrder = -1
    private var totalOfPass: Int??
    private var versionOfPass: Version??
    private var hasMixedVersions = false

    /// Begins a walk.
    init(_ behavior: ListBehavior, pageSize: Int, capabilities: SourceCapabilities) {
        self.behavior = behavior
        self.pageSize = max(2, pageSize)
        hasPositions = capabilities.contains(.positions)
        step = .ask(hasPositions ? .positions(0..<self.pageSize) : .after(nil, limit: self.pageSize))
    }

    /// The rows that are known, those that have gone among them.
    var count: Int { sightings.count }

    /// Rows that stood where all rows had been read before: added, or moved there. In the order of their being seen.
    var added: [ID] { listed(\.isAdded) }

    /// Rows that the last pass no longer found.
    var removed: [ID] { behavior.membership == .growsOnTop ? [] : listed { $0.last < pass } }

    private func listed(_ isListed: (Sighting) -> Bool) -> [ID] {
        sightings.filter { isListed($0.value) }.sorted { $0.value.order < $1.value.order }.map(\.key)
    }

    /// Takes an answer in.
    ///
    /// - Returns: which of its rows have not been seen before, by index.
    mutating func take(_ look: Look) -> [Int] {
        guard case .ask(let request) = step else { return [] }
        answers += 1
        answersOfPass += 1
        if let repeated = Self.repetition(in: look.ids) {
            tornAnswers += 1
            // An answer of several pages may have been taken while the list moved on.
            if tornAnswers >= Self.attempts {
                let start = look.position ?? rowsOfPass
                step = .failed(.repeatedIdentifier(row: start + repeated.second, first: start + repeated.first))
            }
            return []
        }
        tornAnswers = 0
        let largestBefore = largestPage
        note(look)
        var new: [Int] = []
        if case .positions(let asked) = request {
            let most = largestBefore > 0 ? min(asked.count, largestBefore) : asked.count
            let isFull = most...asked.count ~= look.ids.count
            new = take(look, at: look.position ?? asked.lowerBound, isFull: isFull)
        } else {
            new = join(look.ids)
            if case .next(let next) = look.continuation {
                let isNew = cursorsOfPass.insert(next).inserted
                step = isNew ? .ask(.after(next, limit: pageSize)) : .failed(.circle(rows: sightings.count))
            } else {
                endPass()
            }
        }
        // The list may have to be read again for holes, and may grow; much more than that is a list that outruns its reader.
        let pages = (expected ?? sightings.count) / max(1, min(pageSize, largestPage) - 1) + 1
        if case .ask = step, answersOfPass > Self.patience + 8 * pages { giveUp() }
        return new
    }

    /// Two rows of an answer that have the same identifier.
    private static func repetition(in ids: [ID]) -> (first: Int, second: Int)? {
        var places: [ID: Int] = [:]
        for (index, id) in ids.enumerated() {
            if let first = places.updateValue(index, forKey: id) { return (first, index) }
        }
        return nil
    }

    private mutating func giveUp() {
        if isClosing {
            (isClosed, step) = (false, .done)
        } else {
            step = .failed(.noProgress(rows: sightings.count, answers: answersOfPass))
        }
    }

    /// Whether rows come on top and nothing else happens.
    private var growsOnly: Bool { behavior.membership == .growsOnTop && behavior.ranking == .stable }

    /// Whether all that is left is to read what came on top of what is known.
    private var isClosing: Bool { pass > 1 && growsOnly }

    /// The source turned out to be read by position.
    mutating func learn(_ capabilities: SourceCapabilities) {
        guard capabilities.contains(.positions), !hasPositions else { return }
        hasPositions = true
        if case .ask(.after(nil, let limit)) = step { step = .ask(.positions(0..<limit)) }
    }

    // MARK: By position

    /// - Parameter isFull: whether the answer has as many rows as it can have, so that others may follow whatever is said.
    private mutating func take(_ look: Look, at start: Int, isFull: Bool) -> [Int] {
        let end = start + look.ids.count
        let meets = start == 0 || look.ids.contains { sightings[$0]?.last == pass }
        guard meets, !look.ids.isEmpty || start == 0 else {
            // Where rows only come on top, the chain's end can only be further down.
            let isAbove = growsOnly && !look.ids.isEmpty && look.continuation != .end
            isAbove ? goDown(from: end, total: look.total) : goBack(from: start, total: look.total)
            return []
        }
        let overlap = max(0, front - start)
        let isBeside = front == 0 || look.ids.indices.contains(overlap - 1) && look.ids[overlap - 1] == hinge
        if !isBeside || back > 0 { isQuiet = false }
        let isAnew = start == 0 && front > 0 && growsOnly
        let reachesDown = look.ids.contains { id in sightings[id].map { $0.last < pass } ?? false }
        let new = join(look.ids, overlap: overlap, isAbove: isAnew)
        let goesOn = end > front
        (front, back, hinge, totalAtFront) = (end, 0, look.ids.last, look.total)
        // A total may be counted, or kept, before the rows are read: behind a full page others may stand.
        let isSaidToEnd = look.continuation == .end || look.total.map { end >= $0 } ?? look.ids.isEmpty
        stalls = goesOn || isSaidToEnd || !isBeside ? 0 : stalls + 1
        if isClosing, reachesDown {
            // From here on down all is known.
            step = .done
        } else if isSaidToEnd, !(isFull && goesOn && look.ids.count > 1) {
            endPass()
        } else if stalls >= Self.attempts {
            step = .failed(.noWayOn(row: front, total: look.total))
        } else {
            let next = max(0, front - 1)
            step = .ask(.positions(next..<next + pageSize))
        }
        return new
    }

    private mutating func goDown(from end: Int, total: Int?) {
        // The total says how many have come since the chain's end was seen.
        let drift = total.flatMap { now in totalAtFront.map { now - $0 } } ?? 0
        let position = max(end - 1, front - 1 + drift)
        step = .ask(.positions(position..<position + pageSize))
    }

    private mutating func goBack(from start: Int, total: Int?) {
        isQuiet = false
        back = back == 0 ? pageSize - 1 : back * 2
        let position = max(0, min(start, total ?? start) - back)
        step = .ask(.positions(position..<position + pageSize))
    }

    // MARK: Rows

    /// Joins a page's rows to the chain.
    ///
    /// - Parameters:
    ///   - overlap: how many of them the chain has, if nothing happened.
    ///   - isAbove: whether they stand above all of it where none of them is known.
    private mutating func join(_ ids: [ID], overlap: Int = 0, isAbove: Bool = false) -> [Int] {
        var new: [Int] = []
        // What stands before a row of the chain has been read, but for what came since.
        let read = ids.lastIndex { sightings[$0]?.last == pass } ?? (isAbove ? ids.count : 0)
        for (index, id) in ids.enumerated() {
            if let known = sightings[id] {
                if known.last == pass {
                    if index >= overlap { isQuiet = false }
                    continue
                }
                sightings[id]?.last = pass
                if !known.isAdded {
                    if known.order < lastOrder { isReordered = true }
                    lastOrder = max(lastOrder, known.order)
                }
            } else {
                if pass > 1 { (isQuiet, changesOfPass) = (false, changesOfPass + 1) }
                sightings[id] = Sighting(order: sightings.count, isAdded: pass > 1 || index < read, last: pass)
                new.append(index)
            }
            rowsOfPass += 1
        }
        return new
    }

    private mutating func note(_ look: Look) {
        total = look.total ?? total
        largestPage = max(largestPage, look.ids.count)
        if answersOfPass == 1, let total = look.total { expected = max(expected ?? 0, total) }
        if let known = totalOfPass, known != look.total {
            isQuiet = false
            changesOfPass += abs((look.total ?? 0) - (known ?? 0))
        }
        totalOfPass = look.total
        if let known = versionOfPass, known != look.version { hasMixedVersions = true }
        versionOfPass = look.version
    }

    // MARK: Passes

    /// Whether a pass by cursors found new rows: nothing shows whether cursors name rows or places, and then those may have
    /// stood ahead all the time.
    private var isDoubtful: Bool { !hasPositions && changesOfPass > 0 && pass <= Self.attempts }

    private mutating func endPass() {
        let total = totalOfPass.flatMap(\.self)
        // Rows that came above the pass while it went on are not among its own.
        let isUncounted = total.map { $0 - rowsOfPass > changesOfPass } ?? false
        uncountedPasses = isUncounted ? uncountedPasses + 1 : 0
        if let version = versionOfPass, version != nil, !hasMixedVersions {
            // The whole pass has read one state of the list.
            step = isUncounted ? .failed(.uncounted(rows: rowsOfPass, total: total ?? 0)) : .done
        } else if behavior.ranking == .rebuilt {
            if pass > 1, isQuiet, total.map({ $0 == rowsOfPass }) ?? true {
                step = .done
            } else if pass >= Self.maximumPasses, answers >= Self.patience {
                step = .failed(isQuiet ? .uncounted(rows: rowsOfPass, total: total ?? 0) : .neverQuiet(passes: pass))
            } else {
                beginPass()
            }
        } else if isUncounted, growsOnly || uncountedPasses >= Self.attempts, !isClosing {
            step = .failed(.uncounted(rows: rowsOfPass, total: total ?? 0))
        } else if behavior.membership == .fixed || pass > 1 && !isUncounted && !isDoubtful || isClosing {
            step = .done
        } else {
            beginPass()
        }
    }

    private mutating func beginPass() {
        pass += 1
        (front, hinge, back, answersOfPass, rowsOfPass, changesOfPass) = (0, nil, 0, 0, 0, 0)
        (stalls, cursorsOfPass, lastOrder) = (0, [], -1)
        expected = sightings.count
        (isQuiet, totalOfPass, versionOfPass, hasMixedVersions) = (true, nil, nil, false)
        step = .ask(hasPositions ? .positions(0..<pageSize) : .after(nil, limit: pageSize))
    }
}
