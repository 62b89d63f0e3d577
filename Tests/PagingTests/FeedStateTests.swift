import Foundation
import Paging
import PagingTesting
import Testing

@testable import Paging
@testable import PagingCore

/// Lists that are saved, written, read and restored.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FeedStateTests {
    private struct Note: Identifiable, Hashable, Codable, Sendable {
        let id: String
        var text = ""
    }

    private static let moving = ListBehavior(membership: .changes)

    /// A server whose rows a test changes, and which counts what it is asked.
    private final class Server: KeyedPageSource, SnapshotPageSource {
        let rows: Locked<[Note]>
        let asked = Locked(0)
        let capabilities: SourceCapabilities
        init(_ ids: String, _ capabilities: SourceCapabilities = .positions) {
            rows = Locked(ids.map { Note(id: "\($0)") })
            self.capabilities = capabilities
        }
        func page(for request: PageRequest) async throws -> Page<Note> {
            asked.withLock { $0 += 1 }
            guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
            let rows = rows.withLock { $0 }
            let inside = range.clamped(to: 0..<rows.count)
            return Page(Array(rows[inside]), at: inside.lowerBound, total: rows.count)
        }
        func items(withIDs ids: [String]) async throws -> [Note] {
            asked.withLock { $0 += 1 }
            return rows.withLock { rows in rows.filter { ids.contains($0.id) } }
        }
        func snapshot() async throws -> ListSnapshot<String> {
            asked.withLock { $0 += 1 }
            return ListSnapshot(rows.withLock { $0.map(\.id) }, version: "1")
        }
        func change(_ ids: String) { rows.withLock { $0 = ids.map { Note(id: "\($0)") } } }
    }

    private func list(_ server: Server, looking rows: Range<Int>) async -> PagedList<Note> {
        let list = PagedList(
            server, behavior: Self.moving, policy: LoadPolicy(pageSize: 5, preloads: false), clock: VirtualClock())
        list.viewport(rows)
        await until { list.isEndKnown && rows.clamped(to: 0..<list.count).allSatisfy { list.peek($0) != nil } }
        return list
    }

    /// Writes a list's state and reads it again, as an app does that is ended in between.
    private func restart(_ list: PagedList<Note>, _ server: Server) throws -> PagedList<Note> {
        let json = try list.saved(offset: 0.5).json()
        return try PagedList(
            server, restoring: FeedState(json: json), behavior: Self.moving,
            policy: LoadPolicy(pageSize: 5, preloads: false))
    }

    /// The shown rows, observed row by row.
    private func picture(_ list: PagedList<Note>) -> String {
        (0..<list.count).map { list.peek($0).map { $0.id + $0.text } ?? "." }.joined()
    }

    @Test func `A restored list shows the same without a request, then proves itself`() async throws {
        let server = Server("abcdefghijklmno")
        let first = await list(server, looking: 0..<5)
        first.viewport(5..<10)
        await until { first.peek(9) != nil }
        let asked = server.asked.withLock { $0 }
        let second = try restart(first, server)
        #expect(picture(second) == picture(first))
        #expect(picture(second) == "abcdefghij.....")
        #expect(second.isEndKnown && !second.isComplete)
        await second.settle()
        #expect(server.asked.withLock { $0 } == asked)
        server.change("abcdefgXhijklmno")
        second.viewport(5..<10)
        await until { second.count == 16 && self.picture(second).contains("fgXhi") }
        #expect(second.position(ofID: "X") == 7)
    }

    @Test func `A snapshot's identifiers are saved with the rows`() async throws {
        let server = Server("abcdefghijklmno", [.snapshots, .identifiers])
        let first = await list(server, looking: 0..<5)
        let state = try first.saved()
        #expect(state.snapshot?.joined() == "abcdefghijklmno")
        #expect(state.total == 15 && state.version == "1")
        let second = try restart(first, server)
        server.change("abcdeonmlkjihgf")
        second.viewport(0..<10)
        await until { self.picture(second).hasPrefix("abcdeonmlk") }
    }

    // MARK: The reader's place

    @Test func `The reader's place is that of the row, or else the position`() async throws {
        let server = Server("abcdefghijklmno")
        let first = await list(server, looking: 5..<10)
        let state = try first.saved(offset: 0.25)
        let place = try #require(state.place)
        #expect(place == ReaderPlace(id: "f", position: 5, offset: 0.25))
        #expect(first.place(offset: 0.25) == place)
        server.change("XYabcdefghijklmno")
        let other = await list(server, looking: 5..<10)
        #expect(other.position(of: place) == 7)
        server.change("XYZ")
        let short = await list(server, looking: 0..<3)
        #expect(short.position(of: place) == 2)
        #expect(await list(Server(""), looking: 0..<0).position(of: place) == 0)
    }

    @Test func `Without a viewer's name the place is that of the view that told last`() async throws {
        let list = await list(Server("abcdefghijklmno"), looking: 5..<10)
        list.viewport(8..<12, viewer: ViewerID(7))
        #expect(list.place()?.id == "i" && list.place(viewer: .main)?.id == "f")
        #expect(try list.saved().place?.id == "i")
    }

    @Test func `Nobody's place is none`() async throws {
        let list = PagedList(Server("abc"))
        #expect(try list.saved().place == nil)
    }

    // MARK: Edits

    @Test func `A saved edit says where it puts its row`() async throws {
        let list = await list(Server("abcdefgh"), looking: 0..<8)
        list.update(Note(id: "b", text: "'"))
        try list.insert(Note(id: "N"), after: "c")
        try list.insert(Note(id: "M"), at: .end)
        try list.remove(id: "e")
        try list.move(id: "h", to: .start)
        try list.move(id: "g", before: "a")
        let edits = try list.saved().edits
        #expect(edits.map(\.kind) == [.update, .insert, .insert, .remove, .move, .move])
        #expect(edits.map(\.place) == [nil, .after("c"), .end, nil, .start, .before("a")])
    }

    @Test func `Edits are still shown after a restart, and can be confirmed and rolled back`() async throws {
        let server = Server("abcdefgh")
        let first = await list(server, looking: 0..<8)
        let update = first.update(Note(id: "b", text: "'"))
        let insert = try first.insert(Note(id: "N"), after: "c")
        let removal = try first.remove(id: "e")
        let move = try first.move(id: "h", to: .start)
        removal.confirm()
        #expect(picture(first) == "hab'cNdfg")
        let second = try restart(first, server)
        #expect(picture(second) == "hab'cNdfg")
        #expect(second.edits.map(\.id) == first.edits.map(\.id))
        #expect(second.edit(removal.id)?.state == .confirmed)
        second.edit(insert.id)?.rollBack()
        #expect(picture(second) == "hab'cdfg")
        second.edit(move.id)?.rollBack()
        #expect(picture(second) == "ab'cdfgh")
        second.edit(update.id)?.confirm()
        server.rows.withLock { rows in
            rows[1].text = "!"
            rows.remove(at: 4)
        }
        second.viewport(0..<8)
        await until { self.picture(second) == "ab!cdfgh" }
        #expect(second.edits.isEmpty)
        // A name is given once, whatever happened before.
        #expect(second.update(Note(id: "a")).id > move.id)
    }

    @Test func `A row that was inserted and saved becomes the server's when that shows it`() async throws {
        let server = Server("abc")
        let first = await list(server, looking: 0..<4)
        try first.insert(Note(id: "N"), at: .start).confirm()
        let second = try restart(first, server)
        #expect(picture(second) == "Nabc")
        server.change("abNc")
        second.viewport(0..<4)
        await until { self.picture(second) == "abNc" }
    }

    // MARK: What is no state

    private func defect(_ change: (inout String) -> Void) async throws -> FeedStateDefect? {
        let server = Server("abcdefgh", [.snapshots, .identifiers])
        let first = await list(server, looking: 0..<4)
        try first.insert(Note(id: "N"), after: "b")
        var text = try #require(String(bytes: try first.saved().json(), encoding: .utf8))
        change(&text)
        do throws(FeedStateDefect) {
            let state = try FeedState<Note, String>(json: Data(text.utf8))
            _ = try PagedList(server, restoring: state)
        } catch {
            #expect(error.description.contains("Make the list without it"))
            return error
        }
        return nil
    }

    @Test func `What is cut short, of another format or contradictory is a typed error`() async throws {
        #expect(try await defect { _ in } == nil)
        guard case .unreadable = try await defect({ $0.removeLast(10) }) else {
            Issue.record("A truncated state was read.")
            return
        }
        #expect(try await defect { $0.replace("\"format\":1", with: "\"format\":2") } == .otherFormat(2))
        guard
            case .unreadable(let place, let reason) = try await defect({ $0.replace("\"id\":\"c\"", with: "\"no\":1") })
        else {
            Issue.record("An item without an identifier was read.")
            return
        }
        #expect(place.hasPrefix("rows.stretches[0].items[2]"))
        #expect(reason.contains("'id'"))
        #expect(
            try await defect { $0.replace("\"id\":\"c\"", with: "\"id\":\"a\"") }
                == .contradictory(reason: StateDefect.repeatedItem(position: 2, first: 0).reason))
        #expect(
            try await defect { $0.replace("\"count\":8", with: "\"count\":9") }
                == .contradictory(reason: StateDefect.snapshotOfOtherLength(identifiers: 8, slots: 9).reason))
        #expect(
            try await defect { $0.replace("\"count\":8", with: "\"count\":\(Int.max)") }
                == .contradictory(reason: StateDefect.tooLong(.max).reason))
        #expect(
            try await defect { $0.replace("\"gap\":2", with: "\"gap\":99") }
                == .contradictory(reason: StateDefect.misplacedEdit(EditID(rawValue: 1)).reason))
        #expect(
            try await defect { $0.replace("\"lastEdit\":1", with: "\"lastEdit\":0") }
                == .contradictory(reason: StateDefect.repeatedEdit(EditID(rawValue: 1)).reason))
        // Nothing could be edited any more.
        #expect(
            try await defect { $0.replace("\"lastEdit\":1", with: "\"lastEdit\":\(Int.max)") }
                == .contradictory(reason: StateDefect.repeatedEdit(EditID(rawValue: .max)).reason))
        guard
            case .unreadable("unproven", _) = try await defect({
                $0.replace("\"unproven\":[]", with: "\"unproven\":[3,1]")
            })
        else {
            Issue.record("Ranges that end before they begin were read.")
            return
        }
    }

    @Test func `A list that tells its rows apart otherwise is saved with that type`() async throws {
        let server = Server("abc")
        let list = PagedList(server, id: { $0.id.unicodeScalars.first?.value ?? 0 })
        #expect(throws: FeedStateDefect.otherIdentifiers(state: "String")) { try list.saved() }
        list.viewport(0..<3)
        await until { list.isComplete }
        let state = try list.saved(by: UInt32.self)
        #expect(state.place?.id == 97)
        let again = try PagedList(server, restoring: state, id: { $0.id.unicodeScalars.first?.value ?? 0 })
        #expect(picture(again) == "abc")
    }
}
