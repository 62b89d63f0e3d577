import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Rows that come a second time in a list that is read in order: with equal contents where pages overlap, with others where several rows
/// share an identifier.
@Suite struct RepeatedIdentifierTests {
    /// The ways to name the next page.
    enum Way: CaseIterable {
        case link, number, opaque
    }

    /// Rows by cursor in pages of ten, which begin `step` rows after one another.
    private func server(_ way: Way, step: Int = 10, _ rows: [String]) -> PlayedServer {
        PlayedServer { question, _ in
            var start = question.number("page", or: 0) * step
            if let cursor = question.query["cursor"] {
                let text =
                    way == .opaque ? String(decoding: Data(base64Encoded: cursor) ?? Data(), as: UTF8.self) : cursor
                start = Int(text.split(separator: ":").last ?? "") ?? 0
            }
            let page = rows.dropFirst(start).prefix(10).joined(separator: ",")
            let next = start + step
            let hasMore = start + 10 < rows.count
            switch way {
            case .link:
                return json("[\(page)]", hasMore ? [("Link", "</items?page=\(next / step)>; rel=\"next\"")] : [])
            case .number:
                return json(#"{"items": [\#(page)], "next_cursor": \#(hasMore ? "\"\(next)\"" : "null")}"#)
            case .opaque:
                let cursor = Data("k:\(next)".utf8).base64EncodedString()
                return json(#"{"items": [\#(page)], "next_cursor": \#(hasMore ? "\"\(cursor)\"" : "null")}"#)
            }
        }
    }

    private func row(_ id: Int, _ name: String) -> String { #"{"id": \#(id), "name": "\#(name)"}"# }

    @Test(arguments: Way.allCases, [17, 27, 3_905])
    func `Two rows with one identifier and different contents end the pull`(way: Way, place: Int) async throws {
        var rows = (0..<(place + 13)).map { row($0, "row \($0)") }
        rows[place] = row(5, "another")
        let pull = try await server(way, rows).pulled()
        let failure = try #require(pull.outcome.failure?.description)
        #expect(failure.contains("--id PATH") && failure.contains("'5'"), "\(failure)")
        // Nothing that came before is lost.
        #expect(pull.ids.starts(with: 0..<(place / 10 * 10)) && pull.ids.count <= place, "\(pull.ids.count)")
        #expect(!pull.report.complete)
        let named = try await server(way, rows).pulled(["--id", "name"])
        #expect(named.isWhole, "\(named.outcome)")
        #expect(named.rows.count == rows.count)
    }

    @Test func `The message shows the row that came and the name of its identifier`() async throws {
        var rows = (0..<40).map { row($0, "row \($0)") }
        rows[27] = row(5, "another")
        let failure = try await server(.opaque, rows).pulled().outcome.failure?.description
        #expect(
            failure
                == "two rows have the id '5' and different contents, the later one is {\"id\":5,\"name\":\"another\"}: "
                + PullFailure.repetition)
    }

    @Test(arguments: Way.allCases)
    func `Pages that overlap by equal rows are one list`(way: Way) async throws {
        let pull = try await server(way, step: 7, (0..<59).map { row($0, "row \($0)") }).pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<59))
    }

    @Test func `A page that is read twice may have other contents`() async throws {
        let server = PlayedServer { question, number in
            let start = question.number("cursor", or: 0)
            let page = (start..<start + 10).map { #"{"id": \#($0), "views": \#(number)}"# }.joined(separator: ",")
            return json(#"{"items": [\#(page)], "next_cursor": \#(start < 40 ? "\"\(start + 10)\"" : "null")}"#)
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<50))
        // Pages by place are read again behind the next one.
        #expect(server.requestCount > 5)
    }

    @Test(arguments: [ListBehavior(membership: .changes), ListBehavior(membership: .growsOnTop)])
    func `Of a list that changes, rows that came again with other contents are counted`(behavior: ListBehavior)
        async throws
    {
        var rows = (0..<40).map { row($0, "row \($0)") }
        rows[17] = row(5, "another")
        rows[27] = row(6, "another")
        rows[28] = row(6, "yet another")
        for way in Way.allCases {
            // The last two are in one page, which is asked for again and then reported.
            let torn = try await server(way, rows).pulled(behavior: behavior)
            #expect(!torn.isWhole)
            let pull = try await server(way, Array(rows[..<28])).pulled(behavior: behavior)
            #expect(pull.isWhole, "\(pull.outcome)")
            #expect(pull.report.changed == 2)
            #expect(pull.report.json.contains(#""changed":2"#))
            #expect(pull.report.summary.contains("2 changed"))
            #expect(pull.report.notes.contains { $0.contains("--id PATH") })
            let same = try await server(way, step: 7, (0..<59).map { row($0, "row \($0)") }).pulled(behavior: behavior)
            #expect(same.isWhole && same.report.changed == 0, "\(same.outcome)")
        }
    }
}
