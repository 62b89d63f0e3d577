public import PagingCore

extension PagedList {
    @usableFromInline
    convenience init<ID: Hashable & Sendable>(
        source: some PageSource<Element>, numbers: TypedItemNumbers<Element, ID>, behavior: ListBehavior,
        policy: LoadPolicy, clock: some Clock<Duration>, seed: UInt64?,
        prepare: (@Sendable ([Element]) async throws -> [Element])?
    ) {
        self.init(source, numbers: numbers, clock: clock, seed: seed, prepare: prepare) { capabilities, seed in
            ListMachine(capabilities: capabilities, behavior: behavior, policy: policy, seed: seed)
        }
    }

    /// Makes a list of a source's items, told apart by an identifier of the app's choice.
    ///
    /// It loads nothing until it is shown or read.
    ///
    /// - Parameters:
    ///   - source: the source of pages.
    ///   - id: an item's identifier: unique in the list, the same for as long as the item exists.
    ///   - behavior: the way the list changes: which rows come and go, and if their order or content changes.
    ///   - policy: how the list loads.
    ///   - clock: the clock; a test passes one of its own.
    ///   - seed: the seed for the jitter of retries; a test passes one to replay a run.
    ///   - prepare: prepares a page's new items before they are shown, for example by layout or formatting. It runs off the main actor, once a
    ///     page. It returns as many items as it is given, in the same order. An `Equatable` item that arrives again unchanged is not prepared
    ///     again; the original is kept for that.
    @inlinable
    public convenience init<ID: Hashable & Sendable>(
        _ source: some PageSource<Element>, id: @escaping @Sendable (Element) -> ID,
        behavior: ListBehavior = .fixed, policy: LoadPolicy = LoadPolicy(),
        clock: some Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        prepare: (@Sendable ([Element]) async throws -> [Element])? = nil
    ) {
        self.init(
            source: source, numbers: TypedItemNumbers(id), behavior: behavior, policy: policy, clock: clock, seed: seed,
            prepare: prepare)
    }

    /// Makes a list of an endless feed whose seen part is a still history: no pull to refresh.
    ///
    /// ```
    /// feed    list          feed    list
    /// c       c  seen       e       c  seen: stays
    /// b       b             d       e  ─┐
    /// a       a    later:   c       d   │ the freshest that was not seen,
    ///                       b       b   │ in place of what was not seen
    ///                       a       a  ─┘
    /// ```
    ///
    /// Rows reported with ``viewport(_:landing:viewer:)`` stay as they were, whatever happens to them on the server. They are kept in memory,
    /// whatever the policy's budget. When the reader comes near the end, unseen rows are replaced by the freshest unseen ones. At the feed's end
    /// the list ends until ``loadMore()``. A saved history is a history again once it is restored; its seen part is then walked once, with a
    /// request for each page.
    ///
    /// - Parameters:
    ///   - source: where the feed comes from, the freshest first; asked for pages alone.
    ///   - id: an item's identifier: unique in the list, the same for as long as the item exists.
    ///   - policy: how the list loads.
    ///   - clock: what time is measured by; a test gives one of its own.
    ///   - seed: where the jitter of retries starts; a test gives one to replay a run.
    ///   - prepare: done to a page's new items before they are shown.
    public convenience init<ID: Hashable & Sendable>(
        historyOf source: some PageSource<Element>, id: @escaping @Sendable (Element) -> ID,
        policy: LoadPolicy = LoadPolicy(), clock: some Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        prepare: (@Sendable ([Element]) async throws -> [Element])? = nil
    ) {
        self.init(source, numbers: TypedItemNumbers(id), clock: clock, seed: seed, prepare: prepare) {
            .history(capabilities: $0, policy: policy, seed: $1)
        }
    }
}

extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// Makes a list of an endless feed whose seen part is a still history, with rows that are told apart by their `id`.
    ///
    /// It is the list of ``init(historyOf:id:policy:clock:seed:prepare:)``, which says more.
    ///
    /// - Parameters:
    ///   - source: where the feed comes from, the freshest first; asked for pages alone.
    ///   - policy: how the list loads.
    ///   - clock: the clock; a test passes one of its own.
    ///   - seed: the seed for the jitter of retries; a test passes one to replay a run.
    ///   - prepare: prepares a page's new items before they are shown.
    public convenience init(
        historyOf source: some PageSource<Element>, policy: LoadPolicy = LoadPolicy(),
        clock: some Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        prepare: (@Sendable ([Element]) async throws -> [Element])? = nil
    ) {
        self.init(historyOf: source, id: { $0.id }, policy: policy, clock: clock, seed: seed, prepare: prepare)
    }

    /// Makes a list of a source's items, identified by their `id`.
    ///
    /// It loads nothing until it is shown or read.
    ///
    /// - Parameters:
    ///   - source: the source of pages.
    ///   - behavior: the way the list changes: which rows come and go, and if their order or content changes.
    ///   - policy: how the list loads.
    ///   - clock: the clock; a test passes one of its own.
    ///   - seed: the seed for the jitter of retries; a test passes one to replay a run.
    ///   - prepare: prepares a page's new items before they are shown, for example by layout or formatting. It runs off the main actor, once a
    ///     page. It returns as many items as it is given, in the same order. An `Equatable` item that arrives again unchanged is not prepared
    ///     again; the original is kept for that.
    @inlinable
    public convenience init(
        _ source: some PageSource<Element>, behavior: ListBehavior = .fixed, policy: LoadPolicy = LoadPolicy(),
        clock: some Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        prepare: (@Sendable ([Element]) async throws -> [Element])? = nil
    ) {
        self.init(
            source, id: { $0.id }, behavior: behavior, policy: policy, clock: clock, seed: seed, prepare: prepare)
    }

    /// Makes a list whose items a closure loads, by position.
    ///
    /// - Parameters:
    ///   - behavior: the way the list changes.
    ///   - policy: how the list loads.
    ///   - load: returns the items at these positions. A page without a total is taken as part of a list of unknown length, which ends with an
    ///     empty page or a page marked as the last.
    @inlinable
    public convenience init(
        behavior: ListBehavior = .fixed, policy: LoadPolicy = LoadPolicy(),
        load: @escaping @Sendable (Range<Int>) async throws -> Page<Element>
    ) {
        self.init(PositionSource(load), behavior: behavior, policy: policy)
    }
}
