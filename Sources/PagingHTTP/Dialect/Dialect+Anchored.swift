public import PagingWire

extension Dialect {
    /// How rows are asked for by another place than the cursor that they follow: before a cursor, at either end of the list, around a row.
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
    /// In values and in the address `{cursor}` becomes the cursor, or the row's identifier; `{limit}` the rows that are wanted, `{above}` and
    /// `{below}` those before the row and those from it on. The parameter of ``Style/cursor(_:size:)`` for the cursor is left out of such
    /// requests. What a page says of its neighbors is read where the dialect says, unless this says otherwise; whether the list goes on, either way,
    /// is read only where this says.
    public struct Anchored: Hashable, Sendable {
        /// Rows in one of several places of an answer: an array, or a single row.
        public struct Rows: Hashable, Sendable, ExpressibleByStringLiteral {
            /// Their path.
            public var path: FieldPath
            /// `true` if they come in the order opposite to the list's.
            public var isReversed: Bool

            /// Makes a place.
            public init(_ path: FieldPath, isReversed: Bool = false) {
                (self.path, self.isReversed) = (path, isReversed)
            }

            /// Makes a place of rows that come in list order.
            public init(stringLiteral value: String) { self.init(FieldPath(value)) }

            /// A place of rows that come in the opposite order.
            public static func reversed(_ path: FieldPath) -> Rows { Rows(path, isReversed: true) }
        }

        /// The parameters, set beside those of the list's address, or in the body.
        public var parameters: [String: String]
        /// The address to ask, relative to the list's address, as `context/{cursor}`; `nil` for that address itself.
        public var address: String?
        /// Parameters of the list's address, or paths in the body, that such a request leaves out.
        public var omitted: Set<String>
        /// `true` if the answer has its rows in the order opposite to the list's, as Matrix has with `dir=f`.
        public var isReversed = false
        /// The path of the answer's rows, in list order; none for the path that pages have.
        public var rows: [Rows] = []
        /// The place of the way to what follows the answer; `nil` for the place that pages have.
        public var next: Next?
        /// The place of the way to what comes before the answer; `nil` for the place that pages have.
        public var previous: Next?
        /// The path of a member that is `true` if more comes before the answer.
        public var hasPrevious: FieldPath?
        /// The path of a member that is `true` if nothing comes before the answer.
        public var isFirst: FieldPath?
        /// The path of a member that is `true` if more follows.
        public var hasMore: FieldPath?
        /// The path of a member that is `true` if nothing follows.
        public var isLast: FieldPath?
        /// The path of the position of the answer's first row, counted from 0; nothing need be there.
        public var position: FieldPath?
        /// `true` if the server is known to understand this, so that its answers need no proof: it refuses a row that it does not have, and answers what
        /// comes before a cursor or nothing.
        public var isTrusted = false

        /// Makes a way to ask; what is not named here can be set.
        ///
        /// - Parameters:
        ///   - parameters: the parameters and their values.
        ///   - address: where to ask, relative to the list's address. The parameters of that address are kept.
        ///   - omitted: parameters that such a request leaves out.
        ///   - hasPrevious: where the answer says whether more comes before it.
        public init(
            _ parameters: [String: String], address: String? = nil, omitting omitted: Set<String> = [],
            hasPrevious: FieldPath? = nil
        ) {
            (self.parameters, self.address, self.omitted, self.hasPrevious) = (
                parameters, address, omitted, hasPrevious
            )
        }
    }

    /// Takes what an app has said of the way upwards beside what is found in an answer: it goes before that.
    mutating func takeUpward(_ given: Dialect) {
        isReversed = given.isReversed
        identifier = given.identifier ?? identifier
        previous = given.previous ?? previous
        before = given.before ?? before
        end = given.end ?? end
        start = given.start ?? start
        around = given.around ?? around
    }

    /// The dialect that an answer to a request of such a kind is read in.
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

    /// A text with what it is asked by in it.
    func filled(_ template: String, cursor: String, limit: Int) -> String {
        guard template.contains("{") else { return template }
        let above = limit / 2
        return template.replacing("{limit}", with: String(limit)).replacing("{above}", with: String(above))
            .replacing("{below}", with: String(limit - above)).replacing("{cursor}", with: cursor)
    }
}
