internal import PagingCore

/// A clock that holds its sleepers by ``HeldContinuation``, so that they are counted from the moment they are woken.
package protocol LedgerClock: Clock {}

/// The list's clock: any clock, in milliseconds since the list was made.
struct Timekeeper: Sendable {
    let now: @Sendable () -> Instant
    let sleep: @Sendable (Instant) async throws -> Void

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        now = { Instant(milliseconds: start.duration(to: clock.now).inMilliseconds) }
        sleep = { instant in
            // Rounded up: a sleeper that wakes slightly early would find nothing due and sleep again.
            let span = Duration.microseconds(Int64((instant.milliseconds * 1e3).rounded(.up)))
            let end = start.advanced(by: span)
            if clock is any LedgerClock { return try await clock.sleep(until: end, tolerance: nil) }
            try await LoadLedger.uncounted { try await clock.sleep(until: end, tolerance: nil) }
        }
    }
}
