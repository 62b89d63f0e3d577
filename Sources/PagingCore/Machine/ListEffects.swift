/// The work that a machine requests after an event, and the changes made by it.
package struct ListEffects: Sendable {
    /// Requests to send, the most urgent first.
    package var requests: [LoadRequest] = []
    /// Requests to cancel. A late answer to one is ignored.
    package var cancellations: [RequestID] = []
    /// The changes of the list, in order: each update begins with the rows that the one before left. A second one says that rows
    /// have other content which moved in the first, for no list view takes both at once.
    package var updates: [ListUpdate] = []
    /// `true` if the answer that the event brought was let in; `false` where it was refused, for whatever reason.
    package var acceptsAnswer = false
    /// Items of that answer that must not replace possibly newer content. Each has a row.
    package var withheld: [Int] = []
    /// Jobs that ended with this event, each with what it failed of.
    package var finished: [FinishedJob] = []
    /// When to call ``ListMachine/wake(now:)`` if no other event comes first. Replaces what earlier effects said.
    package var wakeAt: Instant?

    /// Effects that ask for nothing.
    package init() {}

    /// Adds that rows have other content to what happened.
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
        /// The items of these numbers; answered by `itemsArrived`. Of those that are loaded, what may have other content is enough.
        case items([Int])
        /// The changes since a version; answered by `changesArrived`.
        case changes(since: Version)
        /// Asks if the list is still at a version; answered by `checked`.
        case check(Version)
        /// A stream of changes from a version on; told by `liveChanges` and `liveVersion` until it is cancelled, or ends
        /// by `failed`.
        case live(since: Version?)
    }

    /// The request's name.
    package let id: RequestID
    /// Counts the refreshes and reloads of the list. Answers to a request of an earlier generation are dropped.
    package let generation: Int
    /// The data that is asked for.
    package let kind: Kind
    /// `true` if caches on the way are to be passed by, because one of them gave an answer that is out of date.
    package var skipsCaches = false
}

/// Names something the app asked for and waits for: more rows, a refresh, a reload.
package struct JobID: Hashable, Sendable {
    /// The name's number, counted up from 1.
    package let rawValue: Int
}

/// A job that ended.
package struct FinishedJob: Hashable, Sendable {
    /// Which job.
    package let job: JobID
    /// Why it failed, or `nil` if its data is in.
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
    /// The first load, the last refresh, growing at the end, or for want of a network rows on screen failed.
    /// ``ListMachine/retry(now:)`` tries again.
    case failed(LoadFailure)
}

/// The state of one slot.
package enum SlotState: Hashable, Sendable {
    /// No item, and none asked for.
    case placeholder
    /// No item yet; a request for it is in flight or waits to be repeated.
    case loading
    /// No item, and asking failed for the last time.
    case failed(LoadFailure)
    /// The item is there.
    case loaded
}

/// The costs and results of loading so far.
public struct ListCounters: Hashable, Sendable {
    /// Requests sent, those cancelled later included.
    public var requests = 0
    /// Requests cancelled before their answer.
    public var cancellations = 0
    /// Requests that failed, repeats included.
    public var failures = 0
    /// Answers that came after their request was cancelled, answered, or outlived by a refresh.
    public var lateAnswers = 0
    /// Rows that arrived.
    public var rowsReceived = 0
    /// Rows that arrived and were evicted without ever being on screen.
    public var rowsNeverShown = 0
    /// Items that arrived under an identifier that is elsewhere in the list.
    public var duplicates = 0
    /// The most requests that were in flight at once.
    public var mostInFlight = 0
    /// Placeholder time: for each row shown without an item, how long, in row-milliseconds.
    public var placeholderRowMilliseconds = 0.0
    /// The expected time from asking to having, in milliseconds.
    public var latencyMilliseconds = 0.0

    /// Counters at zero.
    public init() {}
}
