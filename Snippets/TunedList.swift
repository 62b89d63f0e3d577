// A list tuned to its API, told where a fling will end, and looked at by two views.
import Paging

struct Photo: Identifiable, Sendable {
    let id: Int
    let title: String
}

/// Stands for an API that sends at most 100 photos at once.
@Sendable func photos(_ range: Range<Int>) async throws -> Page<Photo> {
    Page(range.map { Photo(id: $0, title: "Photo \($0)") }, at: range.lowerBound, total: 80_000)
}

/// Stands for an API that is read in order, by a cursor.
@Sendable func stories(after cursor: Cursor?, _ limit: Int) async throws -> Page<Photo> {
    let start = cursor.flatMap { Int("\($0)") } ?? 0
    let items = (start..<min(start + limit, 500)).map { Photo(id: $0, title: "Story \($0)") }
    return Page(items, continuation: start + limit < 500 ? .next(Cursor("\(start + limit)")) : .end)
}

@MainActor func show() async throws {
    let policy = LoadPolicy(
        pageSize: 50,  // what a request is aligned to
        maximumRequestSize: 100,  // what the API allows
        maximumRequestsInFlight: 4,
        itemBudget: 5_000,
        byteBudget: 20_000_000)
    let list = PagedList(PositionSource(photos), policy: policy)
    let grid = ViewerID(1)
    let map = ViewerID(2)

    // The rows on screen with each frame that scrolls; with a fling, those where it will come to rest.
    list.viewport(0..<24, landing: 400..<424, viewer: grid)
    list.viewport(61_000..<61_008, viewer: map)
    // The map is closed: nothing is loaded for it any more.
    list.removeViewer(map)

    let feed = PagedList(
        CursorSource(stories), policy: LoadPolicy(pageSize: 30, preloadDistance: 10, endPlaceholders: 12))
    feed.viewport(0..<12)
    try await feed.loadMore()
    // A list that begins at a bookmark asks for the rows there first.
    let album = PagedList(PositionSource(photos), startingAt: .position(40_000))
    album.viewport(album.startingPosition..<album.startingPosition + 24)
    print("\(feed.serverCount) stories, \(feed.counters.requests) requests")
}

try await show()
