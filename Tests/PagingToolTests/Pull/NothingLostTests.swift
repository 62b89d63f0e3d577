import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// The smallest answers by which rows were lost in silence: an end takes evidence of a named kind, and every number that could be a total is met or
/// contradicts it.
@Suite struct NothingLostTests {
    // MARK: Totals that do not agree

    private static func pages(_ pages: [[Int]], beside words: String) -> PlayedServer {
        PlayedServer { question, _ in
            let place = min(question.place("cursor"), pages.count - 1)
            let next = place + 1 < pages.count ? "\"/items?cursor=c\(place + 1)\"" : "null"
            return json(#"{"items": [\#(list(pages[place][...]))], "next": \#(next)\#(words)}"#)
        }
    }

    @Test func `A row that is repeated in place of another does not take the total with it`() async throws {
        let pull = try await Self.pages([[1, 2], [3, 4], [1, 5]], beside: #", "total": 6"#).pulled()
        let failure = try #require(pull.outcome.failure)
        #expect(failure.description.contains("5 rows") && failure.description.contains("total of 6"), "\(failure)")
        #expect(!failure.isEndNotProven && !failure.isResumable)
        #expect(pull.report.total == 6)
        #expect(pull.ids == [1, 2, 3, 4, 5])
        let odd = try await Self.pages([[1, 2], [3, 4], [1, 5]], beside: #", "recordsTotal": 6"#).pulled()
        #expect(odd.outcome.failure?.description.contains("total of 6") == true, "\(odd.outcome)")
    }

    @Test func `Rows beyond the total that was told are told with both numbers`() async throws {
        let pull = try await Self.pages([[1, 2], [3, 4], [5, 6]], beside: #", "total": 5"#).pulled()
        let failure = try #require(pull.outcome.failure)
        #expect(failure.description.contains("6 rows") && failure.description.contains("total of 5"), "\(failure)")
        #expect(pull.ids == [1, 2, 3, 4, 5, 6])
    }

    @Test func `Pages that overlap agree with a total of different rows`() async throws {
        let pull = try await Self.pages([[1, 2], [2, 3], [3, 4]], beside: #", "total": 4"#).pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == [1, 2, 3, 4])
    }

    // MARK: Words that only resemble a sign of the end

    @Test(
        arguments: [
            #""timed_out": false"#, #""partial": false"#, #""incomplete": false"#, #""exceeded": false"#,
            #""hasMoreInfo": false"#, #""more_info": false"#, #""next_run": null"#, #""next_event": {}"#,
            #""filter": {"completed": true}"#, #""completed": true"#, #""schedule": {"next": null}"#,
            #""player": {"has_next": false}"#, #""meta": {"result_count": 20}"#,
        ])
    func `A word that resembles a sign of the end is none`(word: String) async throws {
        let server = PlayedServer { _, _ in json(#"{"items": [\#(numbered(0..<20))], \#(word)}"#) }
        let pull = try await server.pulled()
        #expect(pull.outcome.failure?.isEndNotProven == true, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<20))
        let data = PlayedServer { _, _ in json(#"{"data": [\#(numbered(0..<20))], \#(word)}"#) }
        #expect(try await data.pulled().outcome.failure?.isEndNotProven == true)
    }

    @Test func `A search without a total is read on behind its first hits`() async throws {
        let server = PlayedServer { question, _ in
            let page = PlayedPage(question.number("from", or: 0), question.number("size", or: 10), of: 57)
            let hits = page.list { #"{"_index": "a", "_id": "\#($0)", "_score": 1.0, "_source": {}}"# }
            return json(
                #"{"took": 1, "timed_out": false, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0}, "#
                    + #""hits": {"max_score": 1.0, "hits": \#(hits)}}"#)
        }
        let pull = try await server.pulled(at: PlayedServer.address + "/_search")
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.rows.count == 57)
    }

    // MARK: Totals under other names

    @Test(arguments: AnyServer.Fields.totals + ["gesamt"])
    func `A number that could be a total has to be met`(name: String) async throws {
        // The third page is not given.
        let server = PlayedServer { question, _ in
            let number = question.number("page", or: 0)
            let rows = number < 2 ? numbered(number * 20..<number * 20 + 20) : ""
            return json(#"{"hits": [\#(rows)], "page": \#(number), "\#(name)": 41, "nbPages": 2}"#)
        }
        let pull = try await server.pulled()
        #expect(pull.outcome.failure?.description.contains("41") == true, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<40))
        let byCursor = Self.pages([[1, 2], [3, 4]], beside: #", "\#(name)": 5"#)
        let walk = try await byCursor.pulled()
        // Beside a word that names the end, a number under a name that no rule knows is none.
        #expect(walk.isWhole == (name == "gesamt"), "\(walk.outcome)")
    }

    @Test func `A number that is met, or says something else, is no doubt`() async throws {
        for words in [
            #""nbHits": 40"#, #""took": 512, "build": 981231, "quota_remaining": 9000"#, #""page_size": 500"#,
            #""version": 90210"#,
        ] {
            let server = PlayedServer { question, _ in
                let number = question.number("page", or: 0)
                return json(
                    #"{"hits": [\#(numbered(number * 20..<number * 20 + 20, of: 40))], "page": \#(number), \#(words)}"#)
            }
            let pull = try await server.pulled()
            #expect(pull.isWhole, "\(words): \(pull.outcome)")
            #expect(pull.ids == Array(0..<40))
        }
    }
}
