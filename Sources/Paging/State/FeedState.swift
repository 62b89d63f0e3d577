public import PagingCore

/// A list as a value, to show it again without a request after the app was ended.
///
/// ```swift
/// let saved = try list.saved(offset: 12)
/// try saved.json().write(to: file)
///
/// // After the app has been started again:
/// let state = try FeedState<Post, Post.ID>(json: Data(contentsOf: file))
/// let list = try PagedList(source, restoring: state)
/// ```
///
/// It holds the loaded rows and their positions, the snapshot of identifiers if the list uses one, its version, the cursors of further pages,
/// its gaps, its sections, the reader's place and the reader's own edits. It does not hold requests under way, failures, pinned rows and
/// filters: set ``PagedList/hide(where:)`` again.
///
/// It is made by ``PagedList/saved(offset:viewer:)`` and is read-only, except for ``place``. When it is read from a file, it is checked as a
/// whole before any of it is shown.
public struct FeedState<Item: Sendable, ID: Hashable & Sendable>: Sendable {
    /// The rows of the server's list, with placeholders for rows that are not loaded.
    public internal(set) var rows: PagedArray<Item>
    /// `true` if the list's length is known; otherwise its rows are those found so far.
    package internal(set) var isEndKnown: Bool
    /// Loaded rows that a refresh has not confirmed yet.
    package internal(set) var staleRows = PositionSet()
    /// All identifiers in list order, if the list uses a snapshot.
    public internal(set) var snapshot: [ID]?
    /// The version of the list that was shown, if the server reports one.
    public internal(set) var version: Version?
    /// Earlier versions, the latest last.
    package internal(set) var earlierVersions: [Version] = []
    /// The places to which the source's cursors led, in list order.
    package internal(set) var checkpoints: [ListMachine.State.Checkpoint] = []
    /// How the list continues before its first row, if it began at another place than its start.
    package internal(set) var beginning = PageBeginning.start
    /// Places where an unknown number of rows may be missing, in list order.
    package internal(set) var gaps: [ListMachine.State.Gap] = []
    /// The list's sections, once the source has named them.
    package internal(set) var sections: [ListSection]?
    /// The source's known capabilities.
    package internal(set) var capabilities: SourceCapabilities
    /// The number of rows from the first on that have been seen, in a list whose seen part is a still history, or `nil` in any other.
    package internal(set) var seenCount: Int?
    /// The reader's place, or `nil` if no view showed the list.
    public var place: ReaderPlace<ID>?
    /// The reader's edits that the server has not shown yet, the oldest first.
    public internal(set) var edits: [Edit] = []
    /// The edits that insert or move rows, in the order of their effect.
    var order: [Int] = []
    /// The last identifier that an edit was given.
    var lastEdit = 0

    /// The number of rows in the server's list, or `nil` if that is not known.
    public var total: Int? { isEndKnown ? rows.count : nil }

    init(rows: PagedArray<Item>, isEndKnown: Bool, capabilities: SourceCapabilities) {
        (self.rows, self.isEndKnown, self.capabilities) = (rows, isEndKnown, capabilities)
    }

    /// An edit that the reader made.
    public struct Edit: Sendable {
        /// The kind of edit.
        public enum Kind: String, Codable, Sendable {
            /// The row's content changed.
            case update
            /// The row is new.
            case insert
            /// The row was removed.
            case remove
            /// The row's position changed.
            case move
        }

        /// The place of an inserted or moved row.
        public enum Place: Hashable, Sendable {
            /// Before all other rows.
            case start
            /// Behind all other rows.
            case end
            /// Before the row with this identifier.
            case before(ID)
            /// Behind the row with this identifier.
            case after(ID)
        }

        /// The side of its neighbor on which a row was put.
        enum Side: String, Codable, Sendable {
            case start, end, before, after
        }

        /// The edit's identifier in its list.
        public let id: EditID
        /// The row's identifier.
        public let row: ID
        /// The kind of edit.
        public let kind: Kind
        /// `true` if the server is known to have accepted it.
        public let isConfirmed: Bool
        /// The row as the reader made it, in an update or an insertion.
        public let content: Item?
        /// The row as the server had it, if the reader moved it.
        let moved: Item?
        let side: Side?
        let neighbor: ID?
        let gap: Int
        let slot: Int?
        let isGone: Bool

        /// The place of an inserted or moved row, or `nil` for an update or a removal.
        public var place: Place? {
            switch side {
            case .start: .start
            case .end: .end
            case .before: neighbor.map(Place.before)
            case .after: neighbor.map(Place.after)
            case nil: nil
            }
        }
    }
}

extension FeedState.Edit: Encodable where Item: Encodable, ID: Encodable {}
extension FeedState.Edit: Decodable where Item: Decodable, ID: Decodable {}
