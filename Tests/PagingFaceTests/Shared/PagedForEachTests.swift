import Foundation
import PagingUI
import SwiftUI
import Testing

@testable import Paging
@testable import PagingCore

extension ViewTests {
    /// Rows of a `List` that a reader edits.
    @MainActor struct PagedForEachTests {
        private let world = World(
            seed: 1, rows: 60, behavior: ListBehavior(membership: .changes), policy: LoadPolicy(preloads: false))

        private var rows: PagedForEach<Row, Int, Text, Text> {
            PagedForEach(world.list) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }
        }

        @Test func `Rows are deleted and moved where the app says how, and only there`() {
            world.list.viewport(0..<20)
            world.answerAll()
            #expect(!standInDelete([3], in: rows.body) && !standInMove([3], to: 0, in: rows.body))
            var moved: [Int] = []
            let edited = rows.onDelete { positions in
                for id in positions.compactMap({ world.list[$0]?.id }) { try? world.list.remove(id: id).confirm() }
            }.onMove { moved += $0 + [$1] }
            #expect(edited.data.count == 60)
            let evaluator = StandInEvaluator()
            evaluator.evaluate(edited, visible: 0..<10)
            #expect(standInDelete([3, 5], in: edited.body) && standInMove([7], to: 2, in: edited.body))
            #expect(moved == [7, 2] && evaluator.isOutdated)
            #expect((0..<5).map { world.list[$0]?.id } == [0, 1, 2, 4, 6] && edited.data.count == 58)
        }

        @Test func `Rows are selected by their items' identifiers, or by another that the app names`() {
            world.list.viewport(0..<20)
            world.answerAll()
            #expect(standInRow(at: 7, of: rows).map { standInTags(of: $0, Int.self) } == [7])
            let named = PagedForEach(world.list, id: { "row \($0.id)" }) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }
            #expect(standInRow(at: 7, of: named).map { standInTags(of: $0, String.self) } == ["row 7"])
            // A placeholder has no identifier yet.
            #expect(standInRow(at: 50, of: rows).map { standInTags(of: $0, Int.self) } == [])
        }

        @Test func `Rows are scrolled to by their items' identifiers, and by position where not loaded`() {
            world.list.viewport(0..<20)
            world.answerAll()
            var scrolled: [AnyHashable] = []
            let proxy = ScrollViewProxy { id, _ in scrolled.append(id) }
            #expect(proxy.scroll(toID: 7, of: world.list, anchor: .top) && !proxy.scroll(toID: 50, of: world.list))
            proxy.scroll(to: 50, of: world.list)
            proxy.scroll(to: 60, of: world.list)
            #expect(scrolled == [7, 50].map { world.list.slotIDs[$0] })
        }
    }
}
