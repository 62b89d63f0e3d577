import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// First pages that show little: short ones, whole ones, and those of which a total alone says that they are all.
@Suite(.timeLimit(.minutes(5))) @MainActor struct FirstPageTests {
    @Test(arguments: [1, 2, 3, 4], ["page", "offset"])
    func `A short first page is asked once for what comes behind it`(size: Int, parameter: String) async throws {
        for count in [57, size] {
            let server = PlayedServer { question, _ in
                let start =
                    parameter == "page" ? (question.number("page", or: 1) - 1) * size : question.number("offset", or: 0)
                return json("[\(numbered(start..<start + size, of: count))]")
            }
            let pull = try await server.pulled()
            #expect(pull.isWhole, "\(pull.outcome)")
            #expect(pull.ids == Array(0..<count), "\(pull.ids.count) of \(count)")
            #expect(server.requestCount <= 2 * ((count + size - 1) / size) + 40)
        }
    }

    @Test(arguments: ["start", "skip", "from", "p", "pageNo", "startAt", "$skip"], [1, 3, 7, 20])
    func `A first page with nothing beside it goes on by parameters that few servers take`(
        parameter: String, size: Int
    ) async throws {
        let isPage = ["p", "pageNo"].contains(parameter)
        let server = PlayedServer { question, _ in
            let number = question.number(parameter, or: isPage ? 1 : 0)
            let start = isPage ? (number - 1) * size : number
            return json(#"{"list": [\#(numbered(start..<start + size))]}"#)
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57), "\(pull.ids.count)")
        #expect(server.requestCount <= 2 * ((57 + size - 1) / size) + 40)
    }

    @Test(arguments: [1, 3])
    func `A short list whose server knows no parameter is whole`(count: Int) async throws {
        for refuses in [true, false] {
            let server = PlayedServer { question, _ in
                refuses && !question.query.isEmpty
                    ? json(#"{"error": "unknown parameter"}"#, status: 400)
                    : json(#"{"items": [\#(numbered(0..<count, of: count))]}"#)
            }
            let pull = try await server.pulled()
            #expect(pull.isWhole, "\(pull.outcome)")
            #expect(pull.ids == Array(0..<count))
            #expect(server.requestCount <= 5)
        }
    }

    @Test(arguments: [500, 1_000, 1_003, 5_000, 20_011])
    func `All that came is written, whatever the exit code`(count: Int) async throws {
        let server = PlayedServer { question, _ in
            question.query.isEmpty
                ? json("[\(numbered(0..<count, of: count))]") : json(#"{"error": "unknown parameter"}"#, status: 400)
        }
        let pull = try await server.pulled()
        #expect(pull.ids == Array(0..<count), "\(pull.ids.count): \(pull.outcome)")
        #expect(pull.isWhole || pull.outcome.failure?.isEndNotProven == true, "\(pull.outcome)")
        #expect(server.requestCount <= 42, "\(server.requestCount)")
    }

    @Test(arguments: [("[ROWS]", 20), ("[ROWS]", 10), (#"{"items": [ROWS]}"#, 25), ("[ROWS]", 3)])
    func `A full page without a link to the next is all where a header counts as many`(shape: String, size: Int)
        async throws
    {
        let server = PlayedServer { question, _ in
            let start = question.place("cursor")
            let page = PlayedPage(start, size, of: size)
            let body = shape.replacing("ROWS", with: page.list().dropFirst().dropLast())
            return json(
                body,
                [("X-Total-Count", "\(size)")]
                    + (page.hasNext ? [("Link", "</items?cursor=\(page.next)>; rel=\"next\"")] : []))
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<size))
    }

    @Test(arguments: ["offset", "start"], [20, 25, 57, 3])
    func `A list in an app finds out that offsets count from one`(parameter: String, size: Int) async throws {
        for count in [57, 60, 21, 20] {
            let server = PlayedServer { question, _ in
                let start = max(0, question.number(parameter, or: 1) - 1)
                return json(#"{"items": [\#(numbered(start..<start + size, of: count))], "total": \#(count)}"#)
            }
            let url = try #require(URL(string: PlayedServer.address))
            let shown = PagedList(HTTPSource<JSONValue>(url, transport: server), id: \.self)
            let watch = ListWatch(shown)
            shown.viewport(0..<100)
            for await _ in watch.changes {
                if shown.state.error != nil || shown.isEndKnown && shown.rows.allSatisfy({ $0 != nil }) { break }
                shown.viewport(0..<100)
            }
            #expect(shown.rows.map { $0?["id"]?.int } == Array(0..<count), "\(count): \(shown.state)")
            #expect(server.requestCount <= 2 * ((count + size - 1) / size) + 40)
        }
    }

    @Test(arguments: ["per_page", "limit", "page_size"])
    func `Where fewer rows come than the address asks for, the next page is asked for with their number`(name: String)
        async throws
    {
        // The place of a page is computed by the size that is asked for, of which twenty rows come.
        let server = PlayedServer { question, _ in
            let asked = question.number(name, or: 20)
            let start = (question.number("page", or: 1) - 1) * asked
            return json(
                #"{"page": \#(question.number("page", or: 1)), "items": [\#(numbered(start..<start + min(20, asked)))]}"#
            )
        }
        let pull = try await server.pulled(at: PlayedServer.address + "?\(name)=40")
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57), "\(pull.ids.count)")
        #expect(server.requestCount <= 46)
    }

    /// Names of which each could be the rows.
    nonisolated private static let names = ["items", "results", "data"]

    @Test(arguments: names, names)
    func `Of two arrays the one that pages is taken, or the rows have to be named`(rows: String, others: String)
        async throws
    {
        if rows == others { return }
        for (told, mustBeWhole) in [
            ("", false), (#""total": 57, "#, true), (#""limit": 20, "total": 57, "#, true),
            (#""has_more": MORE, "#, true),
        ] {
            for count in [57, 20, 0] {
                let server = PlayedServer { question, _ in
                    let page = PlayedPage((question.number("page", or: 1) - 1) * 20, of: count)
                    let said = told.replacing("MORE", with: "\(page.hasNext)").replacing("57", with: "\(count)")
                    return json(
                        #"{\#(said)"\#(rows)": \#(page.list()), "\#(others)": [{"code": "a"}, {"code": "b"}]}"#)
                }
                let pull = try await server.pulled()
                let what: Comment = "\(told), \(count) rows: \(pull.outcome), \(pull.rows.count) rows"
                if pull.isWhole { #expect(pull.ids == Array(0..<count) && pull.rows.count == count, what) }
                if count == 57, mustBeWhole { #expect(pull.isWhole, what) }
                if let failure = pull.outcome.failure {
                    #expect(failure.isEndNotProven && failure.description.contains("--items"), what)
                }
                #expect(server.requestCount <= 46, what)
                let named = try await server.pulled(["--items", rows])
                #expect(named.isWhole || told.isEmpty, "\(named.outcome)")
            }
        }
    }
}
