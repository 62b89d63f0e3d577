import Paging
import PagingTesting
import Testing

@testable import Paging
@testable import PagingCore

/// Rows edited on the client: shown at once, confirmed or rolled back, settled when the server shows them.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct EditingTests {
    private func list(
        _ count: Int, policy: LoadPolicy = LoadPolicy(), behavior: ListBehavior = .init(membership: .changes)
    ) async -> (list: PagedList<Row>, server: RowServer) {
        let server = RowServer((0..<count).map { Row(id: $0, text: "server") })
        let list = PagedList(server, behavior: behavior, policy: policy)
        list.viewport(0..<max(count, 1))
        await until { list.isEndKnown && list.count == count && (0..<count).allSatisfy { list.peek($0) != nil } }
        return (list, server)
    }

    private func texts(_ list: PagedList<Row>) -> String {
        list.rows.map { $0.map { "\($0.id)" + ($0.text == "server" ? "" : $0.text) } ?? "." }.joined(separator: " ")
    }

    @Test func `An update is shown at once, confirmed, and the server's again once it shows it`() async throws {
        let (list, server) = await list(3)
        let edit = list.update(Row(id: 1, text: "'"))
        #expect(texts(list) == "0 1' 2")
        #expect(edit.state == .pending)
        try await list.refresh()
        #expect(texts(list) == "0 1' 2")
        edit.confirm()
        server.change { $0[1].text = "!" }
        try await list.refresh()
        #expect(texts(list) == "0 1! 2")
        #expect(edit.state == nil && list.edits.isEmpty)
    }

    @Test func `Edits of one row are a stack`() async {
        let (list, _) = await list(2)
        let first = list.update(Row(id: 0, text: "'"))
        let second = list.update(Row(id: 0, text: "''"))
        #expect(texts(list) == "0'' 1")
        second.rollBack()
        #expect(texts(list) == "0' 1")
        first.rollBack()
        #expect(texts(list) == "0 1")
        first.rollBack()
    }

    @Test func `A row goes into an empty list`() async throws {
        let (list, server) = await list(0)
        try list.insert(Row(id: 7, text: "+"), at: .end)
        #expect(texts(list) == "7+" && list.count == 1 && list.serverCount == 0)
        server.change { $0 = [Row(id: 5, text: "server"), Row(id: 7, text: "server")] }
        try await list.refresh()
        await until { list.count == 2 }
        #expect(texts(list) == "5 7" && list.edits.isEmpty)
    }

    @Test func `A row is inserted before, after, at the start and at the end`() async throws {
        let (list, _) = await list(2)
        try list.insert(Row(id: 10, text: "+"), before: 1)
        try list.insert(Row(id: 11, text: "+"), after: 1)
        try list.insert(Row(id: 12, text: "+"), at: .start)
        try list.insert(Row(id: 13, text: "+"), at: .end)
        #expect(texts(list) == "12+ 0 10+ 1 11+ 13+")
        #expect(list.position(ofID: 10) == 2)
        if case .loaded = list.state(at: 2) {} else { Issue.record("an own row is loaded") }
        #expect(throws: EditDefect.existingRow) { try list.insert(Row(id: 0), at: .start) }
        #expect(throws: EditDefect.missingNeighbor) { try list.insert(Row(id: 20), after: 99) }
    }

    @Test func `A row that the server gives an identifier is that row`() async throws {
        let (list, server) = await list(2)
        let edit = try list.insert(Row(id: -1, text: "+"), at: .start)
        edit.confirm(as: Row(id: 9, text: "*"))
        #expect(texts(list) == "9* 0 1")
        server.change { $0.insert(Row(id: 9, text: "server"), at: 0) }
        try await list.refresh()
        await until { list.edits.isEmpty }
        #expect(texts(list) == "9 0 1")
    }

    @Test func `A removal that fails shows the row again, one that succeeds does not`() async throws {
        let (list, server) = await list(3)
        await #expect(throws: ServerError(isTransient: false)) {
            try await list.remove(id: 1).confirm { throw ServerError(isTransient: false) }
        }
        #expect(texts(list) == "0 1 2" && list.edits.isEmpty)
        let answer = try await list.remove(id: 1).confirm {
            server.change { $0.remove(at: 1) }
            return "done"
        }
        #expect(answer == "done" && texts(list) == "0 2")
        try await list.refresh()
        await until { list.serverCount == 2 && list.edits.isEmpty }
        #expect(texts(list) == "0 2")
        #expect(throws: EditDefect.missingRow) { try list.remove(id: 99) }
    }

    @Test func `A row moves, and is where the server says once that is confirmed and seen`() async throws {
        let (list, server) = await list(4)
        let slot = list.slotID(at: 3)
        let edit = try list.move(id: 3, before: 1)
        #expect(texts(list) == "0 3 1 2" && list.slotID(at: 1) == slot)
        try await list.refresh()
        #expect(texts(list) == "0 3 1 2")
        edit.confirm()
        server.change { $0.insert($0.remove(at: 3), at: 1) }
        try await list.refresh()
        await until { list.edits.isEmpty }
        #expect(texts(list) == "0 3 1 2")
        try list.move(id: 0, to: .end).rollBack()
        try list.move(id: 0, after: 2)
        #expect(texts(list) == "3 1 2 0")
    }

    @Test func `Taking back what the server shows changes nothing`() async throws {
        let (list, server) = await list(1)
        let edit = try list.insert(Row(id: 5, text: "+"), at: .end)
        server.change { $0.append(Row(id: 5, text: "server")) }
        try await list.refresh()
        await until { list.edits.isEmpty }
        edit.rollBack()
        #expect(texts(list) == "0 5")
    }

    @Test func `Edits stay when the list is loaded anew`() async throws {
        let (list, _) = await list(3)
        list.update(Row(id: 0, text: "'"))
        try list.remove(id: 1)
        try list.insert(Row(id: 9, text: "+"), after: 2)
        try await list.reload()
        #expect(texts(list) == "0' 2 9+")
    }

    @Test func `Edits stay when rows are evicted, under identifiers that need a table`() async throws {
        struct Named: Identifiable, Sendable {
            let id: String
            var text = ""
        }
        let source = ArraySource((0..<400).map { Named(id: "row \($0)") })
        let list = PagedList(source, policy: LoadPolicy(pageSize: 10, preloads: false, itemBudget: 0))
        list.viewport(0..<10)
        await until { list.count == 400 && list.peek(9) != nil }
        list.update(Named(id: "row 2", text: "'"))
        try list.remove(id: "row 3")
        try list.insert(Named(id: "own", text: "+"), after: "row 4")
        try list.move(id: "row 5", after: "row 7")
        let before = list.rows.prefix(10).map { $0?.id }
        list.viewport(300..<310)
        await until { (300..<310).allSatisfy { list.peek($0) != nil } }
        list.releaseMemory()
        #expect(list.count == 400)
        #expect(list.rows.prefix(10).map { $0?.id } == [nil, nil, nil, nil, "own", nil, nil, "row 5", nil, nil])
        list.viewport(0..<10)
        await until { (0..<10).allSatisfy { list.peek($0) != nil } }
        #expect(list.rows.prefix(10).map { $0?.id } == before)
        #expect(list.peek(2)?.text == "'")
    }

    @Test func `A row that an edit makes one to be hidden is hidden, and shown when that is taken back`() async throws {
        let (list, _) = await list(3)
        list.hide { $0.text == "done" }
        let edit = list.update(Row(id: 1, text: "done"))
        #expect(texts(list) == "0 2")
        edit.rollBack()
        #expect(texts(list) == "0 1 2")
        try list.insert(Row(id: 9, text: "done"), at: .start)
        #expect(list.count == 4)
    }

    @Test func `A list that goes takes its edits along`() async throws {
        var list: PagedList<Row>? = PagedList(ArraySource([Row(id: 0)]))
        let edit = list?.update(Row(id: 0))
        list = nil
        edit?.confirm()
        #expect(edit?.state == nil)
    }
}
