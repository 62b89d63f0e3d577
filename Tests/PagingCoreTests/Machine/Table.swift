@testable import PagingCore

/// A list of letters on a server, read with pages of five through a machine, in virtual time. Every request takes 100 ms.
///
/// In pictures a letter is a row, `.` a placeholder.
struct Table {
    /// The server's rows now. Each assignment is a new version of the list.
    var server: String {
        didSet { history.append(server) }
    }
    /// The server's rows after each of the next answers.
    var later: [String] = []
    private(set) var machine: ListMachine
    private(set) var now = Instant(milliseconds: 0)
    /// The requests, in order.
    private(set) var log: [LoadRequest.Kind] = []
    /// The list's versions so far, `v0` first.
    private var history: [String]
    let capabilities: SourceCapabilities
    /// How many more requests are answered; the others stay under way.
    var answersLeft = Int.max
    /// Which rows the server answers with that is asked for some by position.
    var answering: (Range<Int>) -> Range<Int> = { $0 }
    /// Whether pages say which version they show.
    var tellsVersions = false
    /// Whether pages say how many rows the list has.
    var tellsTotal = true
    /// Whether pages by position say if more follows.
    var tellsEnd = false
    /// A version of the list that a cache answers with, except where it is passed by.
    var cached: Int?
    /// A version that the server itself answers with, whatever is passed by.
    private var reverted: Int?
    /// Takes the place of what the server would say of what has changed.
    var changes: ((Version) -> ListChanges<Int>?)?
    private var changesKnown = true
    /// Whether the server does not say if a version still holds.
    var refusesChecks = false
    /// Whether the server fails where it is asked what happened since a version.
    var refusesChanges = false
    /// For how many milliseconds it then asks to be left alone.
    var refusesFor: Double?
    /// Whether pages of a list that is read in order say what comes before them.
    var tellsBeginning = true
    /// Whether pages that do not reach the end name a cursor to go on with.
    var leadsOnFromAbove = true
    /// Whether the server fails where it is asked for what comes before a cursor.
    var refusesAbove = false
    /// Whether the server cannot be reached where it is asked for a page by position.
    var losesPages = false
    private(set) var failures: [LoadFailure] = []
    /// The stream that the list listens to, and the version from which on it asked for news.
    private(set) var stream: (id: RequestID, since: Version?)?
    /// When the machine wants to be woken.
    private(set) var wakeAt: Instant?

