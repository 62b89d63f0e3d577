internal import Paging
internal import PagingWire

/// The list in the terminal: shows rows, reports the viewport to the list, and moves by keys.
///
/// It sleeps until a key, a page or a signal wakes it. Each time it processes all events, reports its viewport to the list, and draws once.
@MainActor
final class Browser {
    let list: PagedList<Row>
    let terminal: CursesTerminal
    let options: SourceOptions
    let flight: FlightCount
    let watch: ListWatch<Row>

    var position = ReaderPosition()
    var prompt: Prompt?
    var message: String?
    var hasQuit = false
    /// `true` if the keys are shown instead of the rows.
    var showsKeys = false
    /// `true` if the mouse button was pressed on the scroll bar and is still down.
    var isDragging = false
    /// `true` if the last move was a jump, after which the reader stays, and `false` if it was a step, which may be repeated.
    var hasJumped = true
    /// `true` if the reader went to the end, and it is still unknown. A list of unknown length is then followed as it grows.
    var seeksEnd = false

    /// The row to start at, until the list is known to be long enough.
    var soughtRow: Int?
    /// `true` if the row to start at, or the rows below it on the screen, have not loaded yet.
    var seeksID: Bool
    private var hasBegun = false
    /// `true` if the source does not support requests for the list's end.
    private var endIsRefused = false

    /// `true` if the list is being reloaded from another place.
    private var isJumping = false

    private let source: RowSource
    private var observation: ListObservation?
    private let chosen: [FieldPath]?
    private var columns: Columns?

    /// - Parameter id: the identifier of the row to start at, or `nil` for the list's start.
    init(_ options: SourceOptions, columns: [FieldPath]?, startingAt id: String?, terminal: CursesTerminal) {
        self.options = options
        self.terminal = terminal
        chosen = columns
        flight = FlightCount()
        source = options.source(watch: flight)
        seeksID = id != nil
        list = PagedList(
            source, startingAt: id.map { .id($0) } ?? .start,
            policy: LoadPolicy(
                pageSize: options.pageSize, itemBudget: Browser.itemBudget(options.pageSize), retry: options.retryPolicy
            ))
        watch = ListWatch(list)
        observation = list.observe { [weak self] change in
            guard let self else { return }
            position.follow(change.update, isAtStart: list.isStartKnown)
        }
    }

    /// The most items in memory: enough to scroll far back without requests, for lists of any length.
    private static func itemBudget(_ pageSize: Int) -> Int { max(5_000, 20 * pageSize) }

    /// Browses until the reader quits, or the task is cancelled.
    ///
    /// - Returns: `true` if the reader quit.
    func run() async -> Bool {
        let waker = watch.waker
        let signs = Signs()
        Signals.onResize {
            signs.resized()
            waker()
        }
        Signals.onSuspend {
            signs.suspended()
            waker()
        }
        let keys = KeyWatch(waker)
        show()
        for await _ in watch.changes {
            if signs.takeSuspended() { terminal.suspend() }
            if signs.takeResized() { terminal.resize() }
            position.setCount(list.count)
            keys.drain {
                while !hasQuit, let key = terminal.nextKey() { take(key) }
            }
            if hasQuit { break }
            show()
        }
        list.removeViewer()
        return hasQuit
    }

    // MARK: Showing

    private func show() {
        position.setHeight(ScreenContent.rowLines(of: terminal.height))
        position.setCount(list.count)
        if seeksID { beginAtID() }
        if seeksEnd { followEnd() }
        if let soughtRow { begin(at: soughtRow) }
        let screen = soughtRow.map { $0..<$0 + position.height } ?? position.screen
        // After a jump the reader stays here. After a step the reader may move on.
        list.viewport(screen, landing: hasJumped ? screen : nil)
        position.setCount(list.count)
        terminal.draw(content().laidOut())
    }

    private func beginAtID() {
        if list.count > 0 {
            position.go(to: hasBegun ? position.cursor : list.startingPosition)
            hasBegun = true
        }
        let isThere = hasBegun && (list.count - position.cursor >= position.height || list.isEndKnown)
        seeksID = !isThere && list.state.error == nil
    }

    private func followEnd() {
        if jumpsToEnd() { return }
        position.end()
        if list.isEndKnown || list.state.error != nil { seeksEnd = false }
    }

