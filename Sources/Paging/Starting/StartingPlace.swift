public import PagingCore

/// The place at which a list begins: a permalink, the first unread message, a place in a ranking.
///
/// | place | a source by positions | a source that is read in order |
/// | --- | --- | --- |
/// | ``start`` | the first row | the first row |
/// | ``end`` | the last row | the last row, if the source answers ``PageRequest/before(_:limit:)`` without a cursor |
/// | ``position(_:)`` | that row, by one request | the first row: positions are not known |
/// | ``cursor(_:)`` | – | the row behind the cursor; rows before it load as one reads upward |
/// | ``id(_:)`` | the row with that identifier, if the source answers ``PageRequest/around(_:limit:)`` with a position | the same, and rows load in both directions |
///
/// If the source lacks the needed capability, ``PagedList/state`` has the error, such as an ``UnsupportedRequest``.
public struct StartingPlace: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case position(Int)
        case end
        case cursor(Cursor)
        case id(String)
    }

    let place: Place

    /// The first row.
    public static let start = StartingPlace(place: .position(0))
    /// The last row.
    public static let end = StartingPlace(place: .end)
    /// A row, counted from 0. A negative position means 0, one past the end means the last row.
    public static func position(_ position: Int) -> StartingPlace { StartingPlace(place: .position(max(0, position))) }
    /// The row behind a cursor.
    public static func cursor(_ cursor: Cursor) -> StartingPlace { StartingPlace(place: .cursor(cursor)) }
    /// The row with an identifier, which its server writes as its description.
    public static func id(_ id: some CustomStringConvertible) -> StartingPlace {
        StartingPlace(place: .id(id.description))
    }

    /// The place in the machine's terms.
    func start(isReadByPosition: Bool) -> ListStart {
        switch place {
        case .position: .start
        case .end: isReadByPosition ? .start : .end
        case .cursor(let cursor): .after(cursor)
        case .id(let id): .around(Cursor(id))
        }
    }

    /// The row at which views begin, as far as it is known beforehand.
    var position: Int {
        switch place {
        case .position(let position): position
        case .end, .cursor, .id: 0
        }
    }
}

/// The answer that should have the list's first row does not have it.
public struct RowNotFound: LoadError {
    /// The row's identifier.
    public let id: String
    /// Always `false`.
    public var isTransient: Bool { false }
    /// Always `nil`.
    public var retryAfter: Duration? { nil }
}

extension PagedList {
    /// Makes a list of a source's items that begins somewhere else than at its top.
    ///
    /// ```swift
    /// let ranking = PagedList(source, startingAt: .position(40_000))
    /// let thread = PagedList(source, startingAt: .id(firstUnread))
    /// let conversation = PagedList(source, startingAt: .end)
    /// ```
    ///
    /// Its first request is for rows around that place; the rows above and below load as the reader comes near them. Views without a starting
    /// place of their own begin there; see ``startingPosition``. If a list by position turns out to be shorter, it shows its last rows if it
    /// reports its length, else its first ones.
    ///
    /// - Parameters:
    ///   - source: where pages come from.
    ///   - start: where the list begins to be read.
    ///   - id: an item's identifier: unique in the list, the same for as long as the item exists. ``StartingPlace/id(_:)`` is its description.
    ///   - behavior: what is known of the list.
    ///   - policy: how the list loads.
    ///   - clock: what time is measured by; a test gives one of its own.
    ///   - seed: where the jitter of retries starts; a test gives one to replay a run.
    ///   - prepare: done to a page's new items before they are shown.
    public convenience init<ID: Hashable & Sendable>(
        _ source: some PageSource<Element>, startingAt start: StartingPlace, id: @escaping @Sendable (Element) -> ID,
        behavior: ListBehavior = .fixed, policy: LoadPolicy = LoadPolicy(),
        clock: some Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        prepare: (@Sendable ([Element]) async throws -> [Element])? = nil
    ) {
        self.init(source, numbers: TypedItemNumbers(id), clock: clock, seed: seed, prepare: prepare) {
            capabilities, seed in
            ListMachine(
                capabilities: capabilities, behavior: behavior,
                startingAt: start.start(isReadByPosition: capabilities.contains(.positions)), policy: policy, seed: seed
            )
        }
        (starting.place, starting.beginning) = (start, .init(start.position))
    }
}

extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// Makes a list of a source's items, told apart by their `id`, that begins somewhere else than at its top.
    ///
    /// It is the list of ``init(_:startingAt:id:behavior:policy:clock:seed:prepare:)``, which says more.
    ///
    /// - Parameters:
    ///   - source: where pages come from.
    ///   - start: where the list begins to be read.
    ///   - behavior: what is known of the list.
    ///   - policy: how the list loads.
    ///   - clock: what time is measured by; a test gives one of its own.
    ///   - seed: where the jitter of retries starts; a test gives one to replay a run.
    ///   - prepare: done to a page's new items before they are shown.
    public convenience init(
        _ source: some PageSource<Element>, startingAt start: StartingPlace, behavior: ListBehavior = .fixed,
        policy: LoadPolicy = LoadPolicy(), clock: some Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        prepare: (@Sendable ([Element]) async throws -> [Element])? = nil
    ) {
        self.init(
            source, startingAt: start, id: { $0.id }, behavior: behavior, policy: policy, clock: clock, seed: seed,
            prepare: prepare)
    }
}

extension PagedList {
    /// The index of a page's item with which the list begins, or `nil` if the page was not requested around an item.
    ///
    /// - Throws: ``RowNotFound`` if it is not among them.
    func target(among items: [Element]) throws(RowNotFound) -> Int? {
        guard !machine.hasAnswered else { return nil }
        return try target(among: items, of: startingPlace)
    }

    /// The index of the requested item among those around a place, or `nil` if the place is no identifier.
    func target(among items: [Element], of place: StartingPlace) throws(RowNotFound) -> Int? {
        guard case .id(let id) = place.place else { return nil }
        guard let index = items.firstIndex(where: { store.numbers.isItem($0, named: id) }) else {
            throw RowNotFound(id: id)
        }
        return index
    }

    /// The distance from a page's first row to the list's last one, if the list begins there and is read by position.
    func end(after page: Page<Element>) -> Int? {
        guard hasNoRows, !page.items.isEmpty, case .end = startingPlace.place else { return nil }
        guard (page.capabilities ?? machine.capabilities).contains(.positions) else { return nil }
        let first = page.position ?? 0
        let known = machine.endIsKnown ? machine.rows.count : nil
        let end = page.total ?? (page.continuation == .end ? first + page.items.count : known)
        return end.map { max(0, $0 - 1 - first) }
    }

    /// `true` until a row has come. A page behind the end may come before the first one, and has none.
    private var hasNoRows: Bool { machine.rows.loadedCount == 0 }

    /// Fixes the place at which views begin, according to the first page with rows.
    func settleStart(_ page: Page<Element>, target: Int?) {
        guard hasNoRows, !page.items.isEmpty else { return }
        // A list that is read in order begins with its first page, whatever position that has.
        let isPlaced = (page.capabilities ?? machine.capabilities).contains(.positions)
        let first = isPlaced ? page.position ?? 0 : 0
        switch startingPlace.place {
        case .id: starting.beginning = .init(first + (target ?? 0))
        case .end where isPlaced: starting.beginning = .init(first + (end(after: page) ?? 0))
        case .end: starting.beginning = .init(first + page.items.count - 1)
        default: break
        }
    }

    /// Remembers the row at which views begin, once it is there: rows inserted above move it.
    func noteBeginning() {
        guard starting.beginning.slot == nil, machine.hasAnswered,
            store.rows.indices.contains(starting.beginning.position)
        else {
            return
        }
        if case .position = startingPlace.place { return }
        starting.beginning.slot = store.rows.slotID(at: starting.beginning.position)
    }

    /// The row at which views begin to show the list: see ``StartingPlace``. If that is a particular row, and not the start or a position, it
    /// follows the row.
    ///
    /// If it depends on an answer, it is 0 until the first one is in.
    public var startingPosition: Int {
        let position = starting.beginning.slot.flatMap { store.rows.position(of: $0) } ?? starting.beginning.position
        // Before there are rows, any position is possible.
        if store.rows.isEmpty { return position }
        guard let list = projection?.list else {
            return machine.endIsKnown ? min(position, max(0, rows.count - 1)) : position
        }
        if position >= list.serverCount, !machine.endIsKnown { return list.count + position - list.serverCount }
        let shown =
            list.shownPosition(ofServer: position) ?? list.shownCount(beforeServer: min(position, list.serverCount))
        return min(shown, max(0, list.count - 1))
    }
}

/// The row at which views begin: its position when that was fixed, and its slot from then on.
struct Beginning {
    var position: Int
    var slot: SlotID?

    init(_ position: Int) { self.position = position }
}
