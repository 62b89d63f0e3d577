/// Decides which rows to ask for, which requests to cancel and which items to evict.
///
/// Theory of operation. Each event changes the planner's knowledge (viewports, flights, setbacks, latency). Then `plan` is called once and
/// decides in four steps:
///
/// 1. *Wants.* A viewport at rest wants its rows. A moving one is extrapolated by the time that an answer takes. It wants the rows that it
///    will show from then until the next answer could come, if one block of rows is sure to hold them, the error of the prediction included.
///    So a reader who goes too fast wants nothing until it is known where he will stop. A viewport whose landing is known wants that first,
///    then the rows that it passes on the way. Then come a screen ahead, and as far as the reader gets while an answer comes, and half a
///    screen behind.
/// 2. *Cancels.* A flight that serves no want is cancelled when it has been passed, unless its answer is nearly here. One that is still ahead
///    may be needed yet, and stays.
/// 3. *Asks.* Wanted rows that are not loaded, in flight or waiting out a failure become requests, the most urgent first, bounded in number. A
///    request loads a block: whole pages, as many as one request may have, most of them in the reader's direction, so that he can move on
///    without another. An urgent request replaces one that only preloads. Overdue rows are requested once more. If answers of different sizes
///    show that rows take time, blocks shrink, and rows off screen wait for those on screen.
/// 4. *Evictions.* Over budget, the rows farthest from every viewport are evicted, but never wanted rows and the pages next to a viewport.
struct LoadPlanner: Sendable {
    /// How urgent a want is; lower comes first.
    enum Urgency: Int, Comparable, Sendable {
        /// The app asked explicitly.
        case demanded
        /// On screen now, and still there when the answer comes.
        case visible
        /// On screen when the answer comes.
        case predicted
        /// The next rows in the reader's direction.
        case ahead
        /// The rows just passed.
        case behind
        /// Rows that a block would have loaded if rows took no time.
        case spare

        static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
        var isPreload: Bool { self >= .ahead }
        /// `true` if it can wait for answers that are under way.
        var mayWait: Bool { self >= .predicted }
    }

    struct Want: Sendable {
        let rows: Range<Int>
        let urgency: Urgency
        /// `true` if the reader moves towards the end.
        var isForward = true
        /// Rows of the screen that it is for.
        var screen = 0
        /// `true` if its rows are requested from the first on, one request after the other, so that a short answer leaves no hole.
        var isInOrder = false
    }

    var policy: LoadPolicy
    var random: SplitMix64
    private(set) var latency = LatencyEstimator()
    var viewports: [Viewport] = []
    var flights: [Flight] = []
    var repeats = RepeatedAsks()
    /// The viewports before the event that moves them; empty if none does.
    private var unmoved: [Range<Int>] = []
    var setbacks: [Setback] = []
    /// The state of the rows before the first one, in a list that begins at another place than its start.
    var above = LoadingAbove()
    /// `true` if a list without known rows is loaded from its top, since it is shorter than the row on screen.
    var beginsAtTop = false
    /// `true` if a stream reports changes of the list, and goes well: its server is there.
    var hasStream = false
    /// Rows the app asked for explicitly.
    var demands: [Range<Int>] = []
    /// Rows that an app requested that pages by hand, each from its first row on.
    var nextRows: [Range<Int>] = []
    /// Rows that stay loaded whatever the budget.
    var pins = PositionSet()
    var pause = ServerPause()
    /// The most rows in one request, learned from a short answer: servers reduce limits without saying so.
    private(set) var answerLimit: Int?
    /// Items whose size was reported, and their bytes.
    private(set) var sizes = (items: 0, bytes: 0)
    /// The number of rows in one request with preloading. This and the next two are set when a plan begins.
    var blockSize = 0
    /// The expected milliseconds from a request to its answer, for a block of rows.
    var answerTime = 0.0
    /// The most items kept, or `nil` for any number.
    var budget: Int?
    private var lastRequest = 0
    private var dropped: [RequestID] = []
    /// The latest time of an event.
    private var clock: Instant?
    var wants: [Want] = []

    init(policy: LoadPolicy, seed: UInt64) {
        self.policy = policy
        random = SplitMix64(seed: seed)
    }

    // MARK: Events

    /// The time of an event: finite, and never before that of the last one, whatever was passed.
    @inline(never)
    mutating func time(_ now: Instant) -> Instant {
        let last = clock ?? Instant(milliseconds: 0)
        guard now.milliseconds.isFinite else { return last }
        let time = max(clock ?? now, now)
        clock = time
        return time
    }

    mutating func look(
        _ viewer: ViewerID, at rows: Range<Int>, landing: Range<Int>?, isPassing: Bool = false, count: Int, now: Instant
    ) {
        let now = time(now)
        let index = viewports.firstIndex { $0.viewer == viewer } ?? viewports.count
        if index < viewports.count {
            let nearby = max(policy.maximumRequestSize, count / Self.scrollBarPoints)
            viewports[index].moved(to: rows, landing: landing, nearby: nearby, now: now)
        } else {
            viewports.append(Viewport(viewer: viewer, rows: rows, landing: landing, now: now))
        }
        viewports[index].isPassing = isPassing
        let near = 2 * policy.maximumRequestSize
        repeats.forget { start in
            // Rows above the first one are near a reader at the first one. A job's rows are requested wherever the reader is.
            !viewports.contains { $0.rows.lowerBound - near <= max(0, start) && start < $0.rows.upperBound + near }
                && !(demands + nextRows).contains { $0.lowerBound - 1 <= start && start < $0.upperBound }
        }
    }

    /// The number of positions that a scroll bar has, about a screen's height in points: the smallest drag of it passes a thousandth of the
    /// list.
    private static let scrollBarPoints = 1_000

