import Testing

@testable import PagingCore

@Suite struct RetryPolicyTests {
    @Test func `A policy has the delays it was made of`() {
        let policy = RetryPolicy(attempts: 5, firstDelay: .milliseconds(500), longestDelay: .seconds(30))
        #expect(policy.firstDelay == .milliseconds(500))
        #expect(policy.longestDelay == .seconds(30))
        #expect(policy == RetryPolicy(attempts: 5, longestMilliseconds: 30_000))
        #expect(RetryPolicy(firstDelay: .seconds(-1)).firstDelay == .zero)
    }
}
