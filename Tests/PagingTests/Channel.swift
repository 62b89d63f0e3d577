import PagingTesting

@testable import Paging

/// A channel of messages, read by cursors in both directions; a cursor is a message's identifier.
final class Channel: Sendable {
    let rows: Locked<[Row]>
    let asked = Locked<[PageRequest]>([])
    /// How many of the next requests upwards fail, and whether it is of use to ask again.
    let failing = Locked((count: 0, isTransient: true))
    /// Whether rows have positions too.
    let hasPositions: Bool

    init(_ count: Int, hasPositions: Bool = false) {
        rows = Locked((0..<count).map { Row(id: $0, text: "message \($0)") })
        self.hasPositions = hasPositions
    }

    /// - Parameters:
    ///   - upwards: whether it leads up.
    ///   - gate: holds requests around a row back.
    func source(upwards: Bool = true, behind gate: RequestGate? = nil) -> CursorSource<Row> {
        guard upwards else { return CursorSource { try await self.page(.after($0, limit: $1)) } }
        return CursorSource {
            try await self.page(.after($0, limit: $1))
        } before: {
            try await self.page(.before($0, limit: $1))
        } around: {
            await gate?.wait()
            return try await self.page(.around(Cursor($0), limit: $1))
        }
    }

    func page(_ request: PageRequest) async throws -> Page<Row> {
        asked.withLock { $0.append(request) }
        if case .before = request {
            let (fails, isTransient) = failing.withLock { failing in
                failing.count -= 1
                return (failing.count >= 0, failing.isTransient)
            }
            if fails { throw Busy(isTransient: isTransient) }
        }
        let rows = rows.withLock { $0 }
        func place(_ cursor: Cursor) -> Int { rows.firstIndex { "\($0.id)" == cursor.description } ?? 0 }
        let range: Range<Int> =
            switch request {
            case .positions(let range): range
            case .after(let cursor, let limit):
                cursor.map { place($0) + 1..<place($0) + 1 + limit } ?? 0..<limit
            case .before(let cursor, let limit):
                max(0, (cursor.map(place) ?? rows.count) - limit)..<(cursor.map(place) ?? rows.count)
            case .around(let id, let limit):
                max(0, place(id) - limit / 2)..<max(0, place(id) - limit / 2) + limit
            }
        let inside = range.clamped(to: 0..<rows.count)
        var page = Page(Array(rows[inside]))
        page.continuation = inside.upperBound < rows.count ? .next(Cursor("\(rows[inside].last!.id)")) : .end
        page.beginning = inside.lowerBound > 0 ? .previous(Cursor("\(rows[inside].first!.id)")) : .start
        if hasPositions { (page.position, page.total) = (inside.lowerBound, rows.count) }
        return page
    }

    var requests: Int { asked.withLock { $0.count } }
}

struct Busy: LoadError, Equatable {
    let isTransient: Bool
    var retryAfter: Duration?
}

/// Holds the requests of a list back until it is opened; the list has settled meanwhile.
final class RequestGate: Sendable {
    private let state = Locked((isOpen: false, waiting: [HeldContinuation<Void>]()))

    var waiting: Int { state.withLock { $0.waiting.count } }

    func wait() async {
        try? await withHeldContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume(returning: ()) }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: ()) }
    }
}
