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

        private var rows: PagedForEach<Row, Text, Text> {
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
    }
}
