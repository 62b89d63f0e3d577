import PagingUI
import SwiftUI
import Testing

@_spi(Benchmarks) @testable import Paging
@testable import PagingCore

extension ViewTests {
    /// SwiftUI's rows with separators between them.
    @MainActor struct SeparatedForEachTests {
        @Test func `Separators are rows of another kind, and only what changes is evaluated again`() throws {
            let world = World(
                seed: 1, rows: 200, behavior: ListBehavior(membership: .changes), readInOrderFrom: .end,
                policy: LoadPolicy(pageSize: 50, preloads: false))
            let tens = world.list.separators { above, below -> Int? in
                guard let below, above.map({ $0.id / 10 }) != below.id / 10 else { return nil }
                return below.id / 10
            }
            world.list.viewport(0..<20)
            world.answerAll()
            let view = SeparatedForEach(tens) {
                Text($0.text)
            } placeholder: {
                Text("…")
            } separator: {
                Text("\($0)")
            }
            // Nothing is known of what is above the first row, so it has no separator yet.
            #expect(tens.rows.count == 54 && tens.rows[10] == .separator(try #require(id(tens, 10)), 16))
            let evaluator = StandInEvaluator()
            evaluator.evaluate(view, visible: 0..<20)
            #expect(evaluator.rowBodies == 20 && evaluator.identities == 54)
            let line = id(tens, 10)
            world.list.update(Row(id: 155, text: "mine"))
            #expect(evaluator.outdated.count == 1 && !evaluator.isOutdated)
            var updates: [ListUpdate] = []
            tens.onChange = { update, _, _ in updates.append(update) }
            world.list.viewport(0..<20)
            world.answerAll()
            #expect(evaluator.isOutdated && tens.rows.count == 109)
            #expect(updates.map(\.inserted) == [[0..<55]] && id(tens, 65) == line)
        }

        private func id(_ rows: ListSeparators<Row, Int>, _ position: Int) -> SeparatorID? {
            if case .separator(let id, _) = rows.rows[position] { id } else { nil }
        }
    }
}
