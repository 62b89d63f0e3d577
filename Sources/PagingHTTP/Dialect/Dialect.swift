public import PagingCore
public import PagingWire

/// How an API is asked for a page, and the paths of its answer: a value, so that any API can have one.
///
/// ```swift
/// let topics = Dialect.page(
///     "page.currentPage", size: "page.size", items: "entity/topics", total: .path("paging.totalCount"))
///
/// var mine = Dialect.offset("skip", limit: "take", items: "rows")
/// mine.total = .header("X-Total")
/// ```
///
/// A list that is read by cursors can also be read upward, and begin at its end or at a row, if the dialect says how (``Anchored``):
///
/// ```swift
/// var mine = Dialect.cursor("starting_after", items: "data", next: .lastItem("id"), hasMore: "has_more")
/// mine.previous = .firstItem("id")
/// mine.before = Dialect.Anchored(["ending_before": "{cursor}", "limit": "{limit}"], hasPrevious: "has_more")
/// ```
///
/// Parts for lists that change are set the same way:
///
/// ```swift
/// mine.version = .path("meta/state")                  // the state of the list that a page shows
/// mine.lookup = Dialect.Lookup("ids")                 // ?ids=7,8,9
/// mine.snapshot = Dialect.Snapshot(address: "rows/ids")
/// mine.changes = Dialect.Changes(address: "rows/changes")
/// mine.live = Dialect.Live(address: "rows/events")
/// ```
///
/// It describes GET requests, or POST requests with a JSON ``body``. Answers are JSON.
public struct Dialect: Hashable, Sendable {
    /// How a page is requested.
    public var style: Style
    /// The path of the items. `nil`: found in the first answer (with ``automatic``), else the document itself.
    public var items: FieldPath?
    /// The place of the number of all items.
    public var total: Total?
    /// The path of the number of all pages. Used with ``Style/page(_:size:first:)`` if there is no total.
    public var pageCount: FieldPath?
    /// The place of the link to the next page.
    public var next: Next?
    /// The path of a member that is `true` as long as more rows follow.
    public var hasMore: FieldPath?
    /// The place of the link to the rows before a page, or `nil` if there is none. An address is followed as it is; any other value is a cursor
    /// for ``before``.
    public var previous: Next?
    /// How the rows before a cursor are requested, or `nil` if ``previous`` is an address, or the list cannot be read upward.
    public var before: Anchored?
    /// How the end of the list is requested: its last rows in the order of reading, which are the oldest if an API begins with the newest. `nil`
    /// if it cannot be; a list by position needs a total for it.
    public var end: Anchored?
    /// How the start of the list is requested, if the list's address alone asks for other rows.
    public var start: Anchored?
    /// How the rows around a row are requested by its identifier. `nil`: by two requests if cursors are the rows' identifiers (``previous`` is
    /// ``Next/firstItem(_:)`` with ``before``), else not at all.
    public var around: Anchored?
    /// The path of a row's identifier, if no usual name has it. It is used to find the row around which a list is requested. A family that
    /// ``automatic`` finds sets it.
    public var identifier: FieldPath?
    /// `true` if the list is shown from the API's other end, so that its first row is the API's last: a conversation whose newest message is the
    /// last row, though the API begins with it. The following rows are then requested by ``before``, and the end of the list is the API's
    /// beginning.
    /// Such a list is read by cursors. Its start is the API's ``end``.
    public var isReversed = false
    /// The request whose answer is read in this dialect, or `nil` for a page after another.
    var anchored: Anchored?
    /// The parameter for the cursors that ``automatic`` finds; `nil` for the usual one.
    public var cursorName: ParameterName?
    /// The parameter for the page size, if ``automatic`` finds cursors; `nil` for the one that the answer shows.
    public var sizeName: ParameterName?
    /// Templates for requests, or `nil` if each value has a parameter of its own.
    public var request: Request?
    /// Parameters that every request carries, such as `$count=true`.
    public var parameters: [String: String]
    /// The number of the first row: 0, or 1 as in SCIM and OpenSearch. Used by ``Style/offset(_:limit:)``.
    public var firstPosition = 0
    /// `true` if the list begins with the API's first row though its address names another place (`?page=3`), which is then left out of the
    /// address. If `false`, ``automatic`` begins at that place. A style by position or number that the app sets reads the whole list.
    public var readsFromStart = false
    /// The style of the place that ``readsFromStart`` leaves out of the address.
    var leftOut: Style?
    /// The number of the API's rows before the list's first, if its address names a place. Totals count them.
    var rowsBefore = 0
    /// The path of a member that is `true` at the end: `isLast`, `done`. Read if ``hasMore`` says nothing.
    public var isLast: FieldPath?
    /// The value at ``isLast`` that marks the end, a text without its quotes; `nil` for `true`.
    public var lastValue: String?
    /// `true` if a missing ``hasMore`` means the end, as in etcd's answers.
    public var endsWithoutHasMore = false
    /// Members that do not say if the list goes on, although others with such names do: Zendesk's `links` are present on the last page too.
    public var silentMembers: Set<String> = []
    /// Values of a cursor that mean the end, besides a missing and an empty one: Redis uses `0`, CouchDB `nil`.
    public var endings: Set<String> = []
    /// `true` if ``items``, and ``total`` if an answer reports one, are found in the first answer although ``style`` is set.
    package var findsRows = false
    /// The body of POST requests, to which the parameters of a page are added; `nil` for GET.
    ///
    /// ```swift
    /// var users = Dialect.cursor("variables.after", size: "variables.first", items: "data/users/edges", next: .cursor("data/users/pageInfo/endCursor"))
    /// users.hasMore = "data/users/pageInfo/hasNextPage"
    /// users.body = ["query": "query($first: Int, $after: String) {…}", "variables": [:]]
    /// ```
    ///
    /// The names of parameters are paths in it, in the syntax of ``FieldPath``. Offsets, numbers and sizes are set as numbers. A cursor is set
    /// as a text, or as the list or object that was read (`search_after`).
    public var body: JSONValue?
    /// The place at which a page names the state of the list. It takes precedence over ``validators``, which caches and proxies may get wrong.
    public var version: VersionPlace?
    /// The scope of `ETag` and `Last-Modified`. Only with ``ValidatorScope/list`` they are the version of pages.
    public var validators = ValidatorScope.page
    /// How items are requested by their identifiers, or `nil` if they cannot be.
    public var lookup: Lookup?
    /// How all identifiers are requested at once, or `nil` if they cannot be.
    public var snapshot: Snapshot?
    /// How the server is asked for the changes since a version, or `nil` if it cannot be.
    public var changes: Changes?
    /// The stream of Server-Sent Events in which the server reports changes, or `nil` if it has none.
    public var live: Live?