    /// Requests the end of a list that is read in order, once. If the source does not support that, the list is read to its end.
    ///
    /// - Returns: `true` if the end was requested and is awaited.
    private func jumpsToEnd() -> Bool {
        guard !isJumping else { return true }
        guard !endIsRefused, list.count > 0, list.peek(list.count - 1) == nil || !list.isEndKnown,
            !source.capabilities.contains(.positions)
        else { return false }
        jump(to: .end) { $0.end() }
        return true
    }

    /// Reloads the list from a place, and moves there.
    func jump(to place: StartingPlace, _ move: @escaping (inout ReaderPosition) -> Void) {
        isJumping = true
        Task { [weak self, list] in
            let isThere = (try? await list.jump(to: place)) != nil
            guard let self else { return }
            isJumping = false
            if isThere {
                position.setCount(list.count)
                move(&position)
            } else if place == .end {
                endIsRefused = true
            }
            watch.wake()
        }
    }

    private func begin(at row: Int) {
        let isReached = row < list.count
        guard isReached || list.isEndKnown && list.count > 0 || list.state.error != nil else { return }
        if !isReached { message = "there are \(Format.plural(list.count, "row"))" }
        position.go(to: row)
        soughtRow = nil
    }

    private func content() -> ScreenContent {
        let rows = list.rows
        let content: [ScreenContent.RowContent] = position.rows.map { row in
            if let item = rows[row] { return .loaded(item.value) }
            if case .failed = list.state(at: row) { return .failed }
            return .placeholder
        }
        chooseColumns(from: content)
        return ScreenContent(
            width: terminal.width, height: terminal.height, columns: columns, position: position, rows: content,
            status: status(), prompt: prompt, showsKeys: showsKeys)
    }

    /// Chooses columns from the first rows that load. After that they only become wider.
    private func chooseColumns(from rows: [ScreenContent.RowContent]) {
        let sample = rows.compactMap { if case .loaded(let value) = $0 { value } else { nil } }
        guard !sample.isEmpty else { return }
        if columns == nil {
            columns = chosen.map { Columns(chosen: $0, sample: sample) } ?? Columns(guessedFrom: sample)
        }
        columns?.grow(for: sample)
    }

    private func status() -> StatusLine {
        let counters = list.counters
        var status = StatusLine(
            row: position.cursor, count: list.count, isEndKnown: list.isEndKnown,
            isStartKnown: list.isStartKnown || list.count == 0, requests: counters.requests,
            cancelled: counters.cancellations, inFlight: flight.count, message: message)
        if counters.rowsReceived > 0 { status.latency = counters.latencyMilliseconds }
        if case .loading = list.state { status.isLoading = true }
        if let sections = list.sections, let index = SectionSearch.section(of: position.cursor, in: sections) {
            status.section = sections[index].title
        }
        status.error = failure.map { PullFailure($0).description }
        return status
    }

    /// The error of the list as a whole, or of a row on screen.
    private var failure: (any Error)? {
        if let error = list.state.error { return error }
        for row in position.rows {
            if case .failed(let error) = list.state(at: row) { return error }
        }
        return nil
    }
}

/// The signals since the last read. They are set on their thread and read on the main actor.
private final class Signs: Sendable {
    private let said = Locked((resized: false, suspended: false))

    func resized() { said.withLock { $0.resized = true } }
    func suspended() { said.withLock { $0.suspended = true } }

    func takeResized() -> Bool { take(\.resized) }
    func takeSuspended() -> Bool { take(\.suspended) }

    private func take(_ sign: WritableKeyPath<(resized: Bool, suspended: Bool), Bool>) -> Bool {
        said.withLock { said in
            defer { said[keyPath: sign] = false }
            return said[keyPath: sign]
        }
    }
}

/// Counts the requests in progress.
final class FlightCount: RequestWatch {
    private let flights = Locked(0)

    var count: Int { flights.withLock { $0 } }

    func asked(_ rows: Int) { flights.withLock { $0 += 1 } }
    func ended(_ error: (any Error)?) { flights.withLock { $0 -= 1 } }
    func cancelled() { flights.withLock { $0 -= 1 } }
}
