internal import PagingCore

/// The state of a list as a whole, for a spinner or an error view.
public enum ListState: Sendable {
    /// The reader waits for nothing. Preloading and rows that fill in are not part of it.
    case idle
    /// The first load: there is nothing to show yet.
    case loading
    /// A refresh: the rows shown stay until the new data is in.
    case refreshing
    /// The first load, the last refresh or loading at the end of the list failed, or rows on screen failed for want of a network. It stays so
    /// while such rows are retried automatically. ``PagedList/retry()`` tries again.
    case failed(any Error)

    /// The error, if the state is a failure.
    public var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }
}

/// Names of other libraries for the same states: the compiler reports the name used here.
extension ListState {
    /// Called ``idle`` here.
    @available(*, unavailable, renamed: "idle")
    public static var loaded: ListState { fatalError() }

    /// Done another way here, as the compiler says.
    @available(*, unavailable, message: "Ask 'isEmpty' of the list.")
    public static var empty: ListState { fatalError() }
}

extension ListState: Equatable {
    /// `true` if both are the same case. Two failures are equal, whatever their errors.
    public static func == (left: ListState, right: ListState) -> Bool {
        switch (left, right) {
        case (.idle, .idle), (.loading, .loading), (.refreshing, .refreshing), (.failed, .failed): true
        default: false
        }
    }
}

/// The state of one row.
public enum RowState: Sendable {
    /// No item, and no request for it.
    case placeholder
    /// No item yet, but a request for it.
    case loading
    /// No item, and the last attempt to load it failed. ``PagedList/retry()`` tries again. If the error was ``LoadError/isTransient``, so does
    /// showing the row anew.
    case failed(any Error)
    /// The item is there.
    case loaded
}

/// A list's sections in order, each a stretch of rows with a title.
public struct ListSections: RandomAccessCollection, Hashable, Sendable {
    /// A section and its position.
    public struct Section: Hashable, Sendable {
        /// The title that a header or a jump bar shows.
        public let title: String
        /// The section's rows in the list; empty for a section without any.
        public let rows: Range<Int>
    }

    private let titles: [String]
    private let map: SectionMap

    init(_ sections: [ListSection], map: SectionMap) {
        titles = sections.map(\.title)
        self.map = map
    }

    /// The number of rows in all sections.
    var rowCount: Int { map.total }

    /// The same sections with other rows.
    ///
    /// - Parameter start: the new position of an old one; called with the end of each section.
    package func moved(_ start: (Int) -> Int) -> ListSections {
        var counts: [Int] = []
        var lower = 0
        for section in indices {
            let upper = start(map.range(ofSection: section).upperBound)
            counts.append(Swift.max(0, upper - lower))
            lower = Swift.max(lower, upper)
        }
        return ListSections(titles: titles, map: SectionMap(counts: counts))
    }

    /// `true` if each section has the rows that a map assigns to it.
    func isMapped(by map: SectionMap) -> Bool { self.map == map }

    /// The same titles with the rows that a map assigns to them, or these sections unchanged if it has another number of them.
    func mapped(by map: SectionMap) -> ListSections {
        map.sectionCount == titles.count ? ListSections(titles: titles, map: map) : self
    }

    private init(titles: [String], map: SectionMap) {
        (self.titles, self.map) = (titles, map)
    }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of sections.
    public var endIndex: Int { titles.count }

    /// A section by its number.
    ///
    /// - Complexity: O(log *sections*).
    public subscript(index: Int) -> Section { Section(title: titles[index], rows: map.range(ofSection: index)) }

    /// The section of a row, and the row's place in it.
    ///
    /// - Parameter position: a row of the list, below the sum of all sections' rows.
    /// - Complexity: O(log *sections*).
    public func location(of position: Int) -> (section: Int, row: Int) { map.location(of: position) }

    /// The list position of a section's row.
    ///
    /// - Complexity: O(log *sections*).
    public func position(section: Int, row: Int) -> Int { map.position(section: section, row: row) }
}

extension ListSections {
    /// `true` if two lists have the same sections.
    public static func == (left: ListSections, right: ListSections) -> Bool {
        left.titles == right.titles && left.map == right.map
    }

    /// Hashes the titles.
    public func hash(into hasher: inout Hasher) { hasher.combine(titles) }
}
