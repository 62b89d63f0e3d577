@testable import PagingCore
@testable import PagingSimulation

/// How lists are commonly paged by offset.
enum NaiveWay: String, CaseIterable {
    /// The next page is the number of pages so far; what comes is appended.
    case appending
    /// The same, but items that are there already are left out.
    case appendingDistinct
    /// The next offset is what is there; where the total is another than before, all is dropped and loaded anew.
    case reloadingOnChange
    /// The articles' rules, as written: pages overlap by one item; the offset is shifted by the items that are there
    /// already; no overlap means a hole, and the offset goes back by a page until there is one; where there is none
    /// at the start either, the list was rebuilt: all is dropped and loaded anew.
    case articlesRules

    var title: String {
        switch self {
        case .appending: "offset, appending"
        case .appendingDistinct: "offset, distinct by id"
        case .reloadingOnChange: "reload on change"
        case .articlesRules: "the articles' rules"
        }
    }
}

/// A list paged in one of the naive ways: one request at a time, asked for three rows before the end.
struct NaiveList: FeedSubject {
    private(set) var rows = PagedArray<Int>()
    private let way: NaiveWay
    private let pageSize: Int
    private var known: Set<Int> = []
    private var viewport = 0..<0
    private var flight: RequestID?
    private var lastRequest = 0
    private var offset = 0
    private var total: Int?
    private var isAtEnd = false

    init(_ way: NaiveWay, pageSize: Int) {
        (self.way, self.pageSize) = (way, pageSize)
    }

    mutating func handle(_ event: FeedEvent, now: Instant) -> FeedEffects {
        var effects = FeedEffects()
        switch event {
        case .viewport(let rows, _): viewport = rows
        case .refresh, .reload: effects.update = reset()
        case .failed: flight = nil
        case .answered(let answer, let id):
            guard id == flight, case .page(let page) = answer.content else { break }
            flight = nil
            effects.acceptsAnswer = true
            effects.update = take(page)
        case .read, .removeViewer, .loadMore, .loadAbove, .retry, .releaseMemory, .fillGap, .pin, .wake, .restart: break
        }
        guard flight == nil, !isAtEnd, viewport.upperBound + 3 >= rows.count else { return effects }
        lastRequest += 1
        let id = RequestID(lastRequest)
        flight = id
        effects.requests = [FeedRequest(id, .page(.positions(offset..<offset + pageSize)))]
        return effects
    }

    private mutating func take(_ page: Page<Int>) -> ListUpdate? {
        let isLast = page.continuation == .end
        switch way {
        case .appending, .appendingDistinct:
            offset += pageSize
            isAtEnd = isLast
            return append(way == .appending ? page.items : page.items.filter { !known.contains($0) })
        case .reloadingOnChange:
            if let total, total != page.total {
                self.total = nil
                return reset()
            }
            total = page.total
            isAtEnd = isLast
            let update = append(page.items)
            offset = rows.count
            return update
        case .articlesRules:
            guard !rows.isEmpty else {
                isAtEnd = isLast
                offset = max(0, page.items.count - 1)
                return append(page.items)
            }
            guard let overlap = page.items.lastIndex(where: known.contains) else {
                if offset == 0 { return reset() }
                offset = max(0, offset - (pageSize - 1))
                return nil
            }
            isAtEnd = isLast
            offset += page.items.count - 1
            return append(Array(page.items[(overlap + 1)...]))
        }
    }

    private mutating func append(_ items: [Int]) -> ListUpdate? {
        guard !items.isEmpty else { return nil }
        let start = rows.count
        rows.resize(to: start + items.count)
        rows.fill(items, at: start)
        known.formUnion(items)
        return ListUpdate(oldCount: start, newCount: rows.count, inserted: PositionSet(start..<rows.count))
    }

    private mutating func reset() -> ListUpdate {
        let count = rows.count
        rows.resize(to: 0)
        (known, offset, isAtEnd) = ([], 0, false)
        return ListUpdate(oldCount: count, newCount: 0, removed: PositionSet(0..<count))
    }
}
