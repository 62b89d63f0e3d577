public import PagingCore

/// Where a list begins to be read: a permalink, the first unread message, a place in a ranking.
///
/// | place | a source by positions | a source that is read in order |
/// | --- | --- | --- |
/// | ``start`` | the first row | the first row |
/// | ``end`` | the last row | the last row, where the source answers ``PageRequest/before(_:limit:)`` without a cursor |
/// | ``position(_:)`` | that row, by one request | the first row: positions are not known |
/// | ``cursor(_:)`` | – | the row behind the cursor; what is before it comes as one reads upwards |
/// | ``id(_:)`` | the row with that identifier, where the source answers ``PageRequest/around(_:limit:)``: its answer says its position | the same, and rows come in both directions |
///
/// What a source lacks is the error that ``PagedList/state`` names, an ``UnsupportedRequest`` for one.
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
    /// A row, counted from 0; below that it is 0, past the end the last one that there is.
    public static func position(_ position: Int) -> StartingPlace { StartingPlace(place: .position(max(0, position))) }
    /// The row behind a cursor.
    public static func cursor(_ cursor: Cursor) -> StartingPlace { StartingPlace(place: .cursor(cursor)) }
    /// The row with an identifier, which its server writes as its description.
    public static func id(_ id: some CustomStringConvertible) -> StartingPlace {
        StartingPlace(place: .id(id.description))
    }

    /// The place as the machine knows it.
    func start(isReadByPosition: Bool) -> ListStart {
        switch place {
        case .position: .start
        case .end: isReadByPosition ? .start : .end
        case .cursor(let cursor): .after(cursor)
        case .id(let id): .around(Cursor(id))
        }
    }

    /// The row at which views begin, as far as it is known beforehand.
    func position(isReadByPosition: Bool) -> Int {
        switch place {
        case .position(let position): position
        case .end: isReadByPosition ? Self.pastEnd : 0
        case .cursor, .id: 0
        }
    }

    /// A row that no list has.
    private static let pastEnd = Int.bitWidth == 32 ? 1 << 30 : 1 << 40
}

/// The answer that was to have the row with which a list begins does not have it.
public struct RowNotFound: LoadError, CustomStringConvertible {
    /// The row's identifier.
    public let id: String
    /// Always `false`.
    public var isTransient: Bool { false }
    /// Always `nil`.
    public var retryAfter: Duration? { nil }
    /// What happened and what to do.
    public var description: String {
        "The source was asked for the rows around \(id), and answered with rows that do not have it. Check that Element.ID is what the "
            + "server goes by, or begin at .start."
    }
}

extension PagedList where Element: Identifiable, Element.ID: Sendable & CustomStringConvertible {
    /// Makes a list of a source's items that begins somewhere else than at its top.
    ///
    /// ```swift
    /// let ranking = PagedList(source, startingAt: .position(40_000))
    /// let thread = PagedList(source, startingAt: .id(firstUnread))
    /// let conversation = PagedList(source, startingAt: .end)
    /// ```
    ///
    /// Its first request is for rows around that place, the next ones for what is above and below as one comes near it. Views that find
    /// nothing else to begin with begin there; see ``startingPosition``. A list by position that turns out to be shorter shows its last
    /// rows if it says how long it is, else its first ones.
    ///
    /// - Parameters:
    ///   - source: where pages come from.
    ///   - start: where the list begins to be read.
    ///   - behavior: what is known of the list.
    ///   - policy: how the list loads.
    ///   - clock: what time is measured by; a test gives one of its own.
    ///   - seed: where the jitter of retries starts; a test gives one to replay a run.
    public convenience init(
        _ source: some PageSource<Element>, startingAt start: StartingPlace, behavior: ListBehavior = .fixed,
        policy: LoadPolicy = LoadPolicy(), clock: some Clock<Duration> = ContinuousClock(), seed: UInt64? = nil
    ) {
        self.init(source, behavior: behavior, policy: policy, clock: clock, seed: seed)
        identifiesRow = { $0.id.description == $1 }
        let isReadByPosition = machine.capabilities.contains(.positions)
        (startingPlace, startingPosition) = (start, start.position(isReadByPosition: isReadByPosition))
        machine = ListMachine(
            capabilities: machine.capabilities, behavior: behavior,
            startingAt: start.start(isReadByPosition: isReadByPosition), policy: policy,
            seed: seed ?? UInt64.random(in: 0...UInt64.max))
        beginNetwork()
    }

    /// Goes to a place of the list while it is open, and says where that is.
    ///
    /// ```swift
    /// collectionView.scroll(to: try await list.jump(to: .id(reply.id)))
    /// ```
    ///
    /// A row that is loaded, and any row of a list that is read by position, is there at once. Otherwise the list is read anew from that
    /// place on: the rows that are shown stay until the first of the others are in, and then all of them change at once
    /// (``ListChangeReason/replacement``).
    ///
    /// - Parameter place: where to go.
    /// - Returns: the position of the row, for a view to scroll to.
    /// - Throws: what the source threw, once it is not asked again; ``UnsupportedRequest`` where it cannot find such a place; ``RowNotFound``;
    ///   `CancellationError`, which ends the waiting alone.
    @discardableResult
    public func jump(to place: StartingPlace) async throws -> Int {
        if let position = knownPosition(of: place) { return position }
        let isReadByPosition = machine.capabilities.contains(.positions)
        (startingPlace, startingPosition) = (place, place.position(isReadByPosition: isReadByPosition))
        identifiesRow = { $0.id.description == $1 }
        keepRowsUntilReplaced()
        freshness.beginRefresh(now: time.now())
        let (job, effects) = machine.begin(
            at: place.start(isReadByPosition: isReadByPosition), position: startingPosition, now: time.now())
        try await finish(job, effects)
        return startingPosition
    }

    /// Where a place is, if nothing has to be loaded to know that.
    private func knownPosition(of place: StartingPlace) -> Int? {
        if previous != nil || rows.isEmpty { return nil }
        switch place.place {
        case .position(let position):
            let isReached = machine.capabilities.contains(.positions) || machine.startIsKnown
            return isReached ? min(position, max(0, rows.count - 1)) : nil
        case .end:
            // How many rows there are says nothing of how to come to the last one, in a list that is read in order.
            let isReached = machine.capabilities.contains(.positions) || rows[rows.count - 1] != nil
            return machine.endIsKnown && isReached ? rows.count - 1 : nil
        case .id(let text):
            return rows.loadedItems.first { $0.item.id.description == text }?.position
        case .cursor: return nil
        }
    }
}

extension PagedList {
    /// Which of a page's items the list begins with; `nil` where it was not asked for around one.
    ///
    /// - Throws: ``RowNotFound`` where it is not among them.
    func target(among items: [Element]) throws(RowNotFound) -> Int? {
        guard case .id(let id) = startingPlace.place, !machine.hasAnswered else { return nil }
        guard let index = items.firstIndex(where: { identifiesRow($0, id) }) else { throw RowNotFound(id: id) }
        return index
    }

    /// Settles where views begin, as the first page says it.
    func settleStart(_ page: Page<Element>, target: Int?) {
        guard !machine.hasAnswered, !page.items.isEmpty else { return }
        // A list that is read in order begins with its first page, whatever position that has.
        let isPlaced = (page.capabilities ?? machine.capabilities).contains(.positions)
        let first = isPlaced ? page.position ?? 0 : 0
        switch startingPlace.place {
        case .id: startingPosition = first + (target ?? 0)
        case .end where startingPosition == 0: startingPosition = first + page.items.count - 1
        default: break
        }
    }
}
