import Paging
import PagingTesting
import Testing

@testable import Paging

/// A list that is declared to grow on top alone, whose reader removes, inserts and moves rows of his own, which the server carries out.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct OwnEditsOnTopTests {
    enum Edit: CaseIterable {
        case remove, insertOnTop, insertInside, append, move

        @MainActor
        func make(in list: PagedList<Row>) throws -> ListEdit<Row> {
            switch self {
            case .remove: try list.remove(id: 30)
            case .insertOnTop: try list.insert(Row(id: 500), at: .start)
            case .insertInside: try list.insert(Row(id: 500), after: 30)
            case .append: try list.insert(Row(id: 500), at: .end)
            case .move: try list.move(id: 30, after: 40)
            }
        }

        func carryOut(on rows: inout [Row]) {
            switch self {
            case .remove: rows.remove(at: 30)
            case .insertOnTop: rows.insert(Row(id: 500), at: 0)
            case .insertInside: rows.insert(Row(id: 500), at: 31)
            case .append: rows.append(Row(id: 500))
            case .move:
                let row = rows.remove(at: 30)
                rows.insert(row, at: 40)
            }
        }
    }

    @Test(arguments: Edit.allCases, [true, false])
    func `The list is the server's after its reader's edits`(edit: Edit, isRestored: Bool) async throws {
        let server = RowServer((0..<60).map { Row(id: $0) })
        let clock = VirtualClock()
        let (behavior, policy) = (ListBehavior(membership: .growsOnTop), LoadPolicy(pageSize: 10))
        var list = PagedList(server, behavior: behavior, policy: policy, clock: clock, seed: 1)
        await list.lookAtAllRows()
        var made = try edit.make(in: list)
        if isRestored {
            let state = try list.saved()
            list = try PagedList(server, restoring: state, behavior: behavior, policy: policy, clock: clock, seed: 1)
            made = try #require(list.edit(made.id))
        }
        server.change { edit.carryOut(on: &$0) }
        made.confirm()
        #expect(await ends(list, clock) { try await list.refresh() })
        await list.lookAtAllRows()
        await list.lookAtAllRows()
        var wanted = (0..<60).map { Row(id: $0) }
        edit.carryOut(on: &wanted)
        #expect(list.rows.map { $0?.id } == wanted.map(\.id))
        #expect(list.isComplete && list.error == nil)
    }
}