    init(
        _ letters: String, _ behavior: ListBehavior, capabilities: SourceCapabilities = .positions,
        startingAt start: ListStart = .start
    ) {
        server = letters
        history = [letters]
        self.capabilities = capabilities
        machine = ListMachine(
            capabilities: capabilities, behavior: behavior, startingAt: start,
            policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        tellsVersions = !capabilities.isDisjoint(with: [.changes, .checks])
    }

    /// A feed whose seen part is a still history.
    static func history(_ letters: String, capabilities: SourceCapabilities, pageSize: Int = 5) -> Table {
        var table = Table(letters, .fixed, capabilities: capabilities)
        table.machine = .history(
            capabilities: capabilities, policy: LoadPolicy(pageSize: pageSize, preloads: false), seed: 1)
        return table
    }

    /// A list whose rows were looked at, a screen after the other.
    static func read(
        _ letters: String, _ behavior: ListBehavior = .fixed, _ capabilities: SourceCapabilities = .positions,
        seen: Range<Int>...
    ) -> Table {
        var table = Table(letters, behavior, capabilities: capabilities)
        for rows in seen { table.look(rows) }
        _ = table.requests()
        return table
    }

    /// Shows rows and lets everything that is asked for arrive.
    mutating func look(_ rows: Range<Int>) { answer(machine.viewport(rows, now: now)) }

    /// Drags the thumb of a scroll bar over rows.
    mutating func drag(over rows: Range<Int>) { answer(machine.pass(rows, now: now)) }

    mutating func removeViewer() { answer(machine.removeViewer(now: now)) }

    mutating func loadAbove() { answer(machine.loadAbove(now: now).effects) }

    mutating func retry() { answer(machine.retry(now: now)) }

    mutating func loadMore() { answer(machine.loadMore(now: now).effects) }

    /// Asks for the first row that is missing, wherever the reader is.
    mutating func loadFirstMissing() {
        let missing = machine.rows.missingRanges(in: 0..<machine.rows.count).ranges.first?.lowerBound
        _ = machine.jobs.add(.row(missing ?? machine.rows.count))
        answer(machine.wake(now: now))
    }

    mutating func releaseMemory() { answer(machine.releaseMemory(now: now)) }

    mutating func pin(_ positions: PositionSet) { machine.pin(positions) }

    mutating func fillGap(at position: Int) { answer(machine.fillGap(at: position, now: now)) }

    mutating func setGapPolicy(_ policy: GapPolicy) { machine.gapPolicy = policy }

    mutating func setLoadsAutomatically(_ loads: Bool) {
        let (size, policy) = (machine.policy.pageSize, machine.policy)
        machine.policy = LoadPolicy(pageSize: size, loadsAutomatically: loads, preloads: policy.preloads)
    }

    /// From now on no request asks for more than a page.
    mutating func asksForPagesAlone() {
        let size = machine.policy.pageSize
        machine.policy = LoadPolicy(pageSize: size, maximumRequestSize: size, preloads: machine.policy.preloads)
    }

    mutating func refresh() { answer(machine.refresh(now: now).effects) }

    mutating func reload() { answer(machine.reload(now: now).effects) }

    /// The list goes on with another source of the same rows, which may be capable of less.
    mutating func replaceSource(_ capabilities: SourceCapabilities) {
        answer(machine.replaceSource(capabilities: capabilities, now: now).effects)
    }

    /// The app is ended and started again: another machine is made of what this one saves.
    mutating func restart() throws(StateDefect) { try restart(from: machine.saved) }

    mutating func restart(from state: ListMachine.State) throws(StateDefect) {
        machine = try ListMachine(
            restoring: state, capabilities: capabilities, behavior: machine.behavior, policy: machine.policy, seed: 2)
    }

    /// The stream says that the list is at a version.
    mutating func tell(_ version: Version?) { tellLate(version, of: stream?.id) }

    /// The stream says what happened between two versions.
    mutating func tell(from old: Int, to new: Int, carrying letters: String = "") {
        guard let stream else { return }
        let changes = Self.difference(from: history[old], to: history[new], Version("v\(old)"), Version("v\(new)"))
        answer(machine.liveChanges(changes, carrying: letters.map(Self.number), for: stream.id, now: now))
    }

    /// The stream says something else.
    ///
    /// - Returns: the rows whose content is to be drawn anew.
    @discardableResult
    mutating func tell(_ changes: ListChanges<Int>, carrying letters: String = "") -> PositionSet {
        guard let stream else { return PositionSet() }
        let effects = machine.liveChanges(changes, carrying: letters.map(Self.number), for: stream.id, now: now)
        defer { answer(effects) }
        return effects.updates.reduce(PositionSet()) { $0.union($1.changed) }
    }

    /// A stream that may have been cancelled says that the list is at a version.
    mutating func tellLate(_ version: Version?, of stream: RequestID?) {
        guard let stream else { return }
        answer(machine.liveVersion(version, for: stream, now: now))
    }

    /// A page comes that was left unanswered.
    mutating func arrive(_ page: Page<Int>, for request: RequestID) {
        answer(machine.arrived(page, for: request, now: now))
    }

    /// The stream ends.
    mutating func breakStream(isTransient: Bool = true, retryAfter: Double? = nil) {
        guard let stream else { return }
        self.stream = nil
        answer(machine.failed(stream.id, isTransient: isTransient, retryAfter: retryAfter, now: now))
    }

    /// Time passes, and the machine is woken when it wants to be.
    mutating func pass(_ milliseconds: Double) {
        let end = now.advanced(byMilliseconds: milliseconds)
        while let due = wakeAt, due <= end {
            now = max(now, due)
            answer(machine.wake(now: now))
        }
        now = max(now, end)
    }

    /// The server shows an earlier version from now on.
    mutating func answerAll(with version: Int) { reverted = version }

    /// The server no longer knows what changed.
    mutating func forgetHistory() { changesKnown = false }

    /// How many requests were made since this was last asked.
    mutating func requests() -> Int {
        defer { log = [] }
        return log.count
    }

    var version: Version { Version("v\(history.count - 1)") }

    private mutating func answer(_ effects: ListEffects) {
        var open = unanswered(effects)
        failures += effects.finished.compactMap(\.failure)
        let limit = log.count + 100
        while !open.isEmpty, log.count < limit, answersLeft > 0 {
            let request = open.removeFirst()
            answersLeft -= 1
            now = now.advanced(byMilliseconds: 100)
            log.append(request.kind)
            let effects = answer(to: request)
            if !later.isEmpty { server = later.removeFirst() }
            failures += effects.finished.compactMap(\.failure)
            open.removeAll { effects.cancellations.contains($0.id) }
            open += unanswered(effects)
        }
    }

    /// The requests that are to be answered; a stream stays open instead.
    private mutating func unanswered(_ effects: ListEffects) -> [LoadRequest] {
        wakeAt = effects.wakeAt
        if let id = stream?.id, effects.cancellations.contains(id) { stream = nil }
        return effects.requests.filter {
            guard case .live(let since) = $0.kind else { return true }
            stream = ($0.id, since)
            return false
        }
    }

    private mutating func answer(to request: LoadRequest) -> ListEffects {
        let newest = reverted ?? history.count - 1
        let shown = request.skipsCaches ? newest : cached ?? newest
        let (letters, version) = (Array(history[shown]), Version("v\(shown)"))
        switch request.kind {
        case .page(.positions) where losesPages:
            return machine.failed(request.id, isTransient: true, now: now)
        case .page(.positions(let asked)):
            let rows = answering(asked).clamped(to: 0..<letters.count)
            var page = Page(
                letters[rows].map(Self.number), at: rows.lowerBound, total: tellsTotal ? letters.count : nil,
                version: tellsVersions ? version : nil)
            if tellsEnd { page.continuation = rows.upperBound < letters.count ? .more : .end }
            return machine.arrived(page, for: request.id, now: now)
        case .snapshot:
            return machine.snapshotArrived(
                ListSnapshot(letters.map(Self.number), version: version), for: request.id, now: now)
        case .items(let numbers):
            let there = Set(letters.map(Self.number))
            return machine.itemsArrived(numbers.filter(there.contains).reversed(), for: request.id, now: now)
        case .changes where refusesChanges:
            return machine.failed(request.id, isTransient: false, retryAfter: refusesFor, now: now)
        case .changes(let since):
            return machine.changesArrived(changes?(since) ?? difference(since: since), for: request.id, now: now)
        case .check where refusesChecks:
            return machine.failed(request.id, isTransient: false, now: now)
        case .check(let seen):
            return machine.checked(seen == version ? .unchanged : .changed(version), for: request.id, now: now)
        case .page(.after(let cursor, let limit)):
            // A cursor is the letter that was seen last, as where servers page by identifiers.
            let start = cursor.flatMap { "\($0)".first }.flatMap { letters.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            return machine.arrived(page(start..<start + limit, of: letters), for: request.id, now: now)
        case .page(.before) where refusesAbove:
            return machine.failed(request.id, isTransient: true, now: now)
        case .page(.before(let cursor, let limit)):
            let end = cursor.map { place(of: $0, in: letters) } ?? letters.count
            return machine.arrived(page(max(0, end - limit)..<end, of: letters), for: request.id, now: now)
        case .page(.around(let id, let limit)):
            let start = max(0, place(of: id, in: letters) - limit / 2)
            let page = page(start..<start + limit, of: letters)
            let target = page.items.firstIndex(of: Self.number("\(id)".first ?? "?"))
            return machine.arrived(page, for: request.id, beginningAt: target, now: now)
        case .sections, .live:
            return machine.failed(request.id, isTransient: false, now: now)
        }
    }

    /// The letters at some places, as a page of a list that is read in order.
    private func page(_ asked: Range<Int>, of letters: [Character]) -> Page<Int> {
        let rows = asked.clamped(to: 0..<letters.count)
        var page = Page(
            letters[rows].map(Self.number),
            continuation: rows.upperBound < letters.count && !rows.isEmpty
                ? .next(Cursor("\(letters[rows.upperBound - 1])")) : .end)
        if tellsBeginning {
            page.beginning =
                rows.lowerBound > 0 && !rows.isEmpty ? .previous(Cursor("\(letters[rows.lowerBound])")) : .start
        }
        if !leadsOnFromAbove, asked.upperBound < letters.count { page.continuation = .unspecified }
        return page
    }

    /// Where a letter is, or was when it was last there.
    private func place(of cursor: Cursor, in letters: [Character]) -> Int {
        guard let letter = "\(cursor)".first else { return 0 }
        if let place = letters.firstIndex(of: letter) { return place }
        let before = history.last { $0.contains(letter) }.map { $0.prefix { $0 != letter } } ?? ""
        return letters.count { before.contains($0) }
    }

    private func difference(since: Version) -> ListChanges<Int>? {
        guard changesKnown, let index = history.indices.first(where: { Version("v\($0)") == since }) else { return nil }
        return Self.difference(from: history[index], to: server, since, version)
    }

    private static func difference(
        from old: String, to new: String, _ before: Version, _ after: Version
    ) -> ListChanges<Int> {
        let removed = old.filter { !new.contains($0) }.map(number)
        let added = new.enumerated().filter { !old.contains($0.element) }
        return ListChanges(
            from: before, to: after, removed: removed,
            added: added.map { .init(number($0.element), at: $0.offset) }, total: new.count)
    }

    /// The question for the items of these letters.
    static func items(_ letters: String) -> LoadRequest.Kind { .items(letters.map(number)) }

    /// The items that a question is for by their numbers; none where it is for something else.
    static func numbers(_ kind: LoadRequest.Kind) -> [Int] {
        if case .items(let numbers) = kind { numbers } else { [] }
    }

    static func number(_ letter: Character) -> Int { Int(letter.unicodeScalars.first?.value ?? 0) }

    /// The shown rows.
    var picture: String {
        String(machine.rows.map { $0.flatMap { Unicode.Scalar($0) }.map(Character.init) ?? "." })
    }

    /// The shown rows, with a `|` for each gap.
    var pictureWithGaps: String {
        var text = Array(picture)
        for gap in machine.gapPositions.reversed() { text.insert("|", at: gap) }
        return String(text)
    }
}
