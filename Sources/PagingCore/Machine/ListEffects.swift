/// The work that a machine requests after an event, and the changes made by it.
package struct ListEffects: Sendable {
    /// Requests to send, the most urgent first.
    package var requests: [LoadRequest] = []
    /// Requests to cancel. A late answer to one is ignored.
    package var cancellations: [RequestID] = []
    /// The changes of the list, in order: each update starts from the rows that the last one left. A second one marks rows as changed that the
    /// first one moved, since no list view accepts both at once.
    package var updates: [ListUpdate] = []
    /// `true` if the answer of the event was accepted; `false` if it was refused, for whatever reason.
    package var acceptsAnswer = false
    /// Items of that answer that must not replace possibly newer content. Each has a row.
    package var withheld: [Int] = []
    /// Jobs that ended with this event, each with its failure.
    package var finished: [FinishedJob] = []
    /// When to call ``ListMachine/wake(now:)`` if no other event comes first. It replaces the time of earlier effects.
    package var wakeAt: Instant?

    /// Effects without requests or changes.
    package init() {}

    /// Marks further rows as changed.
    mutating func add(_ change: ListUpdate) {
        if let last = updates.last, last.moves.isEmpty {
            updates[updates.count - 1] = last.changing(change.changed)
        } else {
            updates.append(change)
        }
    }
}

/// A request for a driver to carry out.
package struct LoadRequest: Hashable, Sendable {
    /// The purpose of a request.
    package enum Kind: Hashable, Sendable {
        /// A page of items; answered by `arrived`.
        case page(PageRequest)
        /// The list's sections; answered by `sectionsArrived`.
        case sections
        /// All identifiers of the list; answered by `snapshotArrived`.
        case snapshot
        /// The items with these numbers; answered by `itemsArrived`. For loaded ones the content that may have changed is enough.
        case items([Int])
        /// The changes since a version; answered by `changesArrived`.
        case changes(since: Version)
        /// A check of a version; answered by `checked`.
        case check(Version)
        /// A stream of changes since a version. It delivers `liveChanges` and `liveVersion` until it is cancelled, or ends with `failed`.
        case live(since: Version?)
    }

    /// The request's identifier.
    package let id: RequestID
    /// Counts the refreshes and reloads of the list. Answers to a request of an earlier generation are dropped.
    package let generation: Int
    /// The purpose of the request.
    package let kind: Kind
    /// `true` to bypass caches on the way, because one of them gave an outdated answer.
    package var skipsCaches = false
}

/// Identifies a load that the app waits for: more rows, a refresh, a reload.
package struct JobID: Hashable, Sendable {
    /// The identifier's number, counted up from 1.
    package let rawValue: Int
}

/// A job that ended.
package struct FinishedJob: Hashable, Sendable {
    /// The job.
    package let job: JobID
    /// The reason why it failed, or `nil` if its data is in.
    package let failure: LoadFailure?
}

/// The state of the list as a whole. Preloading and loading single rows are not part of it: no view shows a spinner for them.
package enum ListPhase: Hashable, Sendable {
    /// The reader waits for nothing.
    case idle
    /// The first load: there is nothing to show yet.
    case loading
    /// A refresh: the rows shown stay until the new data is in.
    case refreshing
    /// The first load, the last refresh or loading at the end failed, or rows on screen failed for want of a network.
    /// ``ListMachine/retry(now:)`` tries again.
    case failed(LoadFailure)
}

/// The state of one slot.
package enum SlotState: Hashable, Sendable {
    /// No item, and no request for it.
    case placeholder
    /// No item yet; a request for it is in flight or waits to be repeated.
    case loading
    /// No item, and the last attempt to load it failed.
    case failed(LoadFailure)
    /// The item is there.
    case loaded
}

/// The costs and results of loading so far.
public struct ListCounters: Hashable, Sendable {
    /// Requests to the source, including those cancelled later. A source may send several to its server for one of them, or none.
    public var requests = 0
    /// Requests cancelled before their answer.
    public var cancellations = 0
    /// Requests that failed, repeats included.
    public var failures = 0
    /// Answers that came after their request was cancelled or answered, or belonged to an earlier refresh.
    public var lateAnswers = 0
    /// Rows that arrived.
    public var rowsReceived = 0
    /// Rows that arrived and were evicted without ever being on screen.
    public var rowsNeverShown = 0
    /// Items that arrived under an identifier that another position of the list has.
    public var duplicates = 0
    /// The most requests that were in flight at once.
    public var mostInFlight = 0
    /// Placeholder time, in row-milliseconds: the time that each row was on screen without an item.
    public var placeholderRowMilliseconds = 0.0
    /// The expected time from a request to its answer, in milliseconds.
    public var latencyMilliseconds = 0.0

    /// Counters at zero.
    public init() {}
}
