public import PagingWire

extension Dialect {
    /// How rows are requested other than by the cursor before them: before a cursor, at either end of the list, or around a row.
    ///
    /// ```swift
    /// // Stripe: ?ending_before=ID&limit=N, where `has_more` speaks of what comes before.
    /// stripe.before = Dialect.Anchored(["ending_before": "{cursor}", "limit": "{limit}"], hasPrevious: "has_more")
    /// // Zulip: ?anchor=ID&num_before=N&num_after=M
    /// zulip.around = Dialect.Anchored(["anchor": "{cursor}", "num_before": "{above}", "num_after": "{below}"])
    /// // GraphQL: {"variables": {"before": CURSOR, "last": N}}, without `first`.
    /// users.before = Dialect.Anchored(["variables.before": "{cursor}", "variables.last": "{limit}"], omitting: ["variables.first"])
    /// ```
    ///
    /// In values and in the address `{cursor}` becomes the cursor, or the row's identifier; `{limit}` the number of rows wanted; `{above}` and
    /// `{below}` the numbers before the row and from it on. Such requests leave out the cursor's parameter of ``Style/cursor(_:size:)``.
    ///
    /// The links to neighboring pages are read as the dialect says, unless this says otherwise. The signs that more rows come before or after
    /// are read only as this says.
    public struct Anchored: Hashable, Sendable {
        /// Rows in one of several places of an answer: an array, or a single row.
        public struct Rows: Hashable, Sendable, ExpressibleByStringLiteral {
            /// The path of the rows.
            public var path: FieldPath
            /// `true` if they are in the reverse of the list's order.
            public var isReversed: Bool

            /// Makes a place.
            public init(_ path: FieldPath, isReversed: Bool = false) {
                (self.path, self.isReversed) = (path, isReversed)
            }

            /// Makes a place of rows in list order.
            public init(stringLiteral value: String) { self.init(FieldPath(value)) }

            /// A place of rows in the reverse order.
            public static func reversed(_ path: FieldPath) -> Rows { Rows(path, isReversed: true) }
        }

        /// The parameters, added to those of the list's address, or set in the body.
        public var parameters: [String: String]
        /// The address to ask, relative to the list's address, as `context/{cursor}`; `nil` for that address itself.
        public var address: String?
        /// Parameters of the list's address, or paths in the body, that such a request omits.
        public var omitted: Set<String>
        /// `true` if the answer has its rows in the reverse of the list's order, as Matrix has with `dir=f`.
        public var isReversed = false
        /// The paths of the answer's rows, in list order; empty for the path used for pages.
        public var rows: [Rows] = []
        /// The place of the link to the rows after the answer; `nil` for the place used for pages.
        public var next: Next?
        /// The place of the link to the rows before the answer; `nil` for the place used for pages.
        public var previous: Next?
        /// The path of a member that is `true` if more rows come before the answer.
        public var hasPrevious: FieldPath?
        /// The path of a member that is `true` if no rows come before the answer.
        public var isFirst: FieldPath?
        /// The path of a member that is `true` if more rows follow.
        public var hasMore: FieldPath?
        /// The path of a member that is `true` if no rows follow.
        public var isLast: FieldPath?
        /// The path of the position of the answer's first row, counted from 0. The member may be missing.
        public var position: FieldPath?
        /// `true` if the server is known to understand this, so that its answers need no proof: it refuses a row that it does not have, and
        /// returns rows before a cursor or none.
        public var isTrusted = false

        /// Makes a way to ask; the other properties can be set.
        ///
        /// - Parameters:
        ///   - parameters: the parameters and their values.
        ///   - address: the address to ask, relative to the list's address. Its parameters are kept.
        ///   - omitted: parameters that such a request omits.
        ///   - hasPrevious: the path of a member that is `true` if more rows come before the answer.
        public init(
            _ parameters: [String: String], address: String? = nil, omitting omitted: Set<String> = [],
            hasPrevious: FieldPath? = nil
        ) {
            (self.parameters, self.address, self.omitted, self.hasPrevious) = (
                parameters, address, omitted, hasPrevious
            )
        }
    }

    /// Adds the app's own settings for reading upward to a recognized dialect. They take precedence.
    mutating func takeUpward(_ given: Dialect) {
        isReversed = given.isReversed
        identifier = given.identifier ?? identifier
        previous = given.previous ?? previous
        before = given.before ?? before
        end = given.end ?? end
        start = given.start ?? start
        around = given.around ?? around
    }

    /// The dialect for reading the answer to such a request.
    func reading(_ anchored: Anchored) -> Dialect {
        var dialect = self
        (dialect.next, dialect.previous) = (anchored.next ?? next, anchored.previous ?? previous)
        (dialect.hasMore, dialect.isLast) = (anchored.hasMore, anchored.isLast)
        (dialect.anchored, dialect.endsWithoutHasMore) = (anchored, false)
        return dialect
    }
}

extension Dialect.Anchored {
    func with(_ change: (inout Dialect.Anchored) -> Void) -> Dialect.Anchored {
        var anchored = self
        change(&anchored)
        return anchored
    }

    /// A template with its names in braces filled in.
    func filled(_ template: String, cursor: String, limit: Int) -> String {
        guard template.contains("{") else { return template }
        let above = limit / 2
        return template.replacing("{limit}", with: String(limit)).replacing("{above}", with: String(above))
            .replacing("{below}", with: String(limit - above)).replacing("{cursor}", with: cursor)
    }
}
