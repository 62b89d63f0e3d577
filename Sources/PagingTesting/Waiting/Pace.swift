internal import Foundation

/// Pauses a load generator between two steps. It sets the load, and is never used to wait for a state.
///
/// - Throws: `CancellationError` if the task is cancelled.
package func paced(_ pause: Duration) async throws {
    try await ContinuousClock().sleep(for: pause)
}

/// Blocks a server's thread as a slow server would. It is never used to wait for a state.
package func holdThread(for pause: Duration) {
    Thread.sleep(forTimeInterval: pause / .seconds(1))
}
