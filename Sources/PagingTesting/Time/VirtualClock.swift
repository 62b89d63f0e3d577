internal import Foundation
internal import Paging

/// A clock that does not move until a test moves it.
///
/// ```swift
/// let clock = VirtualClock()
/// let list = PagedList(source, clock: clock)
/// await clock.sleepers(atLeast: 1)      // a retry is waiting
/// clock.advance(by: .seconds(1))
/// ```
///
/// Advancing it wakes every sleeper that is due, the earliest first. The work of a woken task takes real time, so wait for its result (a
/// request, an update), never for the clock.
public final class VirtualClock: Clock, @unchecked Sendable {
    // Proof of Sendable: every access to the stored properties holds the lock.
    private let lock = NSLock()
    private var time = Instant(offset: .zero)
    private var sleeping: [Int: Sleeper] = [:]
    private let bell = Bell()
    private var last = 0

    private struct Sleeper {
        let due: Instant
        let continuation: HeldContinuation<Void>
    }

    /// A point in virtual time.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// The instant after a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The time from this instant to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// `true` if one instant comes before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// Makes a clock at zero.
    public init() {}

    /// The time, as last set.
    public var now: Instant { lock.withLock { time } }
    /// Zero, because the clock distinguishes any two instants.
    public var minimumResolution: Duration { .zero }

    /// Sleeps until the clock reaches a deadline.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let key = lock.withLock {
            last += 1
            return last
        }
        try await withTaskCancellationHandler {
            try await withHeldContinuation { continuation in
                if let outcome = fallAsleep(key, Sleeper(due: deadline, continuation: continuation)) {
                    continuation.resume(with: outcome)
                }
            }
        } onCancel: {
            lock.withLock { sleeping.removeValue(forKey: key) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Registers a sleeper, or returns the result if its sleep is already over.
    private func fallAsleep(_ key: Int, _ sleeper: Sleeper) -> Result<Void, any Error>? {
        let outcome = lock.withLock { () -> Result<Void, any Error>? in
            // A cancellation before this lock had no sleeper to wake.
            if Task.isCancelled { return .failure(CancellationError()) }
            if sleeper.due <= time { return .success(()) }
            sleeping[key] = sleeper
            return nil
        }
        if outcome == nil { bell.ring() }
        return outcome
    }

    /// Advances the clock and wakes every sleeper that is due.
    public func advance(by duration: Duration) {
        let due = lock.withLock {
            time = time.advanced(by: duration)
            let woken = sleeping.filter { $0.value.due <= time }.sorted {
                ($0.value.due, $0.key) < ($1.value.due, $1.key)
            }
            for (key, _) in woken { sleeping.removeValue(forKey: key) }
            return woken.map(\.value.continuation)
        }
        for continuation in due { continuation.resume(returning: ()) }
    }

    /// Waits until a number of tasks sleep, or the test is cancelled.
    ///
    /// - Parameters:
    ///   - least: the number of tasks.
    ///   - fileID: the file in which the test waits, printed if it hangs.
    ///   - line: the line in that file.
    public func sleepers(atLeast least: Int, fileID: StaticString = #fileID, line: UInt = #line) async {
        _ = await bell.wait(fileID: fileID, line: line) { [self] in
            "\(least) sleepers of a virtual clock, of which there are \(sleeperCount)"
        } look: {
            sleeperCount >= least ? true : nil
        }
    }

    /// The number of tasks that sleep now.
    public var sleeperCount: Int { lock.withLock { sleeping.count } }
}

extension VirtualClock: LedgerClock {}

extension VirtualClock {
    /// Advances the clock to the deadline of the next sleeper.
    ///
    /// - Returns: `false` if no task sleeps.
    @discardableResult
    public func advanceToNextSleeper() -> Bool {
        guard let due = lock.withLock({ sleeping.values.map(\.due).min() }) else { return false }
        advance(by: now.duration(to: due))
        return true
    }
}
