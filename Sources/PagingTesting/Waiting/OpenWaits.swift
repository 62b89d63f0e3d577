internal import Foundation
internal import Paging

/// The waits of this process that have not ended. `SIGUSR1` prints them to its standard error, to show why a test hangs.
///
/// The signal is handled on a separate queue, so it works even if the main actor or a thread is blocked.
package enum OpenWaits {
    private static let waits = Locked((last: 0, open: [Int: OpenWait]()))

    /// Registers a wait.
    ///
    /// - Parameters:
    ///   - fileID: the file in which the test waits.
    ///   - line: the line in that file.
    ///   - description: the awaited state, after "for". It is called for each report, on any thread, so it may include the last value seen.
    /// - Returns: the wait. Call its ``OpenWait/end()`` when it is over.
    package static func begin(
        fileID: StaticString = #fileID, line: UInt = #line, _ description: @escaping @Sendable () -> String
    ) -> OpenWait {
        _ = answersSignal
        return waits.withLock { waits in
            waits.last += 1
            let wait = OpenWait(
                id: waits.last, place: "\(fileID):\(line)", began: .now, description: description)
            waits.open[wait.id] = wait
            return wait
        }
    }

    static func end(_ id: Int) {
        _ = waits.withLock { $0.open.removeValue(forKey: id) }
    }

    /// The open waits, one per line, in the order of their start: `Waiting 12.0 s for the next call, at MyTests/Rows.swift:12`.
    package static func report(at now: ContinuousClock.Instant = .now) -> [String] {
        // Descriptions are called without the lock, because they may take locks of their own that a waiting thread holds.
        waits.withLock { Array($0.open.values) }.sorted { $0.id < $1.id }.map { wait in
            let tenths = Int(((now - wait.began) / .milliseconds(100)).rounded())
            return "Waiting \(tenths / 10).\(tenths % 10) s for \(wait.description()), at \(wait.place)"
        }
    }

    /// Makes `SIGUSR1` print the report, unless the process has its own handler for the signal.
    private static let answersSignal: Bool = {
        #if os(Windows)
            return false
        #else
            // The default handler, which ends the process, is `nil`.
            if let handler = signal(SIGUSR1, SIG_IGN) {
                signal(SIGUSR1, handler)
                return false
            }
            signals.setEventHandler {
                let lines = report()
                let text = lines.isEmpty ? ["Waiting for nothing that is registered"] : lines
                FileHandle.standardError.write(Data((text.joined(separator: "\n") + "\n").utf8))
            }
            // Until the source is registered, a signal would be lost.
            let registered = DispatchSemaphore(value: 0)
            signals.setRegistrationHandler { registered.signal() }
            signals.activate()
            return registered.wait(timeout: .now() + 10) == .success
        #endif
    }()

    #if !os(Windows)
        // Proof of nonisolated(unsafe): used once, by the initializer of `answersSignal`, and kept for the process's life.
        nonisolated(unsafe) private static let signals = DispatchSource.makeSignalSource(
            signal: SIGUSR1, queue: DispatchQueue(label: "open waits"))
    #endif
}

/// A wait that has begun; see ``OpenWaits``.
package struct OpenWait: Sendable {
    let id: Int
    let place: String
    let began: ContinuousClock.Instant
    let description: @Sendable () -> String

    /// Removes the wait from the report.
    package func end() { OpenWaits.end(id) }
}
