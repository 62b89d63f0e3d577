import Paging
import PagingTesting
import Testing

@testable import Paging
@testable import PagingCore

/// A source with everything that a feed can have, which notes how it was asked.
private final class FeedSource: KeyedPageSource, SnapshotPageSource, ChangesPageSource, VersionedPageSource {
    typealias ID = String
    struct Item: Identifiable, Hashable, Sendable {
        let id: String
        var text = ""
    }

    let capabilities: SourceCapabilities = [.positions, .identifiers, .snapshots, .changes, .checks]
    let asked = Locked<[String]>([])

    private func note(_ text: String) {
        let skips = LoadOptions.skipsCaches
        asked.withLock { $0.append(skips ? text + ", no caches" : text) }
    }

    func page(for request: PageRequest) async throws -> Page<Item> {
        note("page")
        return Page(["a", "b", "c"].map { Item(id: $0) }, at: 0, total: 3, version: "1")
    }
    func items(withIDs ids: [String]) async throws -> [Item] {
        note("items \(ids.joined(separator: " "))")
        return ids.map { Item(id: $0, text: "new") }
    }
    func snapshot() async throws -> ListSnapshot<String> {
        note("snapshot")
        return ListSnapshot(["c", "a", "x"], version: "2")
    }
    func changes(since version: Version) async throws -> ListChanges<String>? {
        note("changes since \(version)")
        return version == "old"
            ? nil
            : ListChanges(from: version, to: "3", removed: ["a"], added: [.init("y", at: 2)], edited: ["b"], total: 3)
    }
    func check(_ version: Version) async throws -> VersionCheck {
        note("check \(version)")
        return .changed("4")
    }
}

/// The driver carries out every kind of request, and identifiers become numbers and back on the way.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FeedLoadingTests {
    private let source = FeedSource()

    @Test func `Each kind of request reaches its method, past the caches where that is asked`() async {
        let list = PagedList(source)
        list.viewport(0..<3)
        await until { list.count == 3 }
        let b = list.store.numbers.number(ofID: "b") ?? -1
        let kinds: [LoadRequest.Kind] = [.snapshot, .items([b]), .changes(since: "1"), .check("1"), .sections]
        for (index, kind) in kinds.enumerated() {
            let id = RequestID(100 + index)
            list.start(LoadRequest(id: id, generation: 0, kind: kind, skipsCaches: index % 2 == 0))
            await list.settle()
            #expect(list.driver.tasks.count == 0)
        }
        #expect(
            source.asked.withLock { $0 } == [
                "page", "snapshot, no caches", "items b", "changes since 1, no caches", "check 1",
            ])
    }

    @Test func `Snapshots and changes are numbered as the rows are`() async throws {
        let numbers = TypedItemNumbers<FeedSource.Item, String> { $0.id }
        let feed = AuxiliaryLoader(source, numbers: numbers)
        let rows = numbers.intern(["a", "b", "c"].map { FeedSource.Item(id: $0) }).numbers
        let snapshot = feed.numberedSnapshot(try await feed.snapshot())
        #expect(snapshot.identifiers.prefix(2) == [rows[2], rows[0]])
        #expect(snapshot.version == "2")
        var changes: ListChanges<Int>?
        feed.withNumberedChanges(try await feed.changes("2"), { changes = $0 }, { _ in false })
        #expect(changes?.removed == [rows[0]])
        #expect(changes?.edited == [rows[1]])
        #expect(changes?.added.map(\.position) == [2])
        #expect(changes?.from == "2" && changes?.to == "3" && changes?.total == 3)
        // `y` was named and is not loaded.
        #expect(Set(numbers.numbers.keys) == ["a", "b", "c", "x"])
        #expect(try await feed.items(snapshot.identifiers)().map(\.id) == ["c", "a", "x"])
        feed.withNumberedChanges(try await feed.changes("old"), { changes = $0 }, { _ in false })
        #expect(changes == nil)
        #expect(try await feed.check("3") == .changed("4"))
    }

    @Test func `A source whose identifiers are of another type than the list's is asked for pages alone`() async {
        let list = PagedList(source, id: { $0.id.count })
        #expect(list.machine.capabilities == [.positions, .checks])
        #expect(PagedList(source).machine.capabilities == source.capabilities)
        let feed = AuxiliaryLoader(source, numbers: TypedItemNumbers<FeedSource.Item, Int> { $0.id.count })
        await #expect(throws: MissingCapability(capability: .snapshots)) { try await feed.snapshot() }
    }

    @Test func `What is learned of a source is kept to what its type has`() async {
        let plain = PositionSource<Row> { range in
            Page([], at: 0, total: 0, capabilities: [.positions, .snapshots, .changes])
        }
        let list = PagedList(plain, behavior: ListBehavior(membership: .changes))
        #expect(list.behavior.membership == .changes)
        list.viewport(0..<3)
        await until { list.isEndKnown }
        #expect(list.machine.capabilities == .positions)
    }
}
