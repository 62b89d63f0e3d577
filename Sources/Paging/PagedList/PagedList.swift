public import Observation
public import PagingCore

/// A list of any length that loads as it is shown: `count` rows, of which those not loaded yet are `nil`.
///
/// ```swift
/// let list = PagedList { range in
///     let answer = try await api.rows(offset: range.lowerBound, limit: range.count)
///     return Page(answer.rows, at: range.lowerBound, total: answer.total)
/// }
///
/// List {
///     PagedForEach(list) { row in RowView(row) } placeholder: { PlaceholderView() }
/// }
/// ```
///
/// Reading a row is a hint: reading a placeholder loads its page, reading near one preloads it. A view that knows the rows on screen should
/// report them with ``viewport(_:landing:viewer:)``, so that requests for rows that were scrolled past are cancelled.
///
/// The list owns its loads. They run off the main actor, continue when the row or view that caused them goes away, and end when the list is
/// released. Loaded rows are kept in memory, within ``LoadPolicy/itemBudget`` if that is set. A refresh shows changes on the server; with a
/// ``LivePageSource`` they show as they happen.
///
/// The app declares how the list changes, for example if rows come and go: see ``ListBehavior``.
///
/// Rows can be hidden (``hide(where:)``) and edited (``update(_:)``, `insert(_:at:)`, ``remove(id:)``, ``move(id:to:)``) on the client.
/// Positions are always those of the rows shown; ``serverCount`` and ``inFlight`` are the server's.
@MainActor
public final class PagedList<Element: Sendable>: Observable {
    /// The pure machine that makes all decisions, with numbers for items.
    var machine: ListMachine
    /// The items themselves.
    var store: ItemStore<Element>
    /// Carries out the machine's decisions.
    let driver: LoadDriver<Element>
    /// The source of the items.
    var origin: ListOrigin<Element>
    /// The rows shown, if some are hidden or edited; `nil` while all of the server's rows are shown.
    var projection: Projection<Element>?
    /// The rows of the previous source, until the new one's first rows arrive; see ``replaceSource(with:)``.
    var previous: PreviousSource<Element>?
    /// The place at which the list begins, and the jump that is under way.
    var starting = Starting<Element>()
    /// The rows read since the last report to the machine.
    var hints = ReadHints()
    let observers = ListObservers<Element>()

    package var ledger: LoadLedger { driver.ledger }

    /// The initializer that all others call.
    ///
    /// - Parameter makeMachine: makes the machine, from the requests that the source can answer and the seed of the jitter of retries.
    init<ID: Hashable & Sendable, Failure: Error>(
        _ source: some PageSource<Element>, numbers: TypedItemNumbers<Element, ID>, clock: some Clock<Duration>,
        seed: UInt64?,
        prepare: (@Sendable ([Element]) async throws -> [Element])?,
        machine makeMachine: (SourceCapabilities, UInt64) throws(Failure) -> ListMachine
    ) throws(Failure) {
        let origin = ListOrigin(source, prepare: prepare) { AuxiliaryLoader($0, numbers: numbers) }
        machine = try makeMachine(origin.capabilities(of: source), seed ?? UInt64.random(in: 0...UInt64.max))
        self.origin = origin
        store = ItemStore(numbers, keepsOriginals: prepare != nil)
        driver = LoadDriver(clock)
        beginNetwork()
        if machine.policy.endPlaceholders > 0 { apply(ListEffects()) }
    }

    /// Called with each row that is read by a subscript or ``row(at:)``, before it is returned: its position, and `true` if it is loaded.
    public var onAccess: ((_ position: Int, _ isLoaded: Bool) -> Void)? {
        get { hints.onAccess }
        set { hints.onAccess = newValue }
    }

    /// The place at which the list begins.
    public var startingPlace: StartingPlace { starting.place }

    // MARK: Reading

    /// The number of rows, placeholders included. Reading it the first time starts the first load.
    ///
    /// For a source of unknown length it is the number of rows found so far, and grows.
    public var count: Int {
        if machine.policy.loadsAutomatically, machine.counters.requests == 0, machine.rows.isEmpty { scheduleReads() }
        return observers.list.count
    }

