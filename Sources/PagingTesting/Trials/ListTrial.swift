public import Paging

/// Puts a source of an app's own under the laws of lists, by seed.
///
/// ```swift
/// struct Station: Identifiable, Sendable { let id: Int }
/// let stations = (0..<60).map { Station(id: $0) }
/// try await ListTrial(rows: stations) { ArraySource(stations) }.run(seeds: 1...100)   // your source here
/// ```
///
/// First the source is read without a list: its pages have to fit each other, and its total has to be true. Then lists of it are scrolled,
/// flung, jumped about in, loaded page by page and refreshed, and whenever one has come to rest what it shows is compared with the rows. The
/// sizes of pages and all that readers do follow from the seed, so a failure is repeated by running its seed alone.
///
/// The rows must not change meanwhile, and the source should answer from memory. It is not for lists that change on their server, nor for
/// sources that fail.
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
    ///   - rows: all rows that the source has, in list order.
    ///   - sections: the sections that it names; `nil` to leave these alone.
    ///   - behavior: what the app declares of the list.
    ///   - source: makes a source that has these rows, for each seed a new one.
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
    /// - Parameter seeds: where the random choices start.
    /// - Throws: ``ListTrialFailure``, which names the law, the seed and all that happened before; what the source throws when it is read
    ///   without a list.
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
