internal import Paging

/// A list under test, its server, the network between them and its reader, in virtual time.
///
/// Theory of operation. ``step()`` advances time to the next event (an action of the history, a frame of a movement, a delivery of the network,
/// a timer), passes it to the list and carries out the list's effects. Events on the server, or on the way there, do not count as steps. After
/// each step the ``LawChecker`` checks the laws. The end of the history is followed by the *closing*: the network becomes sound and all falls
/// silent. The reader scrolls, retries failed requests and refreshes. Then he jumps elsewhere. After each act the screen is compared with the
/// server.
///
/// All follows from the setting and the history. The same two give the same run.
package struct FeedSimulation<Subject: FeedSubject>: Sendable {
    /// The steps when the history is over, in this order, each when all has fallen silent.
    enum Closing: Int {
        case soundNetwork, look, listen, checkLive, retry, refresh, checkRefreshed, jump, checkJumped, over
    }

    /// The list under test.
    package internal(set) var subject: Subject
    /// The server.
    package internal(set) var feed: SimulatedFeed
    /// The network.
    package internal(set) var network: SimulatedNetwork
    /// The reader.
    package internal(set) var reader: SimulatedReader
    /// The checker.
    package internal(set) var checker: LawChecker
    /// Milliseconds from the start.
    package internal(set) var now = 0.0
    /// The setting.
    package let setting: FeedSetting
    /// Called with each event before the list handles it, and with each change on the server.
    package var log: (@Sendable (String) -> Void)?

    /// The rows shown once the reader edits or hides some; `nil` until then.
    var shown: ShownChecker?

    let actions: [FeedAction]
    let events: Int
    var nextAction = 0
    var wakeAt = Double.infinity
    var viewportIsDue = true
    var closing: Closing?
    var openRequests: Set<Int> = []
    /// The stream that the list listens to.
    var stream: RequestID?
    /// `true` if a request failed since the reader last retried. It may have failed for good, which only a retry by the reader mends.
    var mayHaveGivenUp = false
    var jobs = JobLedger()
    var pauses = PauseLedger()
    var walk = WalkChecker()
    var lookBack: LookBack?
    /// How often the reader has looked back.
    var looksBack = 0
    /// Events since the reader, the app or the server last did anything.
    var quiet = 0 {
        didSet { if quiet == 0 { silence.begin(isRefreshing: !jobs.open.isEmpty) } }
    }
    var silence = SilenceLedger()
    /// Requests sent for the rows on screen since the closing's current act began.
    var requestsForScreen = 0
    /// `true` if changes were asked for since then.
    var isFollowingChanges = false
    /// The version that the list is at if it follows changes, or `nil` if it knows none.
    var trackedVersion: Version?
    /// `true` if the list had kept track of the rows on screen then.
    var isTold = true
    /// `true` if the reader's first visible row was at the screen's position when the act began.
    var isNear = true
    /// Requests sent until the screen was right, or `nil` while it is not.
    var requestsUntilRight: Int?
    /// How often the reader tapped a gap in the closing.
    var tapsOnGaps = 0
    /// The counts.
    var counted = FeedMeasures()
    var staleRows = 0
    var placeholders = 0
    var screenIsDirty = true

    /// Makes a simulation of a list.
    ///
    /// - Parameter events: how many events the list takes in before the history is cut short and the closing begins.
    package init(_ subject: Subject, setting: FeedSetting, history: FeedHistory, events: Int = .max) {
        self.subject = subject
        self.setting = setting
        self.events = events
        actions = history.actions
        feed = SimulatedFeed(
            count: setting.count, features: setting.combination.features, quirks: setting.quirks,
            keepsRanks: setting.combination.behavior.ranking == .stable)
        network = SimulatedNetwork(latency: setting.latency, hazards: setting.hazards, seed: setting.seed &+ 3)
        reader = SimulatedReader(screen: setting.screen, row: setting.beginning)
        checker = LawChecker(setting)
        reader.isLooking = setting.host == .scrolling
    }

    /// `true` if the history is over.
    package var isClosing: Bool { closing != nil }

    /// The cost so far.
    package var measures: FeedMeasures {
        var measures = counted
        (measures.events, measures.milliseconds) = (checker.events, now)
        (measures.requests, measures.bytes) = (network.requests, network.bytes)
        return measures
    }

    /// Advances to the next event and handles it.
    ///
    /// - Returns: `true` if there was one.
    package mutating func step() -> Bool {
        while true {
            if viewportIsDue {
                viewportIsDue = false
                if reader.isLooking || tellsScreenOnce {
                    tell(.viewport(reader.viewport, landing: reader.landing))
                    return true
                }
            }
            if lookBack?.isRetryDue == true {
                lookBack?.isRetryDue = false
                tell(.retry)
                return true
            }
            let goesOn = nextAction < actions.count && checker.events < events && lookBack == nil
            let action = goesOn ? max(now, actions[nextAction].time) : .infinity
            let next = min(min(action, reader.nextFrame), min(network.nextDue, wakeAt))
            guard next < .infinity else {
                if close() { continue }
                return false
            }
            pass(to: next)
            if action <= next {
                nextAction += 1
                if perform(actions[nextAction - 1].kind) { return true }
            } else if reader.nextFrame <= next {
                let before = reader.viewport
                reader.advance(count: subject.rows.count, now: now)
                quiet = 0
                if reader.isLooking, before != reader.viewport || reader.nextFrame == .infinity {
                    tell(.viewport(reader.viewport, landing: reader.landing))
                    return true
                }
            } else if network.nextDue <= next {
                if let (request, delivery) = network.next(from: feed) {
                    deliver(delivery, for: request)
                    return true
                }
            } else {
                wakeAt = .infinity
                tell(.wake)
                return true
            }
        }
    }

    /// Steps to the end, or to the first violation.
    ///
    /// - Parameter stopsAtViolation: `true` to stop at the first violation.
    package mutating func run(stopsAtViolation: Bool = true) {
        while step() {
            if stopsAtViolation, !checker.violations.isEmpty { break }
            if quiet > LawChecker.quietLimit {
                checker.report(
                    .fallsSilent, now, expected: "silence within \(LawChecker.quietLimit) events without news",
                    found: "\(openRequests.count) requests open, woken at \(wakeAt)")
                break
            }
        }
    }

    /// `true` if the host reports the rows on its screen when it appears, and never again.
    private var tellsScreenOnce: Bool {
        switch setting.host {
        case .still: closing == nil
        case .refreshing: closing == nil && setting.seed % 2 == 0
        case .reloading: closing == nil && setting.seed % 2 == 0
        case .scrolling, .reading, .unseen, .paging: false
        }
    }

    /// Advances time, and adds up the reader's waits.
    private mutating func pass(to time: Double) {
        guard time > now else { return }
        if reader.isLooking {
            if screenIsDirty { lookAtScreen() }
            counted.staleRowMilliseconds += Double(staleRows) * (time - now)
            counted.placeholderRowMilliseconds += Double(placeholders) * (time - now)
        }
        now = time
    }
}
