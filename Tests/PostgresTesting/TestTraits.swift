internal import PagingTesting
package import Testing

extension Trait where Self == ConditionTrait {
    /// Takes long, and is run by `make check`.
    package static var long: Self { .enabled(if: LongTests.areRun, Comment(rawValue: LongTests.absence)) }
}

/// Runs tests that block, as those do that ask a database, on threads of their own: the ones that all tests share are two on a small machine.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await BlockingThreads.run(function)
    }
}

extension Trait where Self == BlockingTests {
    package static var blocking: Self { BlockingTests() }
}
