internal import Foundation
public import Paging

/// A screen reader's announcements of a list's loading: its beginning and its result, but not rows that fill in.
public struct ListAnnouncer: Sendable {
    /// The phrases, to be translated.
    public struct Phrases: Sendable {
        /// The first rows, or a refresh, are being loaded.
        public var loading = "Loading"
        /// The first load brought so many rows.
        public var loaded: @Sendable (Int) -> String = { $0 == 1 ? "1 row" : "\($0) rows" }
        /// A refresh is done.
        public var refreshed = "Up to date"
        /// A load failed.
        public var failed: @Sendable (any Error) -> String = { "Loading failed. \($0.localizedDescription)" }

        /// The English phrases.
        public init() {}
    }

    private enum Told { case nothing, loading, refreshing, failed }
    private var told = Told.nothing
    /// The phrases.
    public var phrases: Phrases

    /// Makes an announcer that has announced nothing yet.
    public init(_ phrases: Phrases = Phrases()) { self.phrases = phrases }

    /// The announcement of a new state of the list, or `nil` if it is nothing new.
    public mutating func announcement(of state: ListState, count: Int) -> String? {
        let before = told
        switch state {
        case .loading:
            told = .loading
            return before == .loading ? nil : phrases.loading
        case .refreshing:
            told = .refreshing
            return before == .refreshing ? nil : phrases.loading
        case .failed(let error):
            told = .failed
            return before == .failed ? nil : phrases.failed(error)
        case .idle:
            told = .nothing
            switch before {
            case .nothing: return nil
            case .refreshing: return phrases.refreshed
            case .loading, .failed: return phrases.loaded(count)
            }
        }
    }
}
