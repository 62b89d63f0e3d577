import Foundation
import Paging
import PagingHTTP
import PagingTesting
import PagingWire
import Testing

@testable import PagingTool

/// An address that names a place of its own: the list begins there, the same for every parameter, and keeps its bounds.
@Suite(.timeLimit(.minutes(5))) @MainActor struct AddressedPlaceTests {
    /// An API of 57 rows, 20 a page.
    struct API: Sendable, CustomTestStringConvertible {
        /// The parameter, and whether it is a page's number.
        var name: String
        var isPage: Bool
        /// The number of the first row or page.
        var first: Int
        var size: String?
        /// The members of an answer besides its rows.
        var says: Says

        enum Says: String, CaseIterable { case nothing, total, next, nextAndTotal, end, echoAndTotal }

        var testDescription: String { "\(name) from \(first), \(says.rawValue)\(size.map { ", \($0)" } ?? "")" }

        static let count = 57

        func answer(_ question: ForeignQuestion) -> HTTPAnswer {
            let size = min(size.map { question.number($0, or: 20) } ?? 20, 30)
            let number = question.number(name, or: first)
            let place = max(0, number - first)
            let start = isPage ? place * size : place
            let rows = "\"items\": [\(numbered(start..<start + size, of: Self.count))]"
            let isLast = start + size >= Self.count
            let on = isPage ? number + 1 : number + size
            let next = isLast ? "null" : "\"/items?\(name)=\(on)\(self.size.map { "&\($0)=\(size)" } ?? "")\""
            let said =
                switch says {
                case .nothing: ""
                case .total: ", \"total\": \(Self.count)"
                case .next: ", \"next\": \(next)"
                case .nextAndTotal: ", \"next\": \(next), \"total\": \(Self.count)"
                case .end: ", \"has_more\": \(!isLast)"
                case .echoAndTotal: ", \"\(name)\": \(number), \"per_page\": \(size), \"total\": \(Self.count)"
                }
            return json("{\(rows)\(said)}")
        }

        /// The row that a number names, where a page has so many rows.
        func row(_ number: Int, size: Int) -> Int {
            let place = max(0, number - first)
            return min(Self.count, isPage ? place * size : place)
        }
    }

    nonisolated private static let apis = LongTests.spread(36, of: all)

    nonisolated private static let all: [API] = ["page", "p", "offset", "skip", "start", "from"].flatMap { name in
        API.Says.allCases.flatMap { says in
            [0, 1].flatMap { first in
                [nil, "limit"].map { API(name: name, isPage: name.hasPrefix("p"), first: first, size: $0, says: says) }
            }
        }
    }

    /// The numbers that addresses name: of pages, or of rows.
    nonisolated private static func numbers(_ api: API) -> [Int] { api.isPage ? [0, 1, 2, 3] : [0, 1, 5, 40] }

    private static func addresses(_ api: API) -> [(address: String, start: Int)] {
        numbers(api).filter { $0 >= api.first }.flatMap { number in
            let address = "\(PlayedServer.address)?\(api.name)=\(number)"
            let plain = (address, api.row(number, size: 20))
            guard let size = api.size else { return [plain] }
            return [plain, (address + "&\(size)=10", api.row(number, size: 10))]
        }.filter { $0.1 < API.count }
    }

    @Test(arguments: apis)
    func `A pull begins where the address says, and ends with 0`(api: API) async throws {
        for (address, start) in Self.addresses(api) {
            let server = PlayedServer { question, _ in api.answer(question) }
            let pull = try await server.pulled(at: address)
            let rows = Array(start..<API.count)
            let what =
                "\(address): \(pull.outcome), \(pull.ids.first ?? -1)…\(pull.ids.last ?? -1), \(pull.ids.count) rows, \(server.requestCount) requests"
            #expect(pull.isWhole, "\(what)")
            #expect(pull.ids == rows, "\(what)")
            #expect(server.requestCount <= 2 * ((rows.count + 9) / 10) + 40, "\(what)")
        }
    }

    @Test(arguments: apis.filter { [.total, .nextAndTotal, .echoAndTotal].contains($0.says) })
    func `A place behind the end is a list without rows`(api: API) async throws {
        let server = PlayedServer { question, _ in api.answer(question) }
        let pull = try await server.pulled(at: "\(PlayedServer.address)?\(api.name)=\(api.isPage ? 9 : 100)")
        #expect(pull.isWhole && pull.rows.isEmpty, "\(pull.outcome), \(server.requestCount) requests")
        #expect(server.requestCount <= 40)
    }

    /// Shows a list until all of it is loaded, or it has failed.
    private func shown(_ server: PlayedServer, at address: String) async throws -> PagedList<JSONValue> {
        let list = PagedList(
            HTTPSource<JSONValue>(try #require(URL(string: address)), transport: server), id: \.self,
            policy: LoadPolicy(retry: RetryPolicy(attempts: 1)))
        let watch = ListWatch(list)
        list.viewport(0..<100)
        for await _ in watch.changes {
            if list.state.error != nil || list.isEndKnown && list.rows.allSatisfy({ $0 != nil }) { break }
            list.viewport(0..<100)
        }
        return list
    }

    @Test(arguments: apis)
    func `A list in an app begins there too, and asks within the same bound`(api: API) async throws {
        for (address, start) in Self.addresses(api) {
            let server = PlayedServer { question, _ in api.answer(question) }
            let list = try await shown(server, at: address)
            let rows = Array(start..<API.count)
            let ids = list.rows.map { $0?["id"]?.int }
            let what = "\(address): \(list.state), \(ids.count) rows, \(server.requestCount) requests"
            #expect(list.state.error == nil, "\(what)")
            #expect(ids == rows, "\(what)")
            #expect(server.requestCount <= 2 * ((rows.count + 9) / 10) + 40, "\(what)")
        }
    }

    @Test(arguments: apis)
    func `The whole list is pulled where that is asked for`(api: API) async throws {
        for (address, _) in Self.addresses(api) {
            let server = PlayedServer { question, _ in api.answer(question) }
            let pull = try await server.pulled(["--from-start"], at: address)
            let what = "\(address): \(pull.outcome), \(pull.ids.count) rows, \(server.requestCount) requests"
            // That rows are counted from 1 is not found out where no answer says so; then a pull does not end with 0.
            let isHidden = !api.isPage && api.first == 1 && ![.next, .nextAndTotal].contains(api.says)
            #expect(pull.isWhole || isHidden, "\(what)")
            if pull.isWhole { #expect(pull.ids == Array(0..<API.count), "\(what)") }
            #expect(server.requestCount <= 2 * ((API.count + 9) / 10) + 40, "\(what)")
        }
    }
}
