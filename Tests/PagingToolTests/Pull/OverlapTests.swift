import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Pages by offset overlap by a row, and one that has no row where one was shows that the list became shorter.
@Suite struct OverlapTests {
    /// A list by offset that tells no total, in pages of 20 rows.
    private func source(of count: Locked<Int>) throws -> RowSource {
        let server = PlayedServer { question, _ in
            let start = question.number("offset", or: 0)
            let size = min(20, question.number("limit", or: 20))
            return json(#"{"items": [\#(numbered(start..<start + size, of: count.withLock { $0 }))]}"#)
        }
        let url = try #require(URL(string: PlayedServer.address))
        let base = HTTPSource<WrittenRow>(url, dialect: .offset(items: "items"), transport: server)
        return RowSource(base, identification: nil, overlaps: true)
    }

    @Test func `A page far behind the end of a list at rest is no change`() async throws {
        let source = try source(of: Locked(45))
        _ = try await source.page(for: .positions(0..<20))
        // Several requests are under way while it is not known how many rows an answer has.
        #expect(try await source.page(for: .positions(119..<219)).items.isEmpty)
        for start in [19, 38] { _ = try await source.page(for: .positions(start..<start + 20)) }
        #expect(source.record.change == nil)
    }

    @Test func `No row where a page ended before is a change`() async throws {
        let count = Locked(45)
        let source = try source(of: count)
        _ = try await source.page(for: .positions(0..<20))
        count.withLock { $0 = 19 }
        _ = try await source.page(for: .positions(20..<40))
        #expect(source.record.change == ChangedList(before: 20, after: 19))
    }

    @Test func `A page that ends where there was no row is a change`() async throws {
        let count = Locked(30)
        let source = try source(of: count)
        _ = try await source.page(for: .positions(0..<20))
        _ = try await source.page(for: .positions(39..<59))
        count.withLock { $0 = 45 }
        _ = try await source.page(for: .positions(20..<40))
        #expect(source.record.change != nil)
    }
}