    /// `true` once an answer has shown that the list has no rows; `false` before. Reading it sends no request.
    public var isEmpty: Bool { observers.list.count == 0 && observers.list.isEndKnown }

    /// The row at a position, or `nil` if it is not loaded yet. Reading it loads the row and its neighbors.
    ///
    /// - Parameter position: from 0 up to, not including, ``count``. Past the end, as for a view that reads by a position from before the last
    ///   change, the result is `nil`, and debug builds log it once.
    /// - Complexity: O(log *pages loaded*).
    public subscript(position: Int) -> Element? {
        noteRead(position)
        return peek(position)
    }

    /// The row at a position. Reading it sends no request.
    ///
    /// - Parameter position: from 0 up to, not including, ``count``; past the end `nil`.
    /// - Complexity: O(log *pages loaded*).
    public func peek(_ position: Int) -> Element? {
        guard observedSlot(at: position) != nil else { return nil }
        return rows[position]
    }

    /// The state of the row at a position; past the end a placeholder.
    ///
    /// Changes to ``RowState/loading`` are not observed; a row that fills in, is evicted or fails is.
    public func state(at position: Int) -> RowState {
        guard observedSlot(at: position) != nil else { return .placeholder }
        return knownState(at: position)
    }

    func knownState(at position: Int) -> RowState {
        if let previous { return previous.rows[position] == nil ? .placeholder : .loaded }
        guard let position = serverPosition(ofShown: position) else { return .loaded }
        switch machine.state(at: position) {
        case .placeholder: return .placeholder
        case .loading: return .loading
        case .loaded: return .loaded
        case .failed(let failure): return .failed(error(for: failure))
        }
    }

    /// All rows as a value: a snapshot to read in bulk, without hints. Observes nothing.
    public var rows: PagedArray<Element> { previous?.rows ?? projection?.rows ?? store.rows }

    /// A row's identity, or `nil` past the end. It stays the same for as long as the row is in the list, loaded or not.
    public func slotID(at position: Int) -> SlotID? { contains(position) ? rows.slotID(at: position) : nil }

    /// An item's position, or `nil` if it is not loaded or not shown. Not observed: read it again after ``changes`` in which rows came or moved.
    ///
    /// - Complexity: O(log *runs*) if no row was inserted in the middle of the list.
    public func position(ofID id: some Hashable & Sendable) -> Int? {
        guard let number = store.numbers.number(ofID: id) else { return nil }
        if let projection { return projection.list.position(of: number, in: machine) }
        return machine.position(of: number)
    }

    /// `true` if the list's length is known, every row is loaded, and no row may be missing in between.
    ///
    /// If the list changed while it was read, rows that may have moved are read again first, when they are shown or by ``loadMore()``.
    public var isComplete: Bool { observers.list.isComplete }

    /// `true` if the list's length is known; a list of unknown length grows at its end.
    public var isEndKnown: Bool { observers.list.isEndKnown }

    /// The list's sections, or `nil` before the source has named them, or if it has none.
    public var sections: ListSections? {
        let sections = observers.list.sections
        return previous.map(\.sections) ?? shownSections(sections)
    }

    /// The state of the list as a whole.
    public var state: ListState {
        switch observers.list.phase {
        case .idle: .idle
        case .loading: .loading
        case .refreshing: .refreshing
        case .failed(let failure): .failed(error(for: failure))
        }
    }

    /// The behavior that the app declared for the list.
    public var behavior: ListBehavior { machine.behavior }

    /// The costs and results of loading so far. Not observed.
    public var counters: ListCounters { machine.counters }

    /// How many reads found a loaded row, and how many did not. Not observed.
    public var reads: ReadTally { hints.tally }

    /// The requests in flight and the rows that each is to fill, in the server's positions, the oldest first. Not observed.
    public var inFlight: [(request: RequestID, rows: Range<Int>)] { machine.inFlight }

    /// How the list loads. A change takes effect with the next event.
    public var policy: LoadPolicy {
        get { machine.policy }
        set { machine.policy = newValue }
    }

    func error(for failure: LoadFailure) -> any Error {
        switch failure {
        case .defect(let defect): defect
        case .source(let request): origin.errors[request] ?? CancellationError()
        }
    }
}
