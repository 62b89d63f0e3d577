internal import Paging
internal import PagingHTTP

/// A way to bring a whole list home.
@MainActor
protocol Pulling {
    /// Pulls until the list is whole, cannot be read on, or the task is cancelled.
    ///
    /// - Parameter progress: hears how far it is, after each arrival.
    func run(_ progress: (ProgressBar) -> Void) async -> PullOutcome

    /// What came of it.
    func report(failure: PullFailure?, seconds: Double, output: String?) -> PullReport
}

/// How a pull ended.
enum PullOutcome {
    /// Every row up to the end, or to the number asked for, is written.
    case whole
    /// The list could not be read on.
    case failed(any Error)
    /// A row could not be written.
    case notWritten(any Error)
    /// Someone asked to stop.
    case interrupted

    var isWritingFailure: Bool { if case .notWritten = self { true } else { false } }

    /// Why the list did not get whole; `nil` where it did.
    var failure: PullFailure? {
        switch self {
        case .whole: nil
        case .failed(let error), .notWritten(let error): PullFailure(error)
        case .interrupted: PullFailure.interrupted
        }
    }
}

/// Counts what went over the wire; told by the source on any thread.
final class Traffic: Sendable {
    private let counts = Locked((requests: 0, bytes: 0))

    var requests: Int { counts.withLock(\.requests) }
    var bytes: Int { counts.withLock(\.bytes) }

    func note(_ event: HTTPEvent) {
        counts.withLock {
            switch event {
            case .started: $0.requests += 1
            case .finished(let exchange): $0.bytes += exchange.bytes
            }
        }
    }
}
