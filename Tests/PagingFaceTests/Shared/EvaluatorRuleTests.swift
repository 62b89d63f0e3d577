import Observation
import SwiftUI
import Testing

extension ViewTests {
    /// The evaluation of a `List`'s rows. Names begin with the rule of the catalog of devices.
    @MainActor struct EvaluatorRuleTests {
        struct Element: Equatable {
            var id: Int
            var text = ""
        }
        struct Rows<Content: View>: View {
            let elements: [Element]
            let content: (Element) -> Content
            var body: some View { ForEach(elements, id: \.id) { content($0) } }
        }
        private final class Broken { var rules: [String] = [] }
        private let broken = Broken()
        private let hundred = (0..<100).map { Element(id: $0) }

        init() { onBrokenRule { [broken] in broken.rules.append($0) } }

        /// How many rows are evaluated to show ten of a hundred.
        private func evaluated(_ content: @escaping (Element) -> some View, inDebug: Bool = false) -> Int {
            let evaluator = StandInEvaluator()
            evaluator.evaluatesAllRows = inDebug
            evaluator.evaluate(Rows(elements: hundred, content: content), visible: 0..<10)
            return evaluator.rowBodies
        }

        @Test func `SUI-4: Identities are unique, and stay with their elements`() {
            let evaluator = StandInEvaluator()
            evaluator.evaluate(Rows(elements: hundred) { Text($0.text) }, visible: 0..<10)
            evaluator.evaluate(Rows(elements: [Element(id: 100)] + hundred) { Text($0.text) }, visible: 0..<10)
            #expect(broken.rules.isEmpty)
            evaluator.evaluate(Rows(elements: hundred + hundred) { Text($0.text) }, visible: 0..<10)
            #expect(broken.rules.first == "the ID 0 occurs multiple times within the collection")
            struct Unstable: View {
                let start: Int
                var body: some View {
                    ForEach([start, start + 1].map { Named(id: $0) }) { _ in Text("") }
                }
                struct Named: Identifiable, Equatable {
                    let id: Int
                    static func == (one: Named, other: Named) -> Bool { true }
                }
            }
            broken.rules = []
            let other = StandInEvaluator()
            other.evaluate(Unstable(start: 0), visible: 0..<2)
            other.evaluate(Unstable(start: 2), visible: 0..<2)
            #expect(broken.rules.first == "an element that did not change has the ID 2 in place of 0")
        }

        @Test(arguments: [true, false])
        func `SUI-5: At its top a list stays there, and rows that come push the others down`(keepsRow: Bool) {
            let list = StandInList(rowHeight: 50, height: 500)
            list.keepsRowBelowTop = keepsRow
            list.show(Rows(elements: hundred) { Text($0.text) })
            let more = (100..<110).map { Element(id: $0) } + hundred
            list.show(Rows(elements: more) { Text($0.text) })
            #expect(list.offset == 0 && list.visible == 0..<10)
            list.offset = 200
            list.show(Rows(elements: [Element(id: 200)] + more) { Text($0.text) })
            #expect(list.offset == (keepsRow ? 250 : 200))
        }

        @Test func `SUI-7: In debug builds every row is evaluated`() {
            #expect(evaluated { Text($0.text) } == 10)
            #expect(evaluated({ Text($0.text) }, inDebug: true) == 100)
        }

        struct Either: View {
            let isText: Bool
            var body: some View { if isText { Text("") } else { ProgressView() } }
        }
        struct Lone: View {
            let isText: Bool
            var body: some View { if isText { Text("") } }
        }

        @Test func `SUI-8: Only the rows on screen are evaluated where their type is one view`() {
            #expect(evaluated { Text($0.text).frame(height: 50).id($0.id) } == 10)
            #expect(evaluated { Either(isText: $0.id % 2 == 0) } == 10)
            #expect(evaluated { Lone(isText: $0.id % 2 == 0) } == 100)
            #expect(evaluated { AnyView(Text($0.text)) } == 100)
            struct Two: View {
                var body: some View {
                    Text("")
                    Text("")
                }
            }
            #expect(evaluated { _ in Two() } == 100)
        }

        @Test func `SUI-14: A row's task is cancelled when the row goes`() async {
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            let evaluator = StandInEvaluator()
            let rows = Rows(elements: hundred) { element in
                Text("").task {
                    // Nothing comes; a cancelled task waits no longer.
                    let (silence, silent) = AsyncStream<Int>.makeStream()
                    for await _ in silence {}
                    silent.finish()
                    continuation.yield(element.id)
                }
            }
            evaluator.evaluate(rows, visible: 0..<2)
            evaluator.evaluate(rows, visible: 1..<3)
            var cancelled = stream.makeAsyncIterator()
            #expect(await cancelled.next() == 0)
            evaluator.evaluate(rows, visible: 50..<50)
        }

        @Test func `SUI-15: Rows appear early, some twice, and some never disappear`() {
            var (came, went): ([Int], [Int]) = ([], [])
            let evaluator = StandInEvaluator()
            evaluator.rowsBeyond = 2
            let rows = Rows(elements: hundred) { element in
                Text("").onAppear { came.append(element.id) }.onDisappear { went.append(element.id) }
            }
            evaluator.evaluate(rows, visible: 10..<20)
            #expect(Set(came) == Set(8..<22) && came.count > 14 && went.isEmpty)
            evaluator.evaluate(rows, visible: 50..<60)
            #expect(went.count < 14 && Set(went).isSubset(of: 8..<22))
        }

        @Observable final class Model { var text = "" }

        @Test func `SUI-10: A change is told once, to the rows that read what changes`() {
            struct Reading: View {
                let model: Model
                var body: some View { Text(model.text) }
            }
            let (evaluator, model) = (StandInEvaluator(), Model())
            let rows = Rows(elements: hundred) { [model] element in
                Reading(model: element.id < 3 ? model : Model())
            }
            evaluator.evaluate(rows, visible: 0..<10)
            model.text = "a"
            #expect(evaluator.outdated == [0, 1, 2] && !evaluator.isOutdated)
            evaluator.evaluateOutdated(of: rows)
            #expect(evaluator.rowBodies == 13 && evaluator.outdated.isEmpty)
            model.text = "b"
            model.text = "c"
            #expect(evaluator.outdated == [0, 1, 2] && evaluator.rowBodies == 13)
        }

        @Test func `SUI-9: All identities are gathered at each change of the collection`() {
            let evaluator = StandInEvaluator()
            for _ in 0..<2 { evaluator.evaluate(Rows(elements: hundred) { Text($0.text) }, visible: 0..<10) }
            #expect(evaluator.identities == 200)
        }
    }
}
