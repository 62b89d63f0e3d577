internal import Foundation
internal import Paging
internal import PagingTesting
internal import PagingWire

/// `paging scroll`: plays a scroll trace against a real server and measures how the list kept up.
struct ScrollCommand: Command {
    static let spec = CommandSpec(
        name: "scroll", summary: "Play a scroll trace against a real server, and measure.", operands: ["URL"],
        options: [
            .init(name: "trace", value: "FILE.csv", help: "The trace: what was on screen, frame by frame. Required."),
            .init(name: "report", value: "FILE", help: "Where to write the measures, as JSON."),
            .init(name: "delay", value: "MS", help: "Latency to add to each request.", defaultValue: "0"),
        ] + SourceOptions.options,
        discussion: """
            A trace is a CSV file: the comment '# viewport_rows=20 list_rows=1000000', the header
            'time_ms,first_row,landing_row', and a line a frame; landing_row is empty where the platform told
            none. It is played in real time, so that it takes as long as the scrolling it was taken from. Where the
            server's list is too short for a trace, the trace's rows are scaled down to it.
            """,
        examples: [
            (
                "paging scroll http://127.0.0.1:8080/lists/events --trace drag.csv --delay 200 --report drag.json",
                "what dragging the scroll bar costs at 200 ms of latency"
            )
        ],
        exitCodes: [
            (0, "played and measured"), (1, "the trace or the list cannot be read, or requests failed"),
            (2, "the command line cannot be understood"), (130, "interrupted"),
        ])

    /// The number of rows per request, the same as in the measurements of other systems.
    static let standardPageSize = 50
    /// The largest size of a trace in bytes: hours of scrolling.
    private static let longestFile = 64 << 20

    private let source: SourceOptions
    private let trace: String
    private let report: String?
    private let delay: Int

    init(_ arguments: Arguments) throws(ToolError) {
        source = try SourceOptions(arguments, command: Self.spec.name, pageSize: Self.standardPageSize)
        guard let trace = arguments.value("trace") else {
            throw .usage("--trace is missing", "after 'scroll'", "Name a trace's file", command: Self.spec.name)
        }
        self.trace = trace
        report = arguments.value("report")
        delay = try arguments.integer("delay", in: 0...60_000) ?? 0
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        let trace = try read()
        let reportFile = try report.map { try OutputFile($0) }
        do {
            let count = try await length()
            let fitted = trace.fitted(to: count)
            if let note = ScrollCommand.note(on: trace, fitted, count) { console.note("paging: \(note)") }
            let player = TracePlayer(fitted, source, delay: .milliseconds(delay))
            let result = try await player.play()
            let summary = ScrollReport(
                measures: result.measures, trace: self.trace, listRows: count, viewportRows: trace.viewportRows,
                delay: delay, pageSize: source.pageSize, failures: result.failures,
                latestFrame: result.latestFrame, isFitted: fitted.frames != trace.frames)
            try reportFile?.write { $0 += summary.json.utf8 + [UInt8(ascii: "\n")] }
            try reportFile?.finish()
            try console.say(summary.table, end: "")
            if result.failures > 0 {
                throw ToolError(
                    "\(Format.plural(result.failures, "request")) failed", source.shownAddress,
                    result.error.map { "The last: \($0)" })
            }
            return .done
        } catch is CancellationError {
            _ = try? reportFile?.abandon()
            console.note("paging: interrupted; a trace that was not played to its end has no measures")
            return .interrupted
        } catch {
            _ = try? reportFile?.abandon()
            throw error
        }
    }

    private func read() throws(ToolError) -> ScrollTrace {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: trace))
        } catch {
            throw ToolError("cannot read the trace: \(error.localizedDescription)", trace, "Check the path")
        }
        guard data.count <= Self.longestFile else {
            throw ToolError("the trace is too long", trace, "A trace may have \(Format.bytes(Self.longestFile))")
        }
        do {
            return try ScrollTrace(parsing: String(decoding: data, as: UTF8.self))
        } catch {
            throw ToolError("the trace cannot be read: \(error.description)", trace, "Mend that line")
        }
    }

    /// The number of rows in the server's list, to which a trace must be fitted. It is requested before the measurement starts.
    private func length() async throws -> Int {
        let probe = source.source()
        do {
            let request: PageRequest =
                probe.capabilities.contains(.positions)
                ? .positions(0..<source.pageSize) : .after(nil, limit: source.pageSize)
            let page = try await probe.page(for: request)
            if let total = page.total, total >= 0 { return total }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ToolError("\(error)")
        }
        throw ToolError(
            "the server does not say how many rows its list has", source.shownAddress,
            "Say where the total is with --total PATH; a list of unknown length cannot be jumped in")
    }

    private static func note(on trace: ScrollTrace, _ fitted: ScrollTrace, _ count: Int) -> String? {
        guard fitted.frames != trace.frames else { return nil }
        func furthest(_ trace: ScrollTrace) -> Int {
            trace.frames.reduce(0) { max($0, $1.firstRow, $1.landingRow ?? 0) }
        }
        let share = Double(furthest(fitted)) / Double(max(1, furthest(trace)))
        return
            "the trace goes to row \(Format.count(furthest(trace))) and the list has \(Format.plural(count, "row")): its "
            + "rows are scaled to \(Format.tenths(share * 100)) %, and its speed with them"
    }
}
