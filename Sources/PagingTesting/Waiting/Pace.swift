internal import Foundation

/// Pauses a load generator between two of its steps: how busy it keeps the other side, never a wait for something.
///
/// - Throws: `CancellationError` where the task is cancelled.
package func paced(_ pause: Duration) async throws {
    try await ContinuousClock().sleep(for: pause)
}

/// Holds a server's thread for as long as a slow server takes, never a wait for something.
package func holdThread(for pause: Duration) {
    Thread.sleep(forTimeInterval: pause / .seconds(1))
}
