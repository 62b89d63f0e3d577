import Foundation
import Paging
import PagingHTTP
import PagingTesting
import Testing

@testable import PagingServer

/// Permalinks into a list of this project's server, whatever its app declares, with a log and without one.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ServedJumpTests {
    private struct Message: Decodable, Identifiable, Sendable, Equatable {
        let id: Int
        let text: String
    }

    nonisolated static let behaviors: [ListBehavior] = [
        .fixed, ListBehavior(membership: .changes), ListBehavior(membership: .growsOnTop),
        ListBehavior(membership: .changes, ranking: .rebuilt),
    ]

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("channel.sqlite")
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("CREATE TABLE messages (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
        try connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
            INSERT INTO messages SELECT i, 'message ' || i FROM n
            """)
    }

    private func source(hasLog: Bool) throws -> HTTPSource<Message> {
        if hasLog { try ChangeLogging(path: path).start(list: "messages") }
        let server = ServerInProcess(Responder(try SQLiteDatabase(path: path)))
        return HTTPSource(try #require(URL(string: "http://localhost/lists/messages")), transport: server)
    }

    @Test(arguments: behaviors, [true, false])
    func `A jump to a row goes there, or says that there is none`(behavior: ListBehavior, hasLog: Bool) async throws {
        for id in [0, 5, 30, 49] {
            let clock = VirtualClock()
            let list = PagedList(
                try source(hasLog: hasLog), behavior: behavior, policy: LoadPolicy(pageSize: 10), clock: clock, seed: 1)
            list.viewport(0..<8)
            await list.settle()
            let place = try await list.jump(to: .id(id))
            list.viewport(place..<place + 1)
            // Until it is clear that the view has come to rest.
            repeat { await list.settle() } while list.peek(place) == nil && clock.advanceToNextSleeper()
            #expect(list.peek(place)?.id == id)
            await #expect(throws: (any Error).self) { try await list.jump(to: .id(99_999)) }
            #expect(list.peek(place)?.id == id)
        }
    }

    @Test(arguments: behaviors, [true, false])
    func `A permalink to a row that is gone leads to the whole list from its start`(
        behavior: ListBehavior, hasLog: Bool
    ) async throws {
        for place in [StartingPlace.start, .position(0), .id(30)] {
            let list = PagedList(
                try source(hasLog: hasLog), startingAt: .id(7_777), behavior: behavior,
                policy: LoadPolicy(pageSize: 10),
                clock: VirtualClock(), seed: 1)
            await #expect(throws: (any Error).self) { try await list.loadMore() }
            try await list.jump(to: place)
            await list.settle()
            await list.lookAtAllRows()
            #expect(list.rows.map { $0?.id } == (0..<50).map { $0 }, "\(place)")
            #expect(list.isComplete && list.error == nil, "\(place)")
        }
    }
}
