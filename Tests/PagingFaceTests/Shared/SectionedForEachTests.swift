import Foundation
import SwiftUI
import Testing

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// Sections of a `List`, of rows that come by identity.
    @MainActor struct SectionedForEachTests {
        private let world = World(
            seed: 1, rows: 60, behavior: ListBehavior(membership: .changes), sections: 4,
            policy: LoadPolicy(preloads: false))
        private let moved = Moved()

        private final class Moved { var all: [Int] = [] }

        private var view: SectionedForEach<Row, Int, Text, Text, Text> {
            PagedForEach(world.list) {
                Text($0.text)
            } placeholder: {
                Text("…")
            }
            .onDelete { [world] positions in
                for id in positions.compactMap({ world.list[$0]?.id }) { try? world.list.remove(id: id).confirm() }
            }
            .onMove { [moved] in moved.all = $0 + [$1] }
            .sectionHeader { Text("section \($0)") }
        }

        private func show() throws -> ListSections {
            world.list.viewport(0..<60)
            world.answerAll()
            return try #require(world.list.sections)
        }

        @Test func `Each section has its header and its rows, of which those that change are evaluated again`() throws {
            let evaluator = StandInEvaluator()
            world.list.viewport(0..<20)
            evaluator.evaluate(view, visible: 0..<0)
            #expect(standInSections(of: view) == nil && evaluator.identities == 0)
            let sections = try show()
            #expect(evaluator.isOutdated)
            evaluator.evaluate(view, visible: 0..<10)
            #expect(evaluator.identities == 60 && evaluator.rowBodies == 10)
            let shown = try #require(standInSections(of: view))
            #expect(shown.map(\.header) == sections.map { "section \($0.title)" })
            #expect(shown.map { standInRowCount(of: $0.rows) } == sections.map(\.rows.count))
            world.list.update(Row(id: 3, text: "mine"))
            #expect(evaluator.outdated == [AnyHashable(world.list.slotIDs[3])] && !evaluator.isOutdated)
        }

        @Test func `Rows are deleted and moved in their own section`() throws {
            let sections = try show()
            let index = try #require(sections.indices.last { sections[$0].rows.count > 3 })
            let (rows, first) = (sections[index].rows, sections[index].rows.lowerBound)
            let section = try #require(standInSections(of: view))[index].rows
            #expect(standInMove([2], to: rows.count, in: section) && moved.all == [first + 2, rows.upperBound])
            #expect(standInMove([2], to: 0, in: section) && moved.all == [first + 2, first])
            // Rows that came above since the section was shown do not matter.
            try world.list.insert(Row(id: -1), at: .start)
            #expect(standInDelete([1], in: section))
            #expect(world.list.position(ofID: first + 1) == nil && world.list[first + 1]?.id == first)
        }

        @Test func `A section stays who it is where others come, and the last has what is left`() throws {
            let sections = try show()
            let all = ShownSection.all(of: sections, count: 58)
            #expect(all.map(\.id.title) == sections.map(\.title) && all.last?.rows.upperBound == 58)
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.rows.upperBound == $1.rows.lowerBound })
            #expect(Set(all.map(\.id)).count == sections.count)
        }
    }
}
