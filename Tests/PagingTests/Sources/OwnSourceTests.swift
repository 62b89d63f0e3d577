import Paging
import Testing

/// The requirements on an app's own types as sources.
@Suite struct OwnSourceTests {
    struct Item: Identifiable, Sendable { let id: Int }

    actor Remote: KeyedPageSource, SnapshotPageSource, ChangesPageSource {
        private(set) var asked: [Int] = []

        func page(for request: PageRequest) async throws -> Page<Item> { Page([Item(id: 1)], at: 0, total: 1) }

        func items(withIDs ids: [Int]) async throws -> [Item] {
            asked += ids
            return ids.map { Item(id: $0) }
        }

        func snapshot() async throws -> ListSnapshot<Int> { ListSnapshot([1]) }
        func changes(since version: Version) async throws -> ListChanges<Int>? { nil }
    }

    @MainActor
    final class Model: KeyedPageSource, SnapshotPageSource {
        nonisolated var capabilities: SourceCapabilities { .positions }
        private var asked: [Int] = []

        func page(for request: PageRequest) async throws -> Page<Item> { Page([Item(id: 1)], at: 0, total: 1) }

        func items(withIDs ids: [Int]) async throws -> [Item] {
            asked += ids
            return ids.map { Item(id: $0) }
        }

        func snapshot() async throws -> ListSnapshot<Int> { ListSnapshot([1]) }
    }

    @Test @MainActor func `A type has what it conforms to unless it says otherwise`() {
        #expect(Remote().capabilities == [.identifiers, .snapshots, .changes])
        #expect(Model().capabilities == .positions)
    }

    @Test func `An actor is asked by identifiers`() async throws {
        let remote = Remote()
        #expect(try await remote.items(withIDs: [3, 4]).map(\.id) == [3, 4])
        #expect(await remote.asked == [3, 4])
    }

    @Test func `An app's own source refuses requests that it cannot answer`() {
        #expect("\(UnsupportedRequest(.positions(3..<9)))".contains("rows 3..<9"))
    }

    @Test func `Every defect says where and what to do`() {
        let defects: [PageDefect] = [
            .negativeTotal(-17), .totalTooLarge(17), .positionOutOfRange(17), .emptyPage(position: 17),
            .misplacedPage(asked: 17, answered: 4), .duplicateIdentifier(position: 17, first: 4),
            .repeatedCursor(position: 17),
            .mixedVersions(position: 17), .noProgress(position: 17, answers: 3), .unsettled(position: 17, answers: 3),
        ]
        for defect in defects {
            #expect("\(defect)".contains("17"))
            #expect("\(defect)".split(separator: ". ").count >= 2)
        }
    }
}
