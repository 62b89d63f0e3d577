import Testing

/// Counts of sections and of rows are of one state, and a row is under its own title, once all is at rest (law 14).
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SectionsAddUpTests {
    @Test func `In memory, sections and rows are the server's after a refresh`() async throws {
        var failures: [String] = []
        for seed in 1...100 as ClosedRange<UInt64> {
            if let failure = try await SectionedHistory.check(seed: seed, isHTTP: false) { failures.append(failure) }
        }
        #expect(failures.isEmpty, "\(failures.count) of 100 histories: \(failures.prefix(1).joined(separator: "\n\n"))")
    }

    @Test func `Over HTTP, sections and rows are the server's after a refresh`() async throws {
        var failures: [String] = []
        for seed in 1...40 as ClosedRange<UInt64> {
            if let failure = try await SectionedHistory.check(seed: seed, isHTTP: true) { failures.append(failure) }
        }
        #expect(failures.isEmpty, "\(failures.count) of 40 histories: \(failures.prefix(1).joined(separator: "\n\n"))")
    }
}
