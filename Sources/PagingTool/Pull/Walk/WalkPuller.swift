internal import Paging
internal import PagingHTTP
internal import PagingWire

/// Pulls a list that changes while it is read: sends the requests of its walk, and writes each row when it is first seen.
@MainActor
final class WalkPuller: Pulling {
    let options: SourceOptions
    private let source: RowSource
    private let traffic: Traffic
    private let budget: RequestBudget
    private let output: OutputFile
    private let maximum: Int
    private var walk: ListWalk<Row.ID>
    private(set) var written = 0
    /// Hashes of the rows' content when they were written, and the rows that were read again with other content.
    private var contents: [Fingerprint: Int] = [:]
    private var changed: Set<Fingerprint> = []
    /// The comparison of two snapshots, or `nil` if the list was not read by snapshots.
    private var comparison: SnapshotComparison?

    init(_ options: SourceOptions, _ behavior: ListBehavior, into output: OutputFile, maximum: Int?, traffic: Traffic) {
        self.options = options
        self.output = output
        self.maximum = maximum ?? .max
        self.traffic = traffic
        let budget = RequestBudget(changes: true, emptyPages: options.emptyPages ?? 0)
        self.budget = budget
        source = options.source(budget: budget, keepsTexts: true) { traffic.note($0) }
        walk = ListWalk(behavior, pageSize: options.pageSize, capabilities: source.capabilities)
    }

    func state() -> PullState? { nil }

    var total: Int? { comparison?.count ?? walk.total }

    func run(_ progress: (ProgressBar) -> Void) async -> PullOutcome {
        if options.dialect.snapshot != nil, options.dialect.lookup != nil { return await runBySnapshots(progress) }
        let savePoint = SavePoint(output) { nil }
        defer { savePoint.end() }
        while true {
            switch walk.step {
            case .done:
                do {
                    try await repeating { try await self.source.checkEnd() }
                } catch let error as HTTPSourceError where error.reason.findsRowsBehindEnd && walk.goOn() {
                    continue
                } catch {
                    return Task.isCancelled ? .interrupted : .failed(error)
                }
                return .whole
            case .failed(let failure): return .failed(failure)
            case .ask(let request):
                let page: Page<Row>
                do {
                    page = try await repeating { try await self.source.page(for: request) }
                    if source.record.identification == .position { throw UnnamedRows() }
                    try page.validate()
                } catch {
                    return Task.isCancelled ? .interrupted : .failed(error)
                }
                do {
                    try write(page)
                } catch {
                    return .notWritten(error)
                }
                budget.note(
                    page: page.items.count, usual: source.usualAnswerLength, rows: walk.count,
                    leadsOn: page.continuation.cursor != nil)
                savePoint.noteWritten()
                progress(ProgressBar(done: written, total: walk.total.map { min(max($0, written), maximum) }))
                if written >= maximum { return .whole }
            }
        }
    }

    /// Reads snapshots of all identifiers and requests the rows by them, until all rows of the last one are received. It reads at least two, to
    /// find the changes meanwhile. If a list grows all the time, the newest rows are left out in the end.
    private func runBySnapshots(_ progress: (ProgressBar) -> Void) async -> PullOutcome {
        var comparison = SnapshotComparison()
        defer { self.comparison = comparison }
        do {
            // The first page shows the place of rows in an answer, if no option names it.
            if options.dialect.items == nil {
                _ = try await repeating { try await self.source.page(for: .after(nil, limit: 1)) }
            }
            var size = options.pageSize
            var largestAnswer = 0
            // Rows requested by their identifiers: the limit of requests is the same as for pages of them.
            var asked = 0
            while true {
                comparison.take(try await repeating { try await self.source.snapshot() })
                var rest = comparison.missing[...]
                var isCut = !rest.isEmpty
                while !rest.isEmpty, written < maximum {
                    let batch = Array(rest.prefix(size))
                    rest = rest.dropFirst(batch.count)
                    asked += batch.count
                    let rows = try await repeating { try await self.source.rows(withIDs: batch) }
                    comparison.arrived(rows.map(\.id), of: batch)
                    if rows.count == batch.count, rows.count > largestAnswer { isCut = false }
                    largestAnswer = max(largestAnswer, rows.count)
                    do {
                        for row in rows where written < maximum { try write(row) }
                    } catch {
                        return .notWritten(error)
                    }
                    budget.note(
                        page: rows.count, usual: source.usualAnswerLength, rows: asked, leadsOn: false)
                    progress(ProgressBar(done: written, total: min(comparison.count, maximum)))
                }
                if written >= maximum { return .whole }
                let stubborn = comparison.stubborn
                if !stubborn.isEmpty { return .failed(RowsNotGiven(ids: stubborn)) }
                if comparison.passes > 1, comparison.missing.isEmpty || comparison.hasOutrun { return .whole }
                // A server that truncates every answer can return as many rows as it did.
                if isCut, largestAnswer > 0 { size = min(size, largestAnswer) }
            }
        } catch {
            return Task.isCancelled ? .interrupted : .failed(error)
        }
    }

