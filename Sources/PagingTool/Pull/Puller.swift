internal import Paging
internal import PagingHTTP
internal import PagingWire

/// Reads a list from its first row to its last, and writes each row.
///
/// It is a reader like any other: it gives the list a viewport of the next rows, and the list loads them. Written rows are evicted, so memory
/// holds little more than the viewport, however long the list is. Of each row only a fingerprint of its identifier stays.
@MainActor
final class Puller: Pulling {
    let options: SourceOptions
    private let clock: any Clock<Duration>
    private var list: PagedList<Row>
    private var source: RowSource
    private let budget: RequestBudget
    private let traffic: Traffic
    private let output: OutputFile
    private let maximum: Int
    private let window: Int
    private let inFlight: Int
    /// The state of a stopped pull, or `nil` if there was none.
    private let stopped: PullState?
    /// The server's position of the list's first row: the number of rows that a stopped pull had written.
    private var start: Int { stopped?.rows ?? 0 }

    /// The number of rows written, which is the position of the next.
    private(set) var written: Int
    private var fingerprints: Set<Fingerprint>
    private var repeated: (position: Int, id: Row.ID)?
    /// Rows of an earlier walk that are in the file, and have not been read again yet.
    private var writtenBefore: Set<Fingerprint> = []
    private var isSecondWalk = false
    /// The total to reach, and the number of times it was reached when the list had grown.
    private var goal: (total: Int, timesReached: Int)?

    init(
        _ options: SourceOptions, into output: OutputFile, maximum: Int?, inFlight: Int, traffic: Traffic,
        resuming: Resumption? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.options = options
        self.clock = clock
        stopped = resuming?.state
        budget = RequestBudget(emptyPages: options.emptyPages ?? 0)
        (written, fingerprints) = (resuming?.state.rows ?? 0, resuming?.fingerprints ?? [])
        self.output = output
        self.maximum = maximum ?? .max
        window = options.pageSize * inFlight
        self.traffic = traffic
        source = options.source(overlaps: true, budget: budget, keepsTexts: true) { traffic.note($0) }
        if let resuming { source.resume(resuming) }
        self.inFlight = inFlight
        list = PagedList(
            source, id: \.id, policy: Self.policy(options, pageSize: options.pageSize, inFlight, largest: nil),
            clock: clock)
    }

    /// - Parameter largest: the largest number of rows in a page so far, or `nil` before the first page, which may have any number. Rows that
    ///   were received but not written must stay in memory, because a server may not be able to return them again.
    private static func policy(_ options: SourceOptions, pageSize: Int, _ inFlight: Int, largest: Int?) -> LoadPolicy {
        LoadPolicy(
            pageSize: pageSize, maximumRequestSize: pageSize, maximumRequestsInFlight: inFlight, preloads: false,
            itemBudget: largest.map { max(options.pageSize, $0) * (inFlight + 1) }, retry: options.retryPolicy,
            // The source limits empty pages, and detects cycles.
            fruitlessAnswerLimit: .max)
    }

    /// Pulls until the list is complete, cannot be read further, or the task is cancelled.
    ///
    /// - Parameter progress: called with the progress after each page.
    func run(_ progress: (ProgressBar) -> Void) async -> PullOutcome {
        let outcome = await walk(progress)
        guard case .failed(let error) = outcome, let next = wayAround(error) else { return outcome }
        source = options.following(next).source(overlaps: true, budget: budget, keepsTexts: true) { [traffic] in
            traffic.note($0)
        }
        list = PagedList(
            source, id: \.id, policy: Self.policy(options, pageSize: options.pageSize, inFlight, largest: nil),
            clock: clock)
        (writtenBefore, fingerprints, written, isSecondWalk) = (fingerprints, [], 0, true)
        return await walk(progress)
    }

    /// The place of the next page's address in answers, which is used if a page's position cannot be computed, or `nil` if there is none.
    private func wayAround(_ error: any Error) -> Dialect.Next? {
        // Rows must not be written twice, so they need identifiers.
        guard case .unevenPages = (error as? HTTPSourceError)?.reason, stopped == nil,
            case .path = source.record.identification
        else { return nil }
        return source.namedNext
    }

    private func walk(_ progress: (ProgressBar) -> Void) async -> PullOutcome {
        let watch = ListWatch(list)
        let savePoint = SavePoint(output) { [self] in state() }
        defer {
            savePoint.end()
            list.removeViewer()
        }
        look()
        for await _ in watch.changes {
            do {
                try writeLoaded()
            } catch {
                return .notWritten(error)
            }
            progress(ProgressBar(done: written, total: total.map { min($0, maximum) }))
            savePoint.noteWritten()
            if isWhole { return await checked() }
            if let error = failure ?? endlessGrowth() { return .failed(error) }
            // Servers rarely return more rows than the usual page size, and the overlapping row is one of them.
            let overlaps = source.overlapsPages && options.pageSize > 1
            let policy = Self.policy(
                options, pageSize: options.pageSize - (overlaps ? 1 : 0), inFlight,
                largest: source.record.pages > 0 ? source.record.largestPage : nil)
            if list.policy != policy { list.policy = policy }
            look()
        }
        return .interrupted
    }

