import Foundation
import Paging
import PagingHTTP
import PagingTesting
import Testing

@testable import PagingTool

/// A list in an app over each played API, looked at and left alone: it falls silent, and stays so for ten seconds.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StillListTests {
    /// - Returns: the requests until the list is at rest, and those of the ten seconds after that.
    private func requests(
        _ address: String, _ words: [String], over transport: any HTTPTransport, _ count: () -> Int
    ) async throws -> (first: Int, later: Int, rows: Int) {
        var options = try SourceOptions(Arguments([address] + words, for: PullCommand.spec), command: "pull")
        options.transport = transport
        let clock = VirtualClock()
        let list = PagedList(options.source(), id: \.id, clock: clock, seed: 1)
        list.viewport(0..<20)
        await list.settle()
        let first = count()
        for _ in 0..<10 {
            clock.advance(by: .seconds(1))
            await list.settle()
        }
        return (first, count() - first, list.rows.count)
    }

    @Test(arguments: LongTests.spread(20, of: ForeignAPI.byPosition + ForeignAPI.byCursor))
    func `An API at rest is left alone`(api: ForeignAPI) async throws {
        for rows in [300, 20, 7, 1] {
            let server = ForeignServer(api, rows: rows)
            let counts = try await requests(api.address, api.words, over: server) { server.requestCount }
            #expect(counts.first <= 2 * 2 + 40 && counts.rows > 0, "\(rows) rows: \(counts)")
            #expect(counts.later == 0, "\(rows) rows: \(counts)")
        }
    }

    @Test(arguments: LongTests.spread(20, of: PlayedFamily.all))
    func `So is a family's list`(family: PlayedFamily) async throws {
        for rows in [57, 20, 7, 1] {
            let server = PlayedServer { question, _ in family.answer(question, rows) }
            let counts = try await requests(family.address, family.words, over: server) { server.requestCount }
            #expect(counts.first <= 2 * 2 + 40 && counts.rows > 0, "\(rows) rows: \(counts)")
            #expect(counts.later == 0, "\(rows) rows: \(counts)")
        }
    }

    /// Addresses that name a place, and sizes that are not kept.
    @Test(arguments: ["page", "p", "offset", "skip", "start", "from"], [0, 1])
    func `So is a list that begins at a place`(parameter: String, first: Int) async throws {
        let isPage = ["page", "p"].contains(parameter)
        let server = PlayedServer { question, _ in
            let size = min(question.number("size", or: 20), 20)
            let number = question.number(parameter, or: first) - first
            return json(
                #"{"items": \#(PlayedPage(isPage ? number * size : number, size, of: 57).list()), "total": 57}"#)
        }
        for size in ["", "&size=20", "&size=40"] {
            let address = "\(PlayedServer.address)?\(parameter)=\(isPage ? first + 1 : first + 20)\(size)"
            let before = server.requestCount
            let counts = try await requests(address, [], over: server) { server.requestCount - before }
            #expect(counts.first <= 2 * 2 + 40, "\(address): \(counts)")
            #expect(counts.later == 0, "\(address): \(counts)")
        }
    }
}
