import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Pages by number of which rows are hidden after they were cut, of rows that nothing identifies.
@Suite struct UnevenPagesTests {
    /// Pages of so many rows out of twenty.
    private static func server(_ lengths: [Int]) -> PlayedServer {
        PlayedServer { question, _ in
            let page = max(0, question.number("pageNumber", or: 1) - 1)
            let rows = page < lengths.count ? (0..<lengths[page]).map { #"{"words": "row \#(page * 20 + $0)"}"# } : []
            return json(
                #"{"pageNumber": \#(page + 1), "has_more": \#(page + 1 < lengths.count), "results": [\#(rows.joined(separator: ", "))]}"#
            )
        }
    }

    @Test(arguments: [[15, 18, 10], [16, 19, 8], [14, 20, 9], [15, 15, 18, 4], [20, 15, 20, 7], [1, 2, 3]])
    func `No row is left out in silence`(lengths: [Int]) async throws {
        let server = Self.server(lengths)
        let pull = try await server.pulled()
        #expect(
            !pull.isWhole || pull.rows.count == lengths.reduce(0, +),
            "\(pull.rows.count) of \(lengths), \(pull.outcome)")
        #expect(server.requestCount <= 2 * lengths.count + 40)
    }

    @Test func `Pages of one length are whole`() async throws {
        let pull = try await Self.server([20, 20, 7]).pulled()
        #expect(pull.isWhole && pull.rows.count == 47, "\(pull.outcome)")
    }
}
