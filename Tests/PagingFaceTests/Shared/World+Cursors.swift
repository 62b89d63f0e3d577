import PagingTesting

@_spi(Benchmarks) @testable import Paging
@testable import PagingCore

/// A source that is read in order, both ways, whose requests a test answers, by ``World``.
@MainActor
final class SilentCursors: PageSource {
    nonisolated var capabilities: SourceCapabilities { .cursors }
    private let silent = ScriptedSource<Row>()
    /// Answers at once, where a test waits for more than the list's own requests.
    var answer: ((PageRequest) -> Page<Row>?)?

    /// Answers nothing until it is cancelled, unless the test says otherwise.
    func page(for request: PageRequest) async throws -> Page<Row> {
        // A test that has ended, and its world with it, answers nothing more.
        if let page = answer?(request) { return page }
        return try await silent.page(for: request)
    }
}

/// A server whose list is read in order: a cursor is the identifier of the row that it is next to.
extension World {
    /// The page that a request asks for; `nil` in a list that is read by position.
    func pageInOrder(for request: RequestID) -> Page<Row>? {
        let machine = list.machine
        guard machine.capabilities.contains(.cursors),
            let flight = machine.planner.flights.first(where: { $0.id == request })
        else { return nil }
        let size = machine.policy.pageSize
        if flight.isAbove, case .previous(let cursor) = machine.addressing.checkpoints.beginning {
            return page(for: .before(cursor, limit: size))
        }
        return page(for: machine.addressing.page(for: flight.rows, isFirst: !machine.progress.hasPage))
    }

    /// From now on the server answers by itself, without being told.
    func answerAtOnce() { cursors.answer = { [weak self] in self?.page(for: $0) } }

    private func page(for request: PageRequest) -> Page<Row> {
        switch request {
        case .positions(let rows): page(rows)
        case .after(let cursor, let limit):
            { page($0..<$0 + limit) }(cursor.map { place(of: $0, behind: true) } ?? 0)
        case .before(let cursor, let limit):
            { page(max(0, $0 - limit)..<$0) }(cursor.map { place(of: $0, behind: false) } ?? server.count)
        case .around(let id, let limit):
            { page(max(0, $0 - limit / 2)..<$0 + limit / 2) }(place(of: id, behind: false))
        }
    }

    private func page(_ asked: Range<Int>) -> Page<Row> {
        let rows = asked.clamped(to: 0..<server.count)
        let (isStart, isEnd) = (rows.lowerBound == 0, rows.upperBound == server.count)
        return Page(
            Array(server[rows]),
            continuation: isEnd || rows.isEmpty ? .end : .next(Cursor("\(server[rows.upperBound - 1].id)")),
            beginning: isStart || rows.isEmpty ? .start : .previous(Cursor("\(server[rows.lowerBound].id)")))
    }

    /// Where the row of a cursor is, or the place behind it; where it was, if it is gone.
    private func place(of cursor: Cursor, behind: Bool) -> Int {
        var id = Int("\(cursor)") ?? 0
        while true {
            if let place = server.firstIndex(where: { $0.id == id }) { return behind ? place + 1 : place }
            guard let next = graves[id] ?? nil else { return server.count }
            guard let place = server.firstIndex(where: { $0.id == next }) else {
                id = next
                continue
            }
            return place
        }
    }
}
