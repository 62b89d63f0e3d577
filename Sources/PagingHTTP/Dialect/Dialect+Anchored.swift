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
    /// requests. What a page says of its neighbours is read where the dialect says, unless this says otherwise; whether the list goes on, either way,
    /// is read only where this says.
    public struct Anchored: Hashable, Sendable {
        /// Rows in one of several places of an answer: an array, or a single row.
        public struct Rows: Hashable, Sendable, ExpressibleByStringLiteral {
            /// Where they are.
            public var path: FieldPath
            /// Whether they come in the order opposite to the list's.
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
        /// Where to ask, relative to the list's address, as `context/{cursor}`; `nil` for that address itself.
        public var address: String?
        /// Parameters of the list's address, or paths in the body, that such a request leaves out.
        public var omitted: Set<String>
        /// Whether the answer has its rows in the order opposite to the list's, as Matrix has with `dir=f`.
        public var isReversed = false
        /// Where the answer has its rows, in list order; none where pages have them.
        public var rows: [Rows] = []
        /// Where the answer says what follows it; `nil` for where pages do.
        public var next: Next?
        /// Where the answer says what comes before it; `nil` for where pages do.
        public var previous: Next?
        /// Where the answer says, as true or false, whether more comes before it.
        public var hasPrevious: FieldPath?
        /// Where the answer says, as `true`, that nothing comes before it.
        public var isFirst: FieldPath?
        /// Where the answer says, as true or false, whether more follows.
        public var hasMore: FieldPath?
        /// Where the answer says, as `true`, that nothing follows.
        public var isLast: FieldPath?
        /// Where the answer says the position of its first row, counted from 0; nothing need be there.
        public var position: FieldPath?
        /// Whether the server is known to understand this, so that its answers need no proof: it refuses a row that it does not have, and answers what
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
