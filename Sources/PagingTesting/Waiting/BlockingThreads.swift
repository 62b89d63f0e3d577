/// The threads of tests that block, shared by all suites of a process.
package enum BlockingThreads {
    /// The limit of concurrent tests. More would use all connections of a database, and their times would mean nothing.
    private static let places = Places(6)

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private static let executor = ThreadExecutor()

    /// Runs a body and its tasks on threads that may block, once there is a place.
    package static func run(_ body: @Sendable () async throws -> Void) async throws {
        try await places.take()
        defer { places.giveBack() }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            try await withTaskExecutorPreference(executor) { try await body() }
        } else {
            try await body()
        }
    }

    /// Starts a task that may block for as long as a test wants.
    package static func detached<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            Task.detached(executorPreference: executor) { try await body() }
        } else {
            Task.detached { try await body() }
        }
    }
}
