package import Paging

/// A request of a list under test; a ``PagingCore/LoadRequest`` without what only its machine can make.
package struct FeedRequest: Sendable {
    /// The request's name, never used twice by one list.
    package let id: RequestID
    /// The request.
    package let kind: LoadRequest.Kind
    /// `true` if caches on the way are to be passed by.
    package let skipsCaches: Bool

    /// Makes a request.
    package init(_ id: RequestID, _ kind: LoadRequest.Kind, skipsCaches: Bool = false) {
        (self.id, self.kind, self.skipsCaches) = (id, kind, skipsCaches)
    }
}

extension LoadRequest.Kind {
    /// `true` if it opens a stream, which stays open.
    var isLive: Bool { if case .live = self { true } else { false } }
}

/// An event for a list under test.
package enum FeedEvent: Sendable {
    /// These rows are on screen, and scrolling will come to rest at those.
    case viewport(Range<Int>, landing: Range<Int>?)
    /// These rows were read by something that tells no viewport.
    case read(Range<Int>)
    /// The last viewer went away.
    case removeViewer
    /// The reader pulls to refresh.
    case refresh
    /// The app starts the list anew.
    case reload
    /// The app asks for more at the end.
    case loadMore
    /// The app asks for more above the first row.
    case loadAbove
    /// The reader asks again for what failed.
    case retry
    /// The system is short of memory.
    case releaseMemory
    /// The reader taps the gap before this row.
    case fillGap(Int)
    /// These rows stay loaded.
    case pin(PositionSet)
    /// The time that the list named has come.
    case wake
    /// The list is saved, and another is made of what was saved.
    case restart
    /// An answer came.
    case answered(FeedAnswer, RequestID)
    /// A request failed.
    case failed(RequestID, isTransient: Bool, retryAfter: Double?)
}

/// The effects of an event on a list under test.
package struct FeedEffects: Sendable {
    /// Requests to send.
    package var requests: [FeedRequest] = []
    /// Requests to cancel.
    package var cancellations: [RequestID] = []
    /// The update of the list.
    package var update: ListUpdate?
    /// The rows whose content changed besides, after the update.
    package var rereads = PositionSet()
    /// `true` if the answer that the event brought was let in.
    package var acceptsAnswer = false
    /// Items of that answer whose content is not shown, since what is shown of them may be newer.
    package var withheld: [Int] = []
    /// The job that the event began.
    package var startedJob: Int?
    /// Jobs that ended with the event.
    package var finishedJobs: [Int] = []
    /// When to wake the list if no other event comes first.
    package var wakeAt: Instant?

    /// Effects that ask for nothing.
    package init() {}
}

/// A list that ``FeedSimulation`` can put to the test: the real machine, or a naive way beside it.
package protocol FeedSubject: NumberedRows, Sendable {
    /// The rows before which it shows that others may be missing.
    var gapPositions: [Int] { get }
    /// `true` if its first row is the server's first.
    var startIsKnown: Bool { get }
    /// Takes an event in.
    mutating func handle(_ event: FeedEvent, now: Instant) -> FeedEffects
}

extension FeedSubject {
    /// It begins with the server's first row.
    package var startIsKnown: Bool { true }
    /// Its length is known.
    package var endIsKnown: Bool { true }
    /// Shows no gaps.
    package var gapPositions: [Int] { [] }
    /// The position of a number, found by looking at every row.
    package func position(of number: Int) -> Int? { rows.loadedItems.first { $0.item == number }?.position }
}

extension ListMachine: FeedSubject {
    /// Passes an event on to the method that it is for.
    package mutating func handle(_ event: FeedEvent, now: Instant) -> FeedEffects {
        switch event {
        case .viewport(let rows, let landing): return FeedEffects(viewport(rows, landing: landing, now: now))
        case .read(let rows): return FeedEffects(read(rows, now: now))
        case .removeViewer: return FeedEffects(removeViewer(now: now))
        case .refresh: return FeedEffects(refresh(now: now))
        case .reload: return FeedEffects(reload(now: now))
        case .loadMore: return FeedEffects(loadMore(now: now))
        case .loadAbove: return FeedEffects(loadAbove(now: now))
        case .retry: return FeedEffects(retry(now: now))
        case .releaseMemory: return FeedEffects(releaseMemory(now: now))
        case .fillGap(let position): return FeedEffects(fillGap(at: position, now: now))
        case .pin(let positions):
            pin(positions)
            return FeedEffects(wake(now: now))
        case .wake: return FeedEffects(wake(now: now))
        case .restart:
            restart()
            return FeedEffects()
        case .failed(let id, let isTransient, let retryAfter):
            return FeedEffects(failed(id, isTransient: isTransient, retryAfter: retryAfter, now: now))
        case .answered(let answer, let id):
            switch answer.content {
            case .page(let page):
                return FeedEffects(arrived(page, for: id, beginningAt: target(among: page.items), now: now))
            case .sections(let counts): return FeedEffects(sectionsArrived(counts: counts, for: id, now: now))
            case .snapshot(let snapshot): return FeedEffects(snapshotArrived(snapshot, for: id, now: now))
            case .items(let items): return FeedEffects(itemsArrived(items, for: id, now: now))
            case .changes(let changes): return FeedEffects(changesArrived(changes, for: id, now: now))
            case .check(let check): return FeedEffects(checked(check, for: id, now: now))
            case .live(let changes?, _): return FeedEffects(liveChanges(changes, for: id, now: now))
            case .live(nil, let version): return FeedEffects(liveVersion(version, for: id, now: now))
            }
        }
    }
}

extension ListMachine {
    /// Which of a page's items the list begins with, where it begins around one.
    private func target(among items: [Int]) -> Int? {
        guard !hasAnswered, case .around(let id) = start else { return nil }
        return items.firstIndex { "\($0)" == id.description }
    }

    /// Becomes another machine, made of what this one saves.
    private mutating func restart() {
        let (capabilities, behavior, policy, gapPolicy) = (capabilities, behavior, policy, gapPolicy)
        do throws(StateDefect) {
            self = try ListMachine(
                restoring: saved, capabilities: capabilities, behavior: behavior, policy: policy, seed: 1)
        } catch {
            // Then nothing is left of what was shown, which the checker sees.
            self = ListMachine(capabilities: capabilities, behavior: behavior, policy: policy, seed: 1)
        }
        self.gapPolicy = gapPolicy
    }
}

extension FeedEffects {
    init(_ effects: consuming ListEffects) {
        if !effects.requests.isEmpty {
            requests = effects.requests.map { FeedRequest($0.id, $0.kind, skipsCaches: $0.skipsCaches) }
        }
        cancellations = effects.cancellations
        update = effects.updates.first
        if effects.updates.count > 1 { rereads = effects.updates[1].changed }
        acceptsAnswer = effects.acceptsAnswer
        withheld = effects.withheld
        if !effects.finished.isEmpty { finishedJobs = effects.finished.map(\.job.rawValue) }
        wakeAt = effects.wakeAt
    }

    init(_ started: (job: JobID, effects: ListEffects)) {
        self.init(started.effects)
        startedJob = started.job.rawValue
    }
}