    /// The outcome of a list that was read to its end. It checks that the end is real, and that all pages belong to one list.
    private func checked() async -> PullOutcome {
        guard written < maximum else { return .whole }
        do {
            try await options.repeating { try await self.source.checkEnd() }
        } catch {
            return Task.isCancelled ? .interrupted : .failed(error)
        }
        if !writtenBefore.isEmpty { return .failed(ShrunkList(written: written + writtenBefore.count, count: written)) }
        if let change = source.record.change { return .failed(change) }
        // A row that came twice may have replaced another.
        if let told = source.claimedTotal, told > written {
            return .failed(MiscountedRows(rows: written, total: told))
        }
        if let told = source.record.total, told != written {
            return .failed(MiscountedRows(rows: written, total: told))
        }
        return .whole
    }

    /// The number of rows, or `nil` if it is unknown.
    var total: Int? { list.isEndKnown ? start + list.count : nil }

    private var isWhole: Bool { written >= maximum || (list.isEndKnown && written == start + list.count) }

    /// Reports the next rows as viewport. The landing is the same, because no row is skipped.
    private func look() {
        let first = written - start
        let rows = first..<(first + min(window, maximum - written))
        list.viewport(rows, landing: rows)
    }

    private func writeLoaded() throws {
        while written < min(start + list.count, maximum), let row = list.rows[written - start] {
            let fingerprint = Fingerprint(row.id)
            if fingerprints.insert(fingerprint).inserted {
                if writtenBefore.remove(fingerprint) == nil { try output.write(row) }
                written += 1
            } else {
                // The list forgets evicted rows. If a row comes again later, the server's list has moved.
                repeated = (written, row.id)
                return
            }
        }
    }

    /// The reason why the walk cannot continue, or `nil` if it can. A list that changed may answer in any way.
    private var failure: (any Error)? {
        failureAsTold.map { $0 is PageDefect || $0 is ConflictingRow ? source.record.change ?? $0 : $0 }
    }

    /// The reason to stop reading a list that grew by less than a page each time its end was reached, or `nil` to continue.
    private func endlessGrowth() -> EndlessGrowth? {
        guard let total else { return nil }
        let (reached, times) = goal ?? (0, 0)
        guard written >= reached, total > reached else { return nil }
        let isGrowth = total - reached < options.pageSize
        goal = (total, isGrowth ? times + 1 : 0)
        return isGrowth && times + 1 >= EndlessGrowth.limit ? EndlessGrowth(count: total) : nil
    }

    private var failureAsTold: (any Error)? {
        if let repeated {
            return source.record.change ?? RepeatedRow(position: repeated.position, id: repeated.id)
        }
        if let total, written > total { return ShrunkList(written: written, count: total) }
        if written < start + list.count, case .failed(let error) = list.state(at: written - start) {
            return (error as? PageDefect)?.moved(by: start) ?? error
        }
        return list.state.error.map { ($0 as? PageDefect)?.moved(by: start) ?? $0 }
    }

    // MARK: The result

    func report(failure: PullFailure?, seconds: Double, output: String?) -> PullReport {
        let record = source.record
        var report = PullReport(
            url: options.shownAddress, items: written, distinctIds: fingerprints.count, pages: record.pages,
            requests: traffic.requests, bytes: traffic.bytes, seconds: seconds, total: record.total ?? total,
            complete: failure == nil, dialect: source.recognized ?? options.dialectName, output: output)
        report.identifiedBy = record.identification?.description
        report.error = failure?.description
        report.resumed = stopped?.rows
        if record.identification == .position {
            report.notes.append(
                "Rows have no identifier that could be recognized and are told apart by position; "
                    + "name it with --id PATH to have repetitions found.")
        }
        if failure == nil, source.record.readsPlaces, written < maximum {
            report.notes.append(
                "Pages are told by their place and nothing tells the list's length or state: where rows came and went at the same time, "
                    + "one may have been missed.")
        }
        if failure != nil { report.resume = resumption(record.failed) }
        return report
    }

    /// The state from which a pull stopped now would resume, or `nil` if no row is valid yet.
    func state() -> PullState? {
        var (rows, cursor) = (written, String?.none)
        let checkpoints = (try? list.saved(by: Row.ID.self))?.checkpoints ?? []
        // If a page was only partly written, all of its rows are requested again.
        if let last = checkpoints.last(where: { $0.cursor?.isDeadEnd == false && start + $0.position <= written }) {
            (rows, cursor) = (start + last.position, last.cursor?.description)
        } else if stopped?.cursor != nil {
            return stopped
        }
        // The state of a second walk would make a pull resume in the first one's way.
        guard rows > 0, !isSecondWalk else { return nil }
        var identifier: String?
        if case .path(let path) = source.record.identification { identifier = path.description }
        return PullState(
            rows: rows, cursor: cursor, total: source.record.total, identifier: identifier, command: options.digests)
    }

    /// The place from which another request would continue.
    private func resumption(_ failed: PageRequest?) -> [String: JSONValue] {
        var place: [String: JSONValue] = ["offset": .integer(Int64(written))]
        if case .after(let cursor?, _) = failed {
            // An address may contain a key.
            let isAddress = cursor.description.contains("?")
            place["cursor"] = .string(isAddress ? PullFailure.shownCursor(cursor) : cursor.description)
        }
        return place
    }
}
