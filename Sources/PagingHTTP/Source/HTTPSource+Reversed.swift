import Foundation
import Paging
import PagingCore

/// Lists that are shown from their API's other end.
extension HTTPSource {
    /// Answers a request about the reversed list: its following rows are the previous ones in the API's order.
    func reversedPage(for request: PageRequest) async throws -> Page<Element> {
        let turned: PageRequest
        switch request {
        case .positions: throw HTTPSourceError(.cannotAsk(request), address: Shown.address(url))
        case .after(let cursor, let limit): turned = .before(cursor, limit: limit)
        case .before(let cursor, let limit): turned = .after(cursor, limit: limit)
        case .around: turned = request
        }
        var page = try await page(for: turned, of: url)
        let (beginning, continuation) = (page.beginning, page.continuation)
        page.items.reverse()
        (page.position, page.capabilities) = (nil, page.capabilities.map(\.ofReversedList))
        page.beginning =
            switch continuation {
            case .next(let cursor): .previous(cursor)
            case .end: .start
            case .more, .unspecified: .unspecified
            }
        page.continuation =
            switch beginning {
            case .previous(let cursor): .next(cursor)
            case .start: .end
            case .unspecified: .unspecified
            }
        return page
    }
}

extension SourceCapabilities {
    /// The capabilities of a list that is shown from its API's other end: it is read in order, and the API's positions are not the list's.
    var ofReversedList: SourceCapabilities {
        subtracting([.positions, .wholePages, .sections, .snapshots, .changes, .live]).union(isEmpty ? [] : .cursors)
    }
}
