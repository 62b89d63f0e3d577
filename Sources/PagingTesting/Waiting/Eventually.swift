internal import Foundation
internal import Paging

/// Waits for a condition in another process. It checks after growing pauses.
///
/// Use it only for other processes, which report nothing: a database's sessions, a tool at the other end of a pipe, a terminal. Within one
/// process, wait for an event, or for a list to settle.
///
/// ```swift
/// try await eventually("the standby has applied all") { try standby.script(behind) } until: { $0 == ["0"] }
/// ```
///
/// - Parameters:
///   - what: the awaited condition, as a sentence that the failure quotes.
///   - limit: the longest wait; ``WaitLimit/standard`` unless a test says otherwise.
///   - clock: the clock of the limit and of the pauses.
///   - look: returns the current value. Its errors end the wait.
///   - isRight: returns `true` if a value is the awaited one.
/// - Returns: the last value seen.
/// - Throws: ``WaitFailure`` at the limit and if the task is cancelled; errors of `look` and `isRight`.
@discardableResult
package func eventually<Seen>(
    _ what: String, within limit: Duration = WaitLimit.standard, clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    look: () async throws -> Seen, until isRight: (Seen) throws -> Bool
) async throws -> Seen {
    var rounds = WaitRounds(what, limit, clock, fileID, line)
    defer { rounds.end() }
    while true {
        let seen = try await look()
        if try isRight(seen) { return seen }
        try await rounds.pause(isolation: isolation, after: String(describing: seen))
    }
}

/// Repeats an operation on another process until it succeeds.
///
/// - Returns: the operation's result.
/// - Throws: ``WaitFailure``, which quotes the last error.
@discardableResult
package func eventually<Value>(
    _ what: String, within limit: Duration = WaitLimit.standard, clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    succeeds attempt: () async throws -> Value
) async throws -> Value {
    var rounds = WaitRounds(what, limit, clock, fileID, line)
    defer { rounds.end() }
    while true {
        do {
            return try await attempt()
        } catch {
            try await rounds.pause(isolation: isolation, after: String(describing: error))
        }
    }
}

/// The pauses between checks.
private struct WaitRounds<Timer: Clock<Duration>> {
    private let what: String
    private let limit: Duration
    private let clock: Timer
    private let place: String
    private let due: Timer.Instant
    private let last: Locked<String>
    private let open: OpenWait
    private var next = WaitLimit.firstPause

    init(_ what: String, _ limit: Duration, _ clock: Timer, _ fileID: StaticString, _ line: UInt) {
        let last = Locked("nothing yet")
        (self.what, self.limit, self.clock, self.last) = (what, limit, clock, last)
        (place, due) = ("\(fileID):\(line)", clock.now.advanced(by: limit))
        open = OpenWaits.begin(fileID: fileID, line: line) { "\(what); seen last: \(last.withLock { $0 })" }
    }

    func end() { open.end() }

    /// Waits before another check, or throws. The last check is at the limit, not up to a pause before it.
    mutating func pause(isolation: isolated (any Actor)?, after seen: String) async throws {
        last.withLock { $0 = seen }
        let now = clock.now
        guard now < due else { throw failure(.limit(limit), seen) }
        do {
            try await clock.sleep(until: min(due, now.advanced(by: next)), tolerance: nil)
        } catch {
            throw failure(.cancelled, seen)
        }
        next = min(next * 3 / 2, WaitLimit.longestPause)
    }

    private func failure(_ reason: WaitFailure.Reason, _ seen: String) -> WaitFailure {
        WaitFailure(what: what, seen: seen, reason: reason, place: place)
    }
}

/// The limits of waits in tests, and the pauses between checks.
package enum WaitLimit {
    /// The longest wait for another process: a minute, times `PAGING_SLOWER` if that is set, for a busy machine.
    package static let standard = Duration.seconds(60) * slower

    static let firstPause = Duration.milliseconds(2)
    static let longestPause = Duration.milliseconds(250)

    private static let slower: Double = {
        let times = ProcessInfo.processInfo.environment["PAGING_SLOWER"].flatMap { Double($0) } ?? 1
        return max(1, times)
    }()
}

/// The awaited state did not occur.
package struct WaitFailure: Error, Equatable, CustomStringConvertible {
    package enum Reason: Sendable, Equatable {
        /// It did not occur within this time.
        case limit(Duration)
        /// The task was cancelled, for example by the test's own time limit.
        case cancelled
    }

    package var what: String
    /// The last value seen, as text.
    package var seen: String
    package var reason: Reason
    /// The file and the line of the wait.
    package var place: String

    package var description: String {
        let end =
            switch reason {
            case .limit(let limit): "did not come within \(limit)"
            case .cancelled: "had not come when the test was cancelled"
            }
        return "\(place): \(what): \(end). Seen last: \(seen)"
    }
}
