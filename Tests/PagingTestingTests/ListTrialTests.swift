import Paging
import PagingTesting
import Testing

/// Sources of apps under the laws of lists.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ListTrialTests {
    struct Item: Identifiable, Sendable {
        let id: Int
    }

    /// A source by position or by cursor, with a mistake.
    struct Played: SectionedPageSource {
        enum Mistake: Equatable { case none, repeatsRow, losesRow, liesAboutTotal, sectionsOfOtherCount }

        let rows: [Item]
        let isByCursor: Bool
        let mistake: Mistake

        var capabilities: SourceCapabilities { isByCursor ? [.cursors, .sections] : [.positions, .sections] }

        func page(for request: PageRequest) async throws -> Page<Item> {
            var start = 0
            switch request {
            case .positions(let range): start = range.lowerBound
            case .after(let cursor, _): start = cursor.flatMap { Int($0.description) } ?? 0
            case .before, .around: throw CancellationError()
            }
            let end = min(rows.count, start + request.limit)
            // As a server does that compares with `>=` where `>` is meant, or the other way round.
            if start > 0, mistake == .repeatsRow { start -= 1 }
            var items = Array(rows[min(start, end)..<end])
            if start > 0, mistake == .losesRow, !items.isEmpty { items.removeFirst() }
            let total = rows.count + (mistake == .liesAboutTotal ? 3 : 0)
            guard isByCursor else {
                return Page(items, at: mistake == .repeatsRow && start > 0 ? start + 1 : start, total: total)
            }
            return Page(
                items, total: total, continuation: end < rows.count ? .next(Cursor("\(end)")) : .end,
                capabilities: capabilities)
        }

        func sections() async throws -> [ListSection] {
            let first = min(1, rows.count) + (mistake == .sectionsOfOtherCount ? 1 : 0)
            return [ListSection(title: "A", count: first), ListSection(title: "B", count: rows.count - first)]
        }
    }

    private func run(_ count: Int, isByCursor: Bool, _ mistake: Played.Mistake, seeds: ClosedRange<UInt64> = 1...20)
        async throws
    {
        let rows = (0..<count).map { Item(id: $0) }
        let sections = [
            ListSection(title: "A", count: min(1, count)), ListSection(title: "B", count: max(0, count - 1)),
        ]
        try await ListTrial(rows: rows, sections: sections) {
            Played(rows: rows, isByCursor: isByCursor, mistake: mistake)
        }.run(seeds: seeds)
    }

    @Test(arguments: [0, 1, 2, 24, 25, 26, 60, 300], [false, true])
    func `A right source passes`(count: Int, isByCursor: Bool) async throws {
        try await run(count, isByCursor: isByCursor, .none)
    }

    @Test(arguments: [false, true])
    func `A source that repeats a row is named`(isByCursor: Bool) async throws {
        let failure = await #expect(throws: ListTrialFailure.self) {
            try await run(60, isByCursor: isByCursor, .repeatsRow)
        }
        #expect(failure?.law == .noRowTwice && failure?.finding.contains("repeats row") == true)
    }

    @Test(arguments: [false, true])
    func `A source that loses a row between pages is named`(isByCursor: Bool) async throws {
        let failure = await #expect(throws: ListTrialFailure.self) {
            try await run(60, isByCursor: isByCursor, .losesRow)
        }
        #expect(failure?.law == .noHole && failure?.finding.contains("leaves out row") == true)
    }

    @Test(arguments: [false, true])
    func `A source that lies about its total is named`(isByCursor: Bool) async throws {
        let failure = await #expect(throws: ListTrialFailure.self) {
            try await run(60, isByCursor: isByCursor, .liesAboutTotal)
        }
        #expect(failure?.law == .oneStretch && failure?.finding.contains("63 rows") == true)
    }

    @Test func `Sections that do not fit are named, with the seed that repeats the failure`() async throws {
        let failure = try #require(
            await #expect(throws: ListTrialFailure.self) { try await run(60, isByCursor: false, .sectionsOfOtherCount) }
        )
        #expect(
            failure.law == .sectionsAddUp
                && failure.description.contains("run(seeds: \(failure.seed)...\(failure.seed))"))
        let again = await #expect(throws: ListTrialFailure.self) {
            try await run(60, isByCursor: false, .sectionsOfOtherCount, seeds: failure.seed...failure.seed)
        }
        #expect(again == failure)
    }
}
