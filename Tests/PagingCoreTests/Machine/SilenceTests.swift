@testable import PagingCore
import Testing

/// Lists whose server changed in a way that nobody declared, or that answer oddly: they show what they can and then ask nothing.
/// Pages hold five rows; the reader sees five.
@Suite struct SilenceTests {
    /// So many rows, each another letter, from a letter of its own on.
    private static func letters(_ count: Int, from first: UInt32 = 0x4E00) -> String {
        String((0..<count).compactMap { Unicode.Scalar(first + UInt32($0)) }.map(Character.init))
    }

    /// A list read by cursors, of which 50 rows were walked and five are looked at.
    private func walked(at first: Int, _ behavior: ListBehavior = .fixed) -> Table {
        var table = Table(Self.letters(60), behavior, capabilities: .cursors)
        table.look(0..<5)
        for _ in 1..<10 { table.loadMore() }
        table.look(first..<first + 5)
        _ = table.requests()
        return table
    }

    @Test(arguments: [0, 1, 3, 5, 7, 15, 25], [5, 25, 42])
    func `A refresh of a fixed list whose rows were replaced by a few others falls silent`(count: Int, first: Int) {
        var table = walked(at: first)
        table.server = Self.letters(count, from: 0x6E00)
        table.refresh()
        #expect(table.requests() <= 8)
        #expect(table.failures.isEmpty)
        #expect(!table.machine.phase.isBusy)
        // Rows looked at then are the server's, wherever a reader goes.
        for _ in 0..<4 {
            let rows = table.machine.rows.count
            table.look(max(0, rows - 5)..<max(5, rows))
        }
        #expect(table.requests() <= 24)
        table.look(0..<5)
        #expect(table.picture.prefix(5) == table.server.prefix(5))
    }

    @Test(arguments: [0, 3, 10, 27, 40])
    func `A refresh of a fixed list that lost its end shows the end`(count: Int) {
        var table = walked(at: 42)
        table.server = Self.letters(count)
        table.refresh()
        // A view that is past the end goes to it.
        for _ in 0..<4 { table.look(max(0, table.machine.rows.count - 5)..<max(5, table.machine.rows.count)) }
        #expect(table.machine.rows.count == count)
        #expect(table.picture.suffix(5) == table.server.suffix(5))
        #expect(table.requests() <= 12)
    }

    @Test func `All rows are gone from a list that is read by cursors, and it is empty`() {
        for behavior in [ListBehavior.fixed, ListBehavior(membership: .growsOnTop), ListBehavior(membership: .changes)]
        {
            var table = walked(at: 25, behavior)
            table.server = ""
            table.refresh()
            #expect(table.picture.isEmpty)
            #expect(table.failures.isEmpty)
            #expect(table.requests() <= 8)
        }
    }

    /// Rows of sections: what is asked for is answered with rows of one section alone.
    private static let sections = [0..<24, 24..<32, 32..<65]

    @Test(arguments: [
        ListBehavior(membership: .changes), ListBehavior(membership: .growsOnTop), ListBehavior(ranking: .rebuilt),
    ])
    func `A jump to a section arrives where pages end at sections and rows move`(behavior: ListBehavior) {
        var table = Table(Self.letters(65), behavior)
        table.answering = { asked in
            Self.sections.first { $0.contains(asked.lowerBound) }.map { asked.clamped(to: $0) } ?? asked
        }
        table.look(0..<5)
        table.look(22..<27)
        table.look(29..<34)
        _ = table.requests()
        table.look(32..<37)
        #expect(table.picture.dropFirst(32).prefix(5) == table.server.dropFirst(32).prefix(5))
        table.look(50..<55)
        table.look(20..<25)
        #expect(!table.picture.dropFirst(20).prefix(5).contains("."))
        #expect(table.requests() <= 10)
        #expect(table.failures.isEmpty)
    }

    @Test(
        arguments: [ListBehavior(membership: .growsOnTop), ListBehavior(membership: .changes)], [true, false])
    func `A list that grows by a page before every answer shows what came and says what is so`(
        behavior: ListBehavior, tellsTotal: Bool
    ) {
        var table = Table(Self.letters(40, from: 0x6000), behavior)
        table.tellsTotal = tellsTotal
        table.later = (1...400).map { Self.letters(40 + 6 * $0, from: 0x6000 - 6 * UInt32($0)) }
        table.look(0..<5)
        table.look(20..<25)
        table.refresh()
        table.loadMore()
        #expect(table.machine.rows.loadedCount >= 5)
        // Each time that a reader looks elsewhere or an app asks, at most so many answers contradict each other.
        #expect(table.log.count <= 4 * (Limits.answersSinceInput + 1))
        switch table.machine.phase {
        case .idle, .failed(.defect(.unsettled)): break
        default: Issue.record("\(table.machine.phase)")
        }
    }
}

extension ListPhase {
    fileprivate var isBusy: Bool {
        switch self {
        case .idle, .failed: false
        case .loading, .refreshing: true
        }
    }
}
