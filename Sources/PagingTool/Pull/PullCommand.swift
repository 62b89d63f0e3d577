internal import Foundation
internal import Paging

/// `paging pull`: downloads a whole paginated list to a file.
struct PullCommand: Command {
    static let spec = CommandSpec(
        name: "pull", summary: "Write the whole of any paginated JSON API to JSON lines, JSON, CSV or TSV.",
        operands: ["URL"],
        options: output + SourceOptions.options + requests.under(SourceOptions.requests)
            + changes.under("A list that changes meanwhile"),
        discussion: """
            Rows are written in the order of the list, each once. The list is whole when its end is known, every
            row was written and no identifier came twice, except in equal rows where pages by cursor overlap; only then
            is the exit code 0, and only then does FILE.part, which --out writes, become FILE. What arrived of a list
            that did not get whole stays in FILE.part, and without --behavior the report says how far it came.

            A list begins where its address says: ?page=3 and ?offset=40 leave out the rows before that place. --from-start
            reads the whole list, as does --dialect page or offset.

            With --resume the same command goes on behind the rows of FILE.part: by the cursor that led on, or by
            position. FILE.part.resume says where that is. FILE.part has whole rows as JSON lines whatever the
            --format, so every format can be taken up, and --format and --select may be others than before; FILE is
            made of it at the end, which needs room for both. The rows that are there must still be where they were,
            as far as can be seen; where they are not, the pull fails as it does when the list changes while it is
            read.

            json is one array. csv (RFC 4180) and tsv begin with a line of names: those that --select gives, or the
            fields of the first \(RowEncoder.headerRows) rows, sorted. A field that only later rows have is left out, and a note says so.
            Values that are objects or arrays are JSON there. What a row does not have is null: null in JSON, empty
            in csv, where an empty text is "", and \\N in tsv, which is escaped as PostgreSQL's COPY text format.
            Control characters are escaped where the rows go to a terminal.

            A server that refuses a request and names a time (Retry-After, X-RateLimit-Reset) is left alone until
            then. Where that is longer than --max-wait, the pull ends and says until when; --resume goes on after it.

            A list that is written to meanwhile needs --behavior. Pages then overlap by a row, one after another; rows
            are told apart by their identifiers, and every row that was there from the first request to the last
            is written once. Where cursors name places and not rows, one may be missed. The report lists, under
            "added" and "removed", what came and went as far as it was seen. grows-on-top: rows come at the top,
            none go; costs one pass. changes: any row may come and go, those that stay keep their order; a second
            pass, or a few more, find what came and went. rebuilt: the order may change as well; passes follow
            until one finds all quiet, at most \(ListWalk<Int>.maximumPasses), \
            or \(ListWalk<Int>.patience) requests where the list is short.
            Rows that the last pass did not see, though they may have moved, are listed under "unseen"; "changed" counts
            rows that came again with different contents, which are written as they were first read.
            Where --state is told and one pass saw one state, nothing is read again. With --snapshot and --lookup
            rows are asked for by identifier, whatever happens to their places, and a second snapshot tells what came
            and went.
            """,
        examples: [
            ("paging pull http://127.0.0.1:8080/lists/unicode --out unicode.jsonl", "the sample, whole"),
            (
                "paging pull 'https://example.com/api/items?lang=en' --dialect page --items data/items",
                "with what cannot be guessed said"
            ),
            ("paging pull URL --behavior changes --report report.json", "a list that is written to meanwhile"),
            ("paging pull URL --out rows.jsonl --resume", "on from where the same command was stopped"),
            ("paging pull URL --format csv --select id,title,author/name --out rows.csv", "some fields, as a table"),
            ("paging pull URL --report report.json | jq .name", "rows to a program, figures to a file"),
        ],
        exitCodes: [
            (0, "the list is whole"), (1, "it is not: something failed"),
            (2, "the command line cannot be understood"),
            (3, "all that came is written, but it may be the first page of a longer list"), (130, "interrupted"),
        ])

    static let standardInFlight = 4

    private let source: SourceOptions
    private let out: String?
    private let layout: RowLayout
    private let report: String?
    private let maximum: Int?
    private let inFlight: Int
    private let isQuiet: Bool
    private let resumes: Bool
    /// The changes expected during the pull, or `nil` if the list does not change.
    private let behavior: ListBehavior?

    /// The behaviors of a list during a pull, by the values of `--behavior`.
    static let behaviors: [(name: String, behavior: ListBehavior?)] = [
        ("fixed", nil),
        ("grows-on-top", ListBehavior(membership: .growsOnTop)),
        ("changes", ListBehavior(membership: .changes)),
        ("rebuilt", ListBehavior(membership: .changes, ranking: .rebuilt)),
    ]

    private static func behavior(named name: String) throws(ToolError) -> ListBehavior? {
        guard let known = behaviors.first(where: { $0.name == name }) else {
            throw .unknown("behavior", name, of: behaviors.map(\.name), command: spec.name)
        }
        return known.behavior
    }

