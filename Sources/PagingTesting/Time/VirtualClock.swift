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
/// Moving it wakes every sleeper that is due, the earliest first; what they then do takes its own time on the real machine, so wait
/// for what comes of it (a request, an update), never for the clock.
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

        /// The instant so much later.
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
    /// Any difference counts.
    public var minimumResolution: Duration { .zero }

    /// Sleeps until the clock is moved so far.
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

    /// Lays a sleeper down, unless its sleep is over before it begins; then the outcome is returned.
    private func fallAsleep(_ key: Int, _ sleeper: Sleeper) -> Result<Void, any Error>? {
        let outcome = lock.withLock { () -> Result<Void, any Error>? in
            // A cancellation before the lock was taken found no sleeper to wake.
            if Task.isCancelled { return .failure(CancellationError()) }
            if sleeper.due <= time { return .success(()) }
            sleeping[key] = sleeper
            return nil
        }
        if outcome == nil { bell.ring() }
        return outcome
    }

    /// Moves the clock and wakes every sleeper that is due.
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

    /// Waits until at least so many sleep, or the test is cancelled.
    ///
    /// - Parameters:
    ///   - least: how many.
    ///   - fileID: where the test waits, which is printed where it hangs.
    ///   - line: the line of it.
    public func sleepers(atLeast least: Int, fileID: StaticString = #fileID, line: UInt = #line) async {
        _ = await bell.wait(fileID: fileID, line: line) { [self] in
            "\(least) sleepers of a virtual clock, of which there are \(sleeperCount)"
        } look: {
            sleeperCount >= least ? true : nil
        }
    }

    /// How many sleep now.
    public var sleeperCount: Int { lock.withLock { sleeping.count } }
}

extension VirtualClock: LedgerClock {}

extension VirtualClock {
    /// Moves the clock to the time at which the next sleeper is due.
    ///
    /// - Returns: `false` if no task sleeps.
    @discardableResult
    public func advanceToNextSleeper() -> Bool {
        guard let due = lock.withLock({ sleeping.values.map(\.due).min() }) else { return false }
        advance(by: now.duration(to: due))
        return true
    }
}
