internal import Paging
internal import PagingHTTP

/// The time between two refreshes: as asked for, and twice as long after each that failed.
struct RefreshPace {
    /// The longest wait that failures lead to, unless the list is refreshed less often anyway.
    static let longest = Duration.seconds(60)

    let usual: Duration
    private(set) var failures = 0
    /// How long the server asked to be left alone when it failed last.
    private var asked = Duration.zero

    init(every usual: Duration) { self.usual = usual }

    /// The wait before the next refresh.
    var wait: Duration {
        guard failures > 0 else { return usual }
        let growing = RetryPolicy(firstDelay: usual * 2, longestDelay: max(usual, Self.longest))
        return max(.milliseconds(growing.longestDelay(afterFailures: failures)), asked)
    }

    /// A refresh failed.
    mutating func fail(_ error: any Error) {
        failures += 1
        asked = (error as? any LoadError)?.retryAfter ?? .zero
    }

    /// A refresh succeeded.
    mutating func succeed() { (failures, asked) = (0, .zero) }
}

/// Refreshes a list every so often, and says when that fails, for another reason, or succeeds again.
///
/// The first refresh that fails is repeated as the list's policy says. While they fail another one holds, with one attempt a refresh.
@MainActor
final class ListRefresher<Element: Sendable> {
    private let list: PagedList<Element>
    private let sleep: (Duration) async throws -> Void
    private let tell: (String) -> Void
    private var pace: RefreshPace
    private let usual: LoadPolicy
    private let failing: LoadPolicy
    /// The failure that was printed last; `nil` while refreshes succeed.
    private var told: AnyHashable?

    /// - Parameters:
    ///   - list: the list.
    ///   - every: the time between refreshes that succeed.
    ///   - failing: the list's policy while refreshes fail.
    ///   - sleep: waits.
    ///   - tell: hears each change from well to failing, to another failure, and back, in one line.
    init(
        _ list: PagedList<Element>, every: Duration, failing: LoadPolicy,
        sleep: @escaping (Duration) async throws -> Void, tell: @escaping (String) -> Void
    ) {
        (self.list, self.sleep, self.tell) = (list, sleep, tell)
        (pace, usual, self.failing) = (RefreshPace(every: every), list.policy, failing)
    }

    /// Refreshes until the task is cancelled.
    func run() async throws {
        while true {
            try await sleep(pace.wait)
            do {
                try await list.refresh()
                succeed()
            } catch {
                try Task.checkCancellation()
                if !(error is CancellationError) { fail(error) }
            }
        }
    }

    /// The server asked for a wait during a refresh, which continues afterwards.
    ///
    /// - Parameters:
    ///   - text: the answer and the wait.
    ///   - address: the list's address, as it may be shown.
    func hearWait(_ text: String, of address: String) {
        guard told == nil else { return }
        told = text
        tell("\(ToolError(text, address, "the rows shown may be out of date until then"))")
    }

    private func succeed() {
        pace.succeed()
        list.policy = usual
        if told != nil { tell("paging: the list is refreshed again, and the rows shown are current") }
        told = nil
    }

    private func fail(_ error: any Error) {
        pace.fail(error)
        list.policy = failing
        // Waits and addresses differ between failures of one kind.
        let reason: AnyHashable = (error as? HTTPSourceError).map { AnyHashable($0.reason) } ?? AnyHashable("\(error)")
        guard reason != told else { return }
        told = reason
        let next = "the rows shown may be out of date, and are asked for again in \(Format.span(pace.wait))"
        tell("\(PullFailure(error).told("the list cannot be refreshed", next))")
    }
}
