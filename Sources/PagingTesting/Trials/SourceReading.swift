internal import Paging

/// Reads a source without a list, by cursors from its start and by random positions, and compares each page with the rows.
struct SourceReading<Source: PageSource> where Source.Element: Identifiable, Source.Element.ID: Sendable {
    private let trial: ListTrial<Source>
    private let seed: UInt64
    private let source: Source
    private var random: SplitMix64
    private var history: [String] = []

    init(_ trial: ListTrial<Source>, seed: UInt64) {
        (self.trial, self.seed, source) = (trial, seed, trial.source())
        random = SplitMix64(seed: seed)
    }

    mutating func run() async throws {
        let limit = [1, 2, 3, 7, 20, 50][Int(random.next() % 6)]
        let first =
            source.capabilities.contains(.positions) ? PageRequest.positions(0..<limit) : .after(nil, limit: limit)
        var page = try await ask(first, from: 0)
        if (page.capabilities ?? source.capabilities).contains(.positions) {
            for _ in 0..<10 where !trial.rows.isEmpty {
                let start = Int(random.next() % UInt64(trial.rows.count))
                _ = try await ask(.positions(start..<start + limit), from: start)
            }
            return
        }
        var end = page.items.count
        // Each page has at least a row, except the last.
        for _ in 0...trial.rows.count {
            guard case .next(let cursor) = page.continuation else {
                if end == trial.rows.count { return }
                throw failure(.oneStretch, "the source ends after \(end) of \(trial.rows.count) rows")
            }
            page = try await ask(.after(cursor, limit: limit), from: end)
            end += page.items.count
        }
        throw failure(.requestsEnd, "the source goes on after \(end) of \(trial.rows.count) rows")
    }

    /// Requests a page whose first row is known, unless the source reports its position.
    private mutating func ask(_ request: PageRequest, from start: Int) async throws -> Page<Source.Element> {
        let page = try await source.page(for: request)
        let rows = page.items.map { "\($0.id)" }.joined(separator: " ")
        history.append(
            "\(request): rows \(rows), at \(page.position.map(String.init) ?? "no position"), total "
                + (page.total.map(String.init) ?? "not told"))
        if let total = page.total, total != trial.rows.count {
            throw failure(.oneStretch, "the source says that it has \(total) rows, and has \(trial.rows.count)")
        }
        var expected = page.position ?? start
        for item in page.items {
            guard let position = trial.positions[item.id] else {
                throw failure(.screenIsRight, "the source has a row \(item.id), which is not among the rows")
            }
            if position < expected {
                throw failure(
                    .noRowTwice, "the source repeats row \(item.id), which is row \(position), at \(expected)")
            }
            if position > expected {
                throw failure(.noHole, "the source leaves out row \(trial.rows[expected]) before row \(item.id)")
            }
            expected += 1
        }
        if case .positions(let asked) = request, asked.lowerBound < trial.rows.count,
            !((page.position ?? start)..<expected).contains(asked.lowerBound)
        {
            throw failure(.noHole, "the source leaves out row \(trial.rows[asked.lowerBound]), which it is asked for")
        }
        return page
    }

    private func failure(_ law: ListTrialFailure.Law, _ finding: String) -> ListTrialFailure {
        ListTrialFailure(law: law, seed: seed, finding: finding, history: history)
    }
}
