public import Paging

/// Tests an app's own source against the laws of lists, with random readers by seed.
///
/// ```swift
/// struct Station: Identifiable, Sendable { let id: Int }
/// let stations = (0..<60).map { Station(id: $0) }
/// try await ListTrial(rows: stations) { ArraySource(stations) }.run(seeds: 1...100)   // your source here
/// ```
///
/// First the source is read without a list: its pages have to be consistent, and its total has to be correct. Then lists of it are scrolled,
/// flung, moved by jumps, loaded page by page and refreshed. Each time a list has settled, its rows are compared with the given rows. Page sizes
/// and readers depend only on the seed, so a failure can be repeated with its seed alone.
///
/// The rows must not change meanwhile, and the source should answer from memory. Lists that change on their server and sources that fail cannot
/// be tested.
public struct ListTrial<Source: PageSource>: Sendable
where Source.Element: Identifiable, Source.Element.ID: Sendable {
    /// The source's rows, by their identifiers, in list order.
    let rows: [Source.Element.ID]
    let positions: [Source.Element.ID: Int]
    let sections: [ListSection]?
    let behavior: ListBehavior
    let source: @Sendable () -> Source

    /// Makes a trial.
    ///
    /// - Parameters:
    ///   - rows: all rows of the source, in list order.
    ///   - sections: the expected sections, or `nil` to skip them.
    ///   - behavior: the list's behavior, as the app declares it.
    ///   - source: makes a source with these rows. It is called once per seed and part of the trial.
    public init(
        rows: [Source.Element], sections: [ListSection]? = nil, behavior: ListBehavior = .fixed,
        _ source: @escaping @Sendable () -> Source
    ) {
        self.rows = rows.map(\.id)
        positions = Dictionary(zip(self.rows, 0...)) { first, _ in first }
        (self.sections, self.behavior, self.source) = (sections, behavior, source)
    }

    /// Runs a trial for each seed, until one fails.
    ///
    /// - Parameter seeds: the seeds of the random choices.
    /// - Throws: ``ListTrialFailure`` with the law, the seed and all steps before; the errors of the source when it is read without a list.
    @MainActor
    public func run(seeds: ClosedRange<UInt64> = 1...100) async throws {
        for seed in seeds {
            var reading = SourceReading(self, seed: seed)
            try await reading.run()
            var run = ListTrialRun(self, seed: seed)
            try await run.run()
        }
    }
}
