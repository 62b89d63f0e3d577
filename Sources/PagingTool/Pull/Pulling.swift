internal import Paging
internal import PagingHTTP

/// A way to download a whole list.
@MainActor
protocol Pulling {
    /// Pulls until the list is complete, cannot be read further, or the task is cancelled.
    ///
    /// - Parameter progress: called with the progress after each page.
    func run(_ progress: (ProgressBar) -> Void) async -> PullOutcome

    /// The state from which a pull stopped now would resume, or `nil` if it cannot.
    func state() -> PullState?

    /// The report of the pull.
    func report(failure: PullFailure?, seconds: Double, output: String?) -> PullReport
}

/// The outcome of a pull.
enum PullOutcome {
    /// Every row up to the end, or up to the requested number, is written.
    case whole
    /// The list could not be read further.
    case failed(any Error)
    /// A row could not be written.
    case notWritten(any Error)
    /// The user stopped the pull.
    case interrupted

    var isWritingFailure: Bool { if case .notWritten = self { true } else { false } }

    /// The reason why the list is incomplete, or `nil` if it is whole.
    var failure: PullFailure? {
        switch self {
        case .whole: nil
        case .failed(let error), .notWritten(let error): PullFailure(error)
        case .interrupted: PullFailure.interrupted
        }
    }
}

/// Counts requests and bytes, and reports waits that a server asks for. The source calls it on any thread.
final class Traffic: Sendable {
    private let counts = Locked((requests: 0, bytes: 0))
    /// The time until which the server asked for a pause.
    private let quietUntil = Locked(ContinuousClock.now)
    private let tell: @Sendable (String) -> Void

    /// Shorter waits are over before a message is read.
    private static let leastWait = Duration.seconds(2)

    /// - Parameter tell: called on any thread with a message about a wait.
    init(_ tell: @escaping @Sendable (String) -> Void) {
        self.tell = tell
    }

    var requests: Int { counts.withLock(\.requests) }
    var bytes: Int { counts.withLock(\.bytes) }

    func note(_ event: HTTPEvent) {
        guard case .finished(let exchange) = event else { return counts.withLock { $0.requests += 1 } }
        counts.withLock { $0.bytes += exchange.bytes }
        guard let wait = exchange.retryAfter, wait >= Self.leastWait, case .status(let status) = exchange.outcome else {
            return
        }
        // Concurrent requests are rejected together.
        let isNews = quietUntil.withLock { until in
            let end = ContinuousClock.now + wait
            guard end > until + Self.leastWait else { return false }
            until = end
            return true
        }
        if isNews { tell("The server answered \(status) and asks to be left alone for \(Format.span(wait)).") }
    }
}