    init(_ arguments: Arguments) throws(ToolError) {
        var source = try SourceOptions(arguments, command: Self.spec.name)
        let longest = Int(LongWait.longest.components.seconds)
        source.longestWait =
            try arguments.integer("max-wait", in: 0...longest).map { .seconds($0) } ?? LongWait.standard
        self.source = source
        out = arguments.value("out")
        layout = try RowLayout(arguments, command: Self.spec.name)
        report = arguments.value("report")
        maximum = try arguments.integer("max", in: 1 ... .max)
        inFlight = try arguments.integer("in-flight", in: 1...64) ?? Self.standardInFlight
        isQuiet = arguments.has("quiet")
        behavior = try Self.behavior(named: arguments.value("behavior") ?? "fixed")
        resumes = arguments.has("resume")
        if resumes, out == nil || out == "-" || behavior != nil {
            throw behavior == nil
                ? .usage(
                    "--resume is used with --out", "'--resume'", "Name the file that the stopped pull was to write",
                    command: Self.spec.name)
                : .usage(
                    "--resume is not used with --behavior", "'--resume'",
                    "Run the same without --resume: what came and went in a list that is written to shows from its start only",
                    command: Self.spec.name)
        }
        for (one, other) in [("snapshot", "lookup"), ("lookup", "snapshot")] where arguments.has(one) {
            guard behavior != nil, arguments.has(other) else {
                throw .usage(
                    "--\(one) is used with --\(other) and a --behavior", "'--\(one)'", "Give all three, or none",
                    command: Self.spec.name)
            }
        }
        if arguments.has("state"), behavior == nil {
            throw .usage(
                "--state is used with a --behavior", "'--state'", "Say what the server does with the list meanwhile",
                command: Self.spec.name)
        }
        if let out, out != "-", out == report {
            throw .usage("--out and --report are the same file", "'\(out)'", "Give two", command: Self.spec.name)
        }
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        if resumes, let out, Resumption.isFinished(out) {
            PullState.remove(for: out + ".part")
            if !isQuiet { console.note("paging: the stopped pull had brought the whole list: \(out)") }
            return .done
        }
        // Both files are opened before the first request, so that a missing directory is noticed at once and not after hours.
        let reportFile = try report.map { try OutputFile($0) }
        let rows: OutputFile
        var resumption: Resumption?
        do {
            if resumes, let out {
                let stopped = try Resumption(of: out, source)
                if let maximum, maximum <= stopped.state.rows {
                    throw ToolError(
                        "the stopped pull has \(Format.plural(stopped.state.rows, "row")) already", stopped.path,
                        "Give a larger --max, or none")
                }
                rows = try OutputFile(resuming: stopped.path, of: out, keeping: stopped.bytes, layout: layout)
                if stopped.hasRows { resumption = stopped }
            } else {
                rows = try OutputFile(out, layout: layout)
            }
            // From here on the pull can be resumed, whenever the process is killed.
            if behavior == nil, resumption == nil, let path = rows.workingPath {
                try? PullState(of: source).write(for: path)
            }
        } catch {
            _ = try? reportFile?.abandon()
            throw error
        }
        let line = ProgressLine(console, isQuiet: isQuiet)
        let traffic = Traffic { text in Task { @MainActor in line.interrupt(with: text) } }
        let puller: any Pulling =
            if let behavior {
                WalkPuller(source, behavior, into: rows, maximum: maximum, traffic: traffic)
            } else {
                Puller(source, into: rows, maximum: maximum, inFlight: inFlight, traffic: traffic, resuming: resumption)
            }
        let outcome = await puller.run { line.show($0) }
        return try conclude(outcome, puller, rows, reportFile, line, console)
    }

    /// Closes the files, reports the result, and returns the exit code.
    @MainActor
    private func conclude(
        _ outcome: PullOutcome, _ puller: any Pulling, _ rows: OutputFile, _ reportFile: OutputFile?,
        _ line: ProgressLine, _ console: Console
    ) throws -> ExitCode {
        let seconds = line.seconds
        let total = puller.report(failure: nil, seconds: seconds, output: nil).items
        var failure = outcome.failure
        var isWritingFailure = outcome.isWritingFailure
        var kept: String?
        let began = rows.workingPath
        var isMissingFormat = false
        do {
            defer { line.clear() }
            if failure == nil {
                try rows.finish {
                    line.show(ProgressBar(done: $0, total: total, unit: "rows in \(layout.format.rawValue)"))
                }
            } else {
                kept = try rows.abandon()
            }
        } catch {
            // Rows that could not be written are the more serious error, except if they ended the pull.
            failure = outcome.isWritingFailure ? failure : PullFailure(error is CancellationError ? nil : error)
            kept = rows.workingPath
            // All rows are on disk, but could not be converted to their format.
            isMissingFormat = !isWritingFailure && rows.isSettled
            isWritingFailure = !isMissingFormat
        }
        // If the disk was full, the last saved state is still valid.
        var canResume = isWritingFailure && kept.map { access(PullState.path(for: $0), F_OK) == 0 } == true
        if let failure, failure.isResumable || isMissingFormat, !isWritingFailure, let kept,
            let state = puller.state()
        {
            canResume = (try? state.write(for: kept)) != nil
        }
        // No pull can resume from these rows.
        if failure != nil, !canResume, !resumes, let part = kept ?? began { PullState.remove(for: part) }
        var report = puller.report(failure: failure, seconds: seconds, output: failure == nil ? rows.path : kept)
        report.notes += rows.notes
        do {
            try reportFile?.write { $0 += report.json.utf8 + [UInt8(ascii: "\n")] }
            try reportFile?.finish()
        } catch {
            console.note(report.json)
            console.complain(ToolError("the report could not be written and is printed above: \(error)"))
            return .failed
        }
        guard let failure else {
            if !isQuiet {
                console.note(report.summary)
                for note in report.notes { console.note(TerminalText.harmless("paging: \(note)")) }
            }
            return .done
        }
        if failure.isSilent { return .failed }
        console.complain(failure.told(report, canResume: canResume, areLines: rows.convertsAtEnd))
        return failure.isInterruption ? .interrupted : failure.isEndNotProven ? .endNotProven : .failed
    }
}
