import BenchTable
import Foundation
@testable import PagingCore

/// Snapshots of identifiers compared, for reference.
enum Differences {
    static let count = 100_000
    static let rounds = 7

    static func run(into table: inout BenchTable) {
        table.section("difference of two snapshots of \(count) UUIDs")
        let old = (0..<count).map { _ in UUID() }
        var edited = old.filter { _ in Int.random(in: 0..<20) > 0 }
        for _ in 0..<count / 20 {
            edited.insert(UUID(), at: Int.random(in: 0...edited.count))
            edited.append(edited.remove(at: Int.random(in: 0..<edited.count)))
        }
        var page = old
        page.replaceSubrange(50_000..<50_050, with: (0..<50).map { _ in UUID() })
        let cases = [
            ("5 % removed, 5 % inserted, 5 % moved", edited), ("shuffled", old.shuffled()),
            ("one page of 50 replaced", page),
        ]
        let times = compete(
            rounds: rounds,
            cases.map { _, new in
                {
                    nanoseconds(per: 1) {
                        do throws(DuplicateIdentifier) {
                            consume(try ListUpdate.difference(from: old, to: new))
                        } catch {
                            fatalError("UUIDs do not repeat: \(error)")
                        }
                    }
                }
            } + [{ nanoseconds(per: 1) { consume(page.difference(from: old)) } }])
        for ((name, _), times) in zip(cases, times) {
            table.add(name, median(times) / 1e6, unit: "ms")
        }
        table.add("one page, by CollectionDifference (no moves)", median(times[3]) / 1e6, unit: "ms")
        composition(into: &table)
    }

    private static func composition(into table: inout BenchTable) {
        table.section("updates of \(Editing.count) rows")
        let filled = ListUpdate.filled(500_000_000..<500_000_050, count: Editing.count)
        let removed = ListUpdate(
            oldCount: Editing.count, newCount: Editing.count - 2, removed: [7..<8, 500_000_010..<500_000_011])
        let times = compete(
            rounds: 31, [{ nanoseconds(per: 100) { for _ in 0..<100 { consume(filled.followed(by: removed)) } } }])
        table.add("compose a filled page and two removals", median(times[0]) / 1_000, unit: "µs")
    }
}