    /// Rows have moved to other positions: viewports follow their first row, pins and failures their rows.
    mutating func follow(_ map: PositionMap) {
        if unmoved.isEmpty { for viewport in viewports { unmoved.append(viewport.rows) } }
        pins = map.newPositions(ofAll: pins)
        viewports.follow(map)
        #if !PAGING_FIXED_LISTS
            for index in setbacks.indices {
                setbacks[index].begin(at: map.newBoundary(behind: setbacks[index].rows.lowerBound))
            }
        #endif
    }

    /// Ends an event: moves viewports to where a view expects them that gets all steps of the event as one update.
    mutating func settle(after update: ListUpdate?) {
        guard !unmoved.isEmpty else { return }
        defer { unmoved.removeAll(keepingCapacity: true) }
        guard let map = update?.positionMap else { return }
        for index in viewports.indices where index < unmoved.count && unmoved[index].lowerBound < map.oldCount {
            let target = map.following(unmoved[index]).lowerBound
            viewports[index].shift(by: target - viewports[index].rows.lowerBound)
        }
    }

    /// Requests in flight for the rows after a row follow that row, and not a position.
    mutating func followFlights(_ map: PositionMap) {
        for index in flights.indices {
            let rows = flights[index].rows
            let lower = map.newBoundary(behind: rows.lowerBound)
            flights[index].rows = lower..<lower + rows.count
        }
    }

    @inline(never)
    mutating func removeViewer(_ viewer: ViewerID) {
        viewports.removeAll { $0.viewer == viewer }
    }

    /// Records a sent request, and gives it an identifier.
    @inline(never)
    mutating func send(
        _ ask: LoadPlan.Ask, skipsCaches: Bool = false, behind number: Int? = nil, way: Checkpoints.Way = .after,
        cursor: Cursor? = nil, ahead: Int? = nil, omitting: PositionSet = PositionSet(),
        now: Instant
    ) -> RequestID {
        let now = time(now)
        let id = nextID()
        let told = setbacks.first { $0.isTriedAgain && $0.rows.overlaps(ask.rows) }?.failure
        forgetSetbacks(in: ask.rows)
        flights.append(
            Flight(
                id: id, rows: ask.rows, askedAt: now, failures: ask.failures, isExplicit: ask.isExplicit,
                skipsCaches: skipsCaches, behind: number, way: way, cursor: cursor, ahead: ahead,
                omitted: omitting, toldFailure: told))
        return id
    }

    /// An identifier that no request has had.
    mutating func nextID() -> RequestID {
        lastRequest += 1
        return RequestID(lastRequest)
    }

    /// Removes a flight from the list. Returns `nil` if there is none with that identifier.
    @inline(never)
    mutating func land(_ id: RequestID) -> Flight? {
        guard let index = flights.firstIndex(where: { $0.id == id }) else { return nil }
        return flights.remove(at: index)
    }

    /// Cancels every flight.
    @inline(never)
    mutating func cancelAll() -> [RequestID] {
        defer { flights.removeAll() }
        return flights.map { $0.id }
    }

    /// Gives up flights whose rows are no longer in the list. The requests are to be cancelled at the end of the event.
    mutating func drop(where isMeant: (Flight) -> Bool) {
        for flight in flights where isMeant(flight) { dropped.append(flight.id) }
        flights.removeAll(where: isMeant)
    }

    /// The requests that were given up during an event.
    mutating func takeDropped() -> [RequestID] {
        defer { dropped = [] }
        return dropped
    }

    /// - Parameter waited: for how many milliseconds the answer was held back after it had arrived.
    mutating func answered(_ flight: Flight, count: Int, byteCount: Int?, waited: Double = 0, now: Instant) {
        if let byteCount, byteCount > 0, count > 0 { measured(bytes: byteCount, items: count) }
        if pause.answered(policy.retry) { recover(now: now) }
        latency.measured(time(now).milliseconds(since: flight.askedAt) - waited, rows: count)
        // A larger answer disproves the limit that an earlier, shorter one suggested.
        if let limit = answerLimit, count > limit { answerLimit = count }
    }

    private mutating func measured(bytes: Int, items: Int) {
        let (sum, overflows) = sizes.bytes.addingReportingOverflow(bytes)
        sizes = overflows ? (items, bytes) : (sizes.items + items, sum)
    }

    /// Begins with the estimate of another list of the same server, as long as this one has measured nothing.
    mutating func beginNetwork(with estimate: NetworkEstimate) {
        guard !latency.hasMeasured else { return }
        latency = LatencyEstimator(estimate, rows: policy.pageSize)
    }

    /// Continues with another source without any known row: viewports begin at the top.
    mutating func forgetSource(_ estimate: NetworkEstimate?) {
        (answerLimit, sizes, pause, pins) = (nil, (0, 0), ServerPause(), PositionSet())
        latency = estimate.map { LatencyEstimator($0, rows: policy.pageSize) } ?? LatencyEstimator()
        lookAnew(at: 0)
    }

    /// Puts all viewports at this row of a list without known rows.
    mutating func lookAnew(at position: Int) {
        let now = clock ?? Instant(milliseconds: 0)
        viewports = viewports.map { viewport in
            let rows = ListMachine.legal(position..<position + viewport.rows.count)
            return Viewport(viewer: viewport.viewer, rows: rows, landing: nil, now: now)
        }
    }

    /// Records that an answer had fewer rows than requested, though the list goes on.
    ///
    /// Whole pages are still requested: a page may be short for other reasons, as at the end of a section. But rows on screen are requested so
    /// that one answer can hold them.
    mutating func clamped(to count: Int) {
        answerLimit = count
    }
}