    /// The place at which a page names the state of the list: a text or a number.
    public enum VersionPlace: Hashable, Sendable {
        /// In the body.
        case path(FieldPath)
        /// In a header of the server's own, as `X-List-Version`.
        case header(String)
    }

    /// How a page is requested.
    public enum Style: Hashable, Sendable {
        /// As the first answer shows.
        case automatic
        /// By the position of its first item, counted from 0, and a limit.
        case offset(ParameterName, limit: ParameterName?)
        /// By its number; the first page may be numbered 0, 1 or anything.
        case page(ParameterName, size: ParameterName?, first: Int)
        /// By a cursor. Without a parameter for it, the cursor is an address or carries its own parameters.
        case cursor(ParameterName?, size: ParameterName?)
    }

    /// The place of the number of all items.
    public enum Total: Hashable, Sendable {
        /// In the body: a whole number, or a text that is one.
        case path(FieldPath)
        /// In a header that holds a number (`X-Total-Count: 357`) or a range (`Content-Range: 0-24/357`).
        case header(String)
        /// In no reliable place: the list is as long as it proves to be.
        case ignored
    }

    /// The place of the link to the next page. Absent, `null` and empty mean that there is none.
    public indirect enum Next: Hashable, Sendable {
        /// In the body: a value for the cursor parameter.
        case cursor(FieldPath)
        /// In the body: an address, absolute or relative, or an object with an `href`.
        case address(FieldPath)
        /// In the body: a list of links, by relation type, as `[{"relation": "next", "url": "…"}]`; `rel` and `href` will do as well.
        case relation(FieldPath, String)
        /// In the body: an object whose members are parameters of the next request.
        case parameters(FieldPath)
        /// In the last item, at this path: a value for the cursor parameter.
        case lastItem(FieldPath)
        /// In the first item, at this path: a value for ``Dialect/before``. Only for ``Dialect/previous``.
        case firstItem(FieldPath)
        /// In the last item, at this path, in base64: the key after it, which has one more zero byte (etcd).
        case keyBehindLast(FieldPath)
        /// In the `Link` header, by relation type.
        case link(String)
        /// In a header that holds an address.
        case header(String)
        /// In a header that holds a value for the cursor parameter.
        case cursorHeader(String)
        /// In several places: values for parameters of these names. If one of them is missing, there is no next page.
        case values([String: Next])
    }

    /// Makes a dialect.
    ///
    /// - Parameters:
    ///   - style: how a page is requested.
    ///   - items: the path of the items.
    ///   - total: the place of the number of all items.
    ///   - pageCount: the path of the number of all pages.
    ///   - next: the place of the link to the next page.
    ///   - hasMore: the path of a member that is `true` as long as more rows follow.
    ///   - parameters: parameters that every request carries.
    public init(
        _ style: Style, items: FieldPath? = nil, total: Total? = nil, pageCount: FieldPath? = nil,
        next: Next? = nil, hasMore: FieldPath? = nil, parameters: [String: String] = [:]
    ) {
        self.style = style
        self.items = items
        self.total = total
        self.pageCount = pageCount
        self.next = next
        self.hasMore = hasMore
        self.parameters = parameters
    }

    /// The capabilities of a source with this dialect; empty if the first answer will show them.
    public var capabilities: SourceCapabilities {
        isReversed ? ownCapabilities.ofReversedList : ownCapabilities
    }

    private var ownCapabilities: SourceCapabilities {
        switch style {
        case .automatic: []
        case .offset: feedCapabilities.union(.positions)
        case .page: feedCapabilities.union([.positions, .wholePages])
        case .cursor: feedCapabilities.union(.cursors)
        }
    }
}
