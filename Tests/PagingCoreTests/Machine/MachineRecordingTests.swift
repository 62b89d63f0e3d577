import Foundation
import Testing

@testable import PagingCore

/// Runs of the machine, event by event, with what it asked for. The page's machine replays them (`Web/Tests`), and has to ask
/// for the same: it is built from the same sources with other collections under them.
///
/// `PAGING_WRITE_RECORDINGS=1 swift test --filter MachineRecordingTests` writes them anew, where the machine asks for other
/// things than it did.
@Suite struct MachineRecordingTests {
    @Test(arguments: 1...8)
    func `A recording is what the machine does`(seed: Int) throws {
        var recorder = Recorder(seed: UInt64(seed))
        recorder.run(events: 250)
        let text = recorder.lines.joined(separator: "\n") + "\n"
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Recordings/machine-\(seed).txt")
        if ProcessInfo.processInfo.environment["PAGING_WRITE_RECORDINGS"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        for (index, line) in recorder.lines.enumerated() where index >= known.count || known[index] != line {
            let old = index < known.count ? known[index] : ""
            Issue.record("Recording \(seed), line \(index + 1): \(line), where it was \(old)")
            return
        }
        #expect(known.count == recorder.lines.count)
    }
}

/// Drives a machine at random and writes down what happens: a line for each event, and for each effect one that begins with `>`.
private struct Recorder {
    private(set) var lines: [String] = []
    private var random: SplitMix64
    private var machine: ListMachine
    private let hasPositions: Bool
    private let total: Int
    private var now = 0.0
    private var first = 0
    private var open: [LoadRequest] = []
    /// Rows that have gone from the server's top.
    private var gone = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed &* 7919)
        hasPositions = seed % 3 != 0
        total = [90, 3_000, 1_000_000][Int(seed % 4) % 3]
        var capabilities: SourceCapabilities = hasPositions ? [.positions] : [.cursors]
        if seed % 2 == 0 { capabilities.insert(.sections) }
        let (pageSize, flights) = (20 + Int(seed) * 7, 1 + Int(seed % 4))
        let budget = seed % 2 == 1 ? 400 : nil
        let policy = LoadPolicy(pageSize: pageSize, maximumRequestsInFlight: flights, itemBudget: budget)
        machine = ListMachine(capabilities: capabilities, policy: policy, seed: seed)
        lines.append("make \(capabilities.rawValue) \(pageSize) \(flights) \(budget ?? -1) \(seed)")
    }

    mutating func run(events: Int) {
        for _ in 0..<events {
            step()
            let loaded = machine.rows.loadedRanges.ranges.map { "\($0.lowerBound)-\($0.upperBound)" }
            lines.append("> list \(machine.rows.count) \(machine.endIsKnown) \(loaded.joined(separator: " "))")
        }
    }

    private mutating func step() {
        now += Double(below(400)) / 8
        let time = Instant(milliseconds: now)
        switch below(20) {
        case 0...9: look(time)
        case 10...15: answer(time)
        case 16: note("refresh \(now)", machine.refresh(now: time).effects)
        case 17: note("loadMore \(now)", machine.loadMore(now: time).effects)
        case 18 where below(4) == 0: note("retry \(now)", machine.retry(now: time))
        case 18 where below(4) == 0: note("releaseMemory \(now)", machine.releaseMemory(now: time))
        case 18 where below(8) == 0:
            first = 0
            note("reload \(now)", machine.reload(now: time).effects)
        case 19 where below(6) == 0: note("removeViewer \(now)", machine.removeViewer(now: time))
        default: note("wake \(now)", machine.wake(now: time))
        }
    }

    private mutating func look(_ time: Instant) {
        let count = max(machine.rows.count, 1)
        switch below(8) {
        case 0: first = below(count)
        case 1...4: first = min(max(0, first + below(60) - 20), count)
        default: break
        }
        let landing = below(10) == 0 ? first + below(300) : nil
        note(
            "viewport \(now) \(first) \(first + 18) \(landing ?? -1) \((landing ?? 0) + 18)",
            machine.viewport(first..<first + 18, landing: landing.map { $0..<$0 + 18 }, now: time))
    }

    /// Answers one of the requests that are open, or fails it; those cancelled are answered too.
    private mutating func answer(_ time: Instant) {
        guard !open.isEmpty else { return note("wake \(now)", machine.wake(now: time)) }
        let request = open.remove(at: below(open.count))
        let id = request.id.rawValue
        if below(6) == 0 {
            let (isTransient, retryAfter) = (below(5) > 0, below(4) == 0 ? Double(below(2_000)) : 0)
            note(
                "failed \(now) \(id) \(isTransient ? 1 : 0) \(retryAfter)",
                machine.failed(request.id, isTransient: isTransient, retryAfter: retryAfter, now: time))
            return
        }
        if below(30) == 0 { gone += below(7) }
        switch request.kind {
        case .page(.positions(let rows)):
            let end = min(rows.upperBound, total)
            let page = rows.lowerBound..<max(rows.lowerBound, below(12) == 0 ? (rows.lowerBound + end) / 2 : end)
            arrived(request, page, total: below(9) == 0 ? nil : total, end: false, cursor: nil, time)
        case .page(.after(let cursor, let limit)):
            let start = cursor.map { Int(String(decoding: $0.bytes, as: UTF8.self)) ?? 0 } ?? 0
            let end = min(start + limit, total)
            arrived(request, start..<end, total: nil, end: end == total, cursor: end, time)
        default:
            let counts = [total / 2, 0, total - total / 2]
            note(
                "sections \(now) \(id) \(counts.map { "\($0)" }.joined(separator: " "))",
                machine.sectionsArrived(counts: counts, for: request.id, now: time))
        }
    }

    private mutating func arrived(
        _ request: LoadRequest, _ rows: Range<Int>, total: Int?, end: Bool, cursor: Int?, _ time: Instant
    ) {
        let items = rows.map { $0 + gone }
        let continuation: PageContinuation =
            end ? .end : cursor.map { .next(Cursor("\($0)")) } ?? .unspecified
        let position = cursor == nil ? rows.lowerBound : nil
        note(
            "arrived \(now) \(request.id.rawValue) \(rows.lowerBound + gone) \(rows.count) \(position ?? -1) "
                + "\(total ?? -1) \(end) \(cursor ?? -1)",
            machine.arrived(
                Page(items, at: position, total: total, continuation: continuation), for: request.id, now: time))
    }

    private mutating func note(_ event: String, _ effects: ListEffects) {
        lines.append(event)
        for id in effects.cancellations { lines.append("> cancel \(id.rawValue)") }
        for request in effects.requests {
            open.append(request)
            switch request.kind {
            case .page(.positions(let rows)):
                lines.append("> positions \(request.id.rawValue) \(rows.lowerBound) \(rows.upperBound)")
            case .page(.after(let cursor, let limit)):
                let name = cursor.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "-1"
                lines.append("> after \(request.id.rawValue) \(name) \(limit)")
            default: lines.append("> sections \(request.id.rawValue)")
            }
        }
        for update in effects.updates where !update.isEmpty {
            lines.append("> update \(update.oldCount) \(update.newCount)")
            for (name, set) in [
                ("removed", update.removed), ("inserted", update.inserted), ("changed", update.changed),
            ] {
                for range in set.ranges { lines.append("> \(name) \(range.lowerBound) \(range.upperBound)") }
            }
        }
        for end in effects.finished { lines.append("> finished \(end.job.rawValue) \(end.failure == nil ? 0 : 1)") }
        lines.append("> wake \(effects.wakeAt?.milliseconds ?? .infinity)")
    }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}