    private func write(_ row: Row) throws {
        try output.write(row)
        written += 1
    }

    private func write(_ page: Page<Row>) throws {
        // The capabilities in a page must be known before its rows are processed.
        if let capabilities = page.capabilities { walk.learn(capabilities) }
        let new = walk.take(
            .init(
                ids: page.items.map(\.id), position: page.position, total: page.total, continuation: page.continuation,
                version: page.version))
        for index in new where written < maximum {
            try write(page.items[index])
        }
        for row in page.items {
            let (fingerprint, now) = (Fingerprint(row.id), row.value.hashValue)
            if let known = contents[fingerprint], known != now { changed.insert(fingerprint) }
            if contents[fingerprint] == nil { contents[fingerprint] = now }
        }
    }

    /// Sends a request that bypasses caches, which would repeat an earlier state, and repeats it after temporary failures.
    private func repeating<Answer: Sendable>(
        _ ask: @MainActor () async throws -> Answer
    ) async throws -> Answer {
        try await options.repeating { try await LoadOptions.$skipsCaches.withValue(true) { try await ask() } }
    }

    private static let outrun = "Rows kept coming faster than they were read; the newest were left."

    func report(failure: PullFailure?, seconds: Double, output: String?) -> PullReport {
        let record = source.record
        var report = PullReport(
            url: options.shownAddress, items: written, distinctIds: written, pages: record.pages,
            requests: traffic.requests, bytes: traffic.bytes, seconds: seconds, total: total,
            complete: failure == nil, dialect: source.recognized ?? options.dialectName, output: output)
        report.identifiedBy = record.identification?.description
        report.error = failure?.description
        report.passes = comparison?.passes ?? walk.pass
        let isWhole = failure == nil && written < maximum
        if isWhole {
            report.added = (comparison?.added ?? walk.added).compactMap(\.json)
            report.removed = (comparison?.removed ?? walk.removed).compactMap(\.json)
        }
        if isWhole, comparison == nil, !walk.unseen.isEmpty {
            report.unseen = walk.unseen.compactMap(\.json)
            report.notes.append(
                "The last pass did not see \(Format.plural(walk.unseen.count, "row")), which the report lists as unseen: they were removed, or "
                    + "they moved while it was read.")
        }
        if let comparison {
            if isWhole, !comparison.missing.isEmpty { report.notes.append(Self.outrun) }
            return report
        }
        report.changed = changed.count
        if !changed.isEmpty {
            report.notes.append(
                "\(Format.plural(changed.count, "row")) came again with different contents and \(changed.count == 1 ? "is" : "are") "
                    + "written as first read: the contents changed meanwhile, or something else tells rows apart, which --id PATH names."
            )
        }
        guard walk.count > 0 else { return report }
        if !walk.hasPositions {
            report.notes.append(
                "The list is read by cursors: rows that went or moved between two pages cannot be noticed by an overlap."
            )
        }
        if !walk.isClosed { report.notes.append(Self.outrun) }
        if walk.isReordered, walk.behavior.ranking == .stable {
            report.notes.append(
                "Rows came in another order than before: where the order itself changes, use --behavior rebuilt.")
        }
        if walk.behavior.ranking == .rebuilt, !walk.added.isEmpty {
            report.notes.append("Where the order may change, a row that is called added may have moved instead.")
        }
        return report
    }
}

extension HTTPSourceError.Reason {
    /// `true` if rows came from behind the end of a list.
    fileprivate var findsRowsBehindEnd: Bool {
        switch self {
        case .shortPage, .emptyPage, .totalTooLow: true
        default: false
        }
    }
}

/// Rows that nothing tells apart.
struct UnnamedRows: Error, CustomStringConvertible {
    var description: String {
        "rows have no identifier that could be recognized, and a list that changes cannot be read without: name it with "
            + "--id PATH"
    }
}
