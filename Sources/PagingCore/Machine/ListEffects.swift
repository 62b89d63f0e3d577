/// What a machine wants done after an event, and what changed by it.
public struct ListEffects: Sendable {
    /// Requests to send, the most urgent first.
    public var requests: [LoadRequest] = []
    /// Requests to call off. Whatever they still answer will be ignored.
    public var cancellations: [RequestID] = []
    /// What changed in the list, in order: each update begins with the rows that the one before left. A second one says that rows
    /// have other content which moved in the first, for no list view takes both at once.
    public var updates: [ListUpdate] = []
    /// Whether the answer that the event brought was let in; `false` where it was refused, for whatever reason.
    public var acceptsAnswer = false
    /// Items of that answer whose content is not to be shown: what is shown of them is newer, or may be. Each has a row.
    public var withheld: [Int] = []
    /// Jobs that ended with this event, each with what it failed of.
    public var finished: [FinishedJob] = []
    /// When to call ``ListMachine/wake(now:)`` if no other event comes first. Replaces what earlier effects said.
    public var wakeAt: Instant?

    /// Effects that ask for nothing.
    public init() {}

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
public struct LoadRequest: Hashable, Sendable {
    /// What a request is for.
    public enum Kind: Hashable, Sendable {
        /// A page of items; answered by `arrived`.
        case page(PageRequest)
        /// The list's sections; answered by `sectionsArrived`.
        case sections
        /// All identifiers of the list; answered by `snapshotArrived`.
        case snapshot
        /// The items of these numbers; answered by `itemsArrived`. Of those that are loaded, what may have other content is enough.
        case items([Int])
        /// What happened since a version; answered by `changesArrived`.
        case changes(since: Version)
        /// Whether the list is still at a version; answered by `checked`.
        case check(Version)
        /// What happens from a version on, as it happens; told by `liveChanges` and `liveVersion` until it is called off, or ends
        /// by `failed`.
        case live(since: Version?)
    }

    /// The request's name.
    public let id: RequestID
    /// Counts the refreshes and reloads of the list. Answers to a request of an earlier generation are dropped.
    public let generation: Int
    /// What is asked for.
    public let kind: Kind
    /// Whether caches on the way are to be passed by, because one of them gave an answer that is out of date.
    public var skipsCaches = false
}

/// Names something the app asked for and waits for: more rows, a refresh, a reload.
public struct JobID: Hashable, Sendable {
    /// The name's number, counted up from 1.
    public let rawValue: Int
}

/// A job that ended.
public struct FinishedJob: Hashable, Sendable {
    /// Which job.
    public let job: JobID
    /// Why it failed; `nil` where its data is in.
    public let failure: LoadFailure?
}

/// What the list as a whole is doing. Preloading and loading single rows are not told here: nobody shows a spinner for them.
public enum ListPhase: Hashable, Sendable {
    /// Nothing that the reader waits for.
    case idle
    /// The first load: there is nothing to show yet.
    case loading
    /// A refresh: what is shown stays until the new data is in.
    case refreshing
    /// The first load, the last refresh, growing at the end, or for want of a network rows on screen failed.
    /// ``ListMachine/retry(now:)`` tries again.
    case failed(LoadFailure)
}

/// What is known of one slot.
public enum SlotState: Hashable, Sendable {
    /// No item, and none asked for.
    case placeholder
    /// No item yet; a request for it is in flight or waits to be repeated.
    case loading
    /// No item, and asking failed for the last time.
    case failed(LoadFailure)
    /// The item is there.
    case loaded
}

/// What loading has cost and brought so far.
public struct ListCounters: Hashable, Sendable {
    /// Requests sent, those cancelled later included.
    public var requests = 0
    /// Requests called off before their answer.
    public var cancellations = 0
    /// Requests that failed, repeats included.
    public var failures = 0
    /// Answers that came after their request was called off, answered, or outlived by a refresh.
    public var lateAnswers = 0
    /// Rows that arrived.
    public var rowsReceived = 0
    /// Rows that arrived and were evicted without ever being on screen.
    public var rowsNeverShown = 0
    /// Items that arrived under an identifier that stands elsewhere in the list.
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
