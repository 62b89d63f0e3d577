@testable import PagingCore
@testable import PagingSimulation
import ScrollLabKit

/// The naive ways and this library's, on the same walks.
struct Comparison {
    private struct Line {
        var title: String
        var sum = Walk.Result()
        var stuck = 0
    }

    private let seed: UInt64
    private let walks: Int
    private let parts: [(kind: WalkKind, lines: [Line])]

    private static let machines: [(title: String, features: FeedFeatures)] = [
        ("paging, offsets", [.positions, .total]),
        ("paging, versions", [.positions, .total, .versions, .checks]),
        ("paging, changes", [.positions, .total, .versions, .changes]),
        ("paging, snapshots", [.positions, .total, .versions, .snapshots, .identifiers]),
    ]

    init(seed: UInt64, walks: Int) {
        (self.seed, self.walks) = (seed, walks)
        let seeds = seed..<seed + UInt64(walks)
        parts = WalkKind.allCases.map { kind in
            let naive = NaiveWay.allCases.map { way in
                Self.line(way.title, seeds) { seed in
                    Walk.result(
                        of: NaiveList(way, pageSize: Walk.pageSize), kind, features: [.positions, .total], seed: seed)
                }
            }
            let ours = Self.machines.map { machine in
                Self.line(machine.title, seeds) { seed in
                    let list = ListMachine(
                        capabilities: machine.features.capabilities, behavior: kind.behavior,
                        policy: LoadPolicy(pageSize: Walk.pageSize), seed: seed)
                    return Walk.result(of: list, kind, features: machine.features, seed: seed)
                }
            }
            return (kind, naive + ours)
        }
    }

    private static func line(_ title: String, _ seeds: Range<UInt64>, _ walk: (UInt64) -> Walk.Result) -> Line {
        var line = Line(title: title)
        for seed in seeds {
            let result = walk(seed)
            line.sum += result
            if result.isStuck { line.stuck += 1 }
        }
        return line
    }

    var text: String {
        var text = "means of \(walks) walks down a list of 400 rows in pages of \(Walk.pageSize), from seed \(seed)\n"
        for (kind, lines) in parts {
            var table = TextTable([
                kind.title, "duplicates", "holes", "stuck", "jumps", "requests", "kB", "stale row-ms",
            ])
            for line in lines {
                table.add([
                    line.title, mean(line.sum.duplicates), mean(line.sum.holes), "\(line.stuck)/\(walks)",
                    mean(line.sum.jumps), mean(line.sum.measures.requests), mean(line.sum.measures.bytes / 1_000),
                    "\(Int(line.sum.measures.staleRowMilliseconds / Double(walks)))",
                ])
            }
            text += "\n" + table.text
        }
        return text
    }

    /// A table for each kind of change, as a page of the documentation has it.
    var markdown: String {
        parts.map { kind, lines in
            let heads = ["duplicates", "holes", "stuck", "jumps", "requests", "kB", "stale row-s"]
            let rows = lines.map { line in
                let cells = [
                    mean(line.sum.duplicates), mean(line.sum.holes), "\(line.stuck)", mean(line.sum.jumps),
                    mean(line.sum.measures.requests), mean(line.sum.measures.bytes / 1_000),
                    "\(FeedReport.tenths(line.sum.measures.staleRowMilliseconds / Double(walks) / 1_000))",
                ]
                let isOurs = Self.machines.contains { $0.title == line.title }
                return ([isOurs ? "**\(line.title)**" : line.title] + cells).joined(separator: " | ")
            }
            return MarkdownPage.table([kind.title] + heads, rows) + "\n"
        }.joined()
    }

    private func mean(_ sum: Int) -> String { "\(FeedReport.tenths(Double(sum) / Double(walks)))" }

    // MARK: JSON

    private struct Figures: Encodable {
        var way: String
        var duplicates: Double
        var holes: Double
        var stuckWalks: Int
        var jumps: Double
        var requests: Double
        var bytes: Double
        var staleRowMilliseconds: Double
    }

    private struct Part: Encodable {
        var kind: String
        var ways: [Figures]
    }

    private struct Whole: Encodable {
        var seed: UInt64
        var walks: Int
        var parts: [Part]
    }

    func json() throws(LabError) -> String {
        let whole = Whole(
            seed: seed, walks: walks,
            parts: parts.map { part in
                Part(kind: part.kind.rawValue, ways: part.lines.map(figures))
            })
        return try JSONText.text(whole)
    }

    private func figures(_ line: Line) -> Figures {
        func mean(_ sum: Double) -> Double { FeedReport.tenths(sum / Double(walks)) }
        let measures = line.sum.measures
        return Figures(
            way: line.title, duplicates: mean(Double(line.sum.duplicates)), holes: mean(Double(line.sum.holes)),
            stuckWalks: line.stuck, jumps: mean(Double(line.sum.jumps)), requests: mean(Double(measures.requests)),
            bytes: mean(Double(measures.bytes)), staleRowMilliseconds: mean(measures.staleRowMilliseconds))
    }
}
