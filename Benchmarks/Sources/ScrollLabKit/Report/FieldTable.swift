/// The peers' figures in the field notes, at page 50 and latency 200 ms, and how this laboratory's agree with them.
///
/// They agree in every figure. What it took: an answer that comes at the moment of a frame is too late for it
/// (``ScrollPlayer``), a rest lasts from its first frame to its last, rows once loaded stay, and the playing ends with the
/// trace.
public enum FieldTable {
    /// A line's four figures.
    public struct Entry: Hashable, Sendable {
        var requests: Double
        var frames: Double
        var rowMilliseconds: Double
        var settle: Double
    }

    /// The figures of a peer on a trace; `nil` where the field notes have none.
    public static func entry(_ policy: PolicyName, trace: String) -> Entry? {
        guard let line = lines[policy], let column = TraceFiles.fieldNames.firstIndex(of: trace) else { return nil }
        let fields = line.split(separator: " ")[column].split(separator: "/").compactMap { Double($0) }
        return Entry(requests: fields[0], frames: fields[1], rowMilliseconds: fields[2], settle: fields[3])
    }

    /// Requests / frames with a placeholder / placeholder row-milliseconds / longest settle, in the order of
    /// ``TraceFiles/fieldNames``.
    private static let lines: [PolicyName: String] = [
        .virtuoso:
            "91/103/34333/200 10/130/23550/0 4/52/13450/0 6/78/26000/200 2/25/4633/200 125/152/49650/183",
        .agGrid:
            "18/110/36667/317 10/65/9417/0 5/41/10350/0 10/78/26000/200 3/13/4333/200 25/159/52800/233",
        .agGridDebounced:
            "2/139/46333/800 10/238/61000/0 5/96/31167/0 10/257/85667/800 3/31/10333/500 3/208/69333/767",
        .uwp:
            "2/104/34667/220 27/259/47067/0 11/146/41050/0 10/84/28000/220 78/14/4667/220 7/159/53000/220",
        .blazor:
            "91/103/34333/200 30/307/83767/0 23/141/40533/0 60/120/40000/900 6/28/4617/200 132/167/52500/183",
        .highTable:
            "91/103/34333/200 314/349/116333/200 166/206/64067/0 6/78/26000/200 80/13/4333/200 147/157/52333/200",
        .infiniteLoader:
            "91/103/34333/200 10/39/6167/0 5/35/8900/0 6/78/26000/200 3/13/4333/200 130/152/50167/167",
        .jetpack:
            "9/109/36333/300 9/12/4000/0 3/12/4000/0 6/77/25667/200 1/12/4000/200 14/156/52000/233",
    ]

    /// How far a figure may be from the field's: the larger of 3% and one, which for frames and requests is one of them.
    static func agrees(_ ours: Double, _ theirs: Double) -> Bool {
        abs(ours - theirs) <= max(1, 0.03 * theirs)
    }

    /// The comparison of all peers with the field's figures.
    ///
    /// - Returns: a table with a line for each peer and trace, and how many lines differ by more than a few per cent.
    public static func comparison(on traces: [NamedTrace]) -> (text: String, differing: Int) {
        var table = TextTable(["policy", "trace", "field", "here", ""])
        var differing = 0
        for policy in PolicyName.peers {
            for trace in traces {
                guard let field = entry(policy, trace: trace.name) else { continue }
                let here = Figures([Experiment().run(policy, on: trace)])
                let pairs = [
                    (here.requests, field.requests), (here.frames, field.frames),
                    (here.rowMilliseconds.rounded(), field.rowMilliseconds),
                    (here.longestSettle.rounded(), field.settle),
                ]
                let isNear = pairs.allSatisfy { agrees($0, $1) }
                if !isNear { differing += 1 }
                let verdict = pairs.allSatisfy { $0 == $1 } ? "same" : isNear ? "near" : "DIFFERS"
                func text(_ path: KeyPath<(Double, Double), Double>) -> String {
                    pairs.map { $0[keyPath: path].text(decimals: 0) }.joined(separator: "/")
                }
                table.add([policy.title, trace.name, text(\.1), text(\.0), verdict])
            }
        }
        return (table.text, differing)
    }
}
