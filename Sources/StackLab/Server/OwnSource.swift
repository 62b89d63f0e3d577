internal import Foundation
internal import Paging
internal import PagingHTTP

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The ways in which an app loads pages by closures of its own, in place of `HTTPSource`.
package enum OwnSource: String, CaseIterable, Sendable {
    /// Any range of rows.
    case positions
    /// Pages by number, of a size that the app has chosen.
    case wholePages
    /// Pages by cursor, down and up.
    case cursors

    /// The source of an app, which asks a played API over the network.
    func source(_ network: StackProcess, pageSize: Int) -> any PageSource<StackRow> {
        let client = OwnClient(network: network)
        switch self {
        case .positions:
            return PositionSource { range in
                let answer = try await client.answer("offset=\(range.lowerBound)&limit=\(range.count)")
                return Page(answer.items, at: range.lowerBound, total: answer.total)
            }
        case .wholePages: return WholePageSource(client: client, pageSize: pageSize)
        case .cursors:
            return CursorSource { cursor, limit in
                let answer = try await client.answer(
                    "limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? ""))
                return Page(
                    answer.items, total: answer.total,
                    continuation: answer.next_cursor.map { .next(Cursor($0)) } ?? .end)
            }
        }
    }
}

/// A source of pages by number, as an app writes it.
private struct WholePageSource: PageSource {
    let client: OwnClient
    let pageSize: Int

    var capabilities: SourceCapabilities { [.positions, .wholePages] }

    func page(for request: PageRequest) async throws -> Page<StackRow> {
        guard case .positions(let range) = request else { throw UnsupportedRequest(request) }
        let number = range.lowerBound / pageSize
        let answer = try await client.answer("page=\(number + 1)&limit=\(pageSize)")
        return Page(answer.items, at: number * pageSize, total: answer.total)
    }
}

/// An app's own client of an API.
private struct OwnClient: Sendable {
    struct Answer: Decodable {
        var items: [StackRow]
        var total: Int?
        var next_cursor: String?
    }
    struct Refusal: Error { let status: Int }

    let network: StackProcess

    func answer(_ query: String) async throws -> Answer {
        let request = URLRequest(url: URL(string: "http://api.test/rows?\(query)")!)
        let answer = try await network.answer(to: request, maximumBytes: 1_000_000)
        guard answer.status == 200 else { throw Refusal(status: answer.status) }
        return try JSONDecoder().decode(Answer.self, from: answer.body)
    }
}
