public import Foundation
internal import Paging
internal import PagingCore
public import PagingWire

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Any paginated JSON API as a source of pages.
///
/// ```swift
/// struct Topic: Decodable, Identifiable, Sendable { let id: Int; let title: String }
///
/// let url = URL(string: "https://example.com/api/topics?lang=en")!
/// let topics = HTTPSource<Topic>(url)               // finds out how the API pages
/// let named = HTTPSource<Topic>(                    // or is told
///     url, dialect: .page("page.currentPage", size: "page.size", items: "entity/topics",
///         total: .path("paging.totalCount")),
///     headers: ["Authorization": "Bearer …"])
/// let rows = HTTPSource<JSONValue>(url)             // rows of unknown type
/// ```
///
/// Answers are checked and decoded off the main thread, items and page information in one pass. Rows of unknown type are
/// fastest as `HTTPSource<JSONValue>` itself: a type that wraps a ``JSONValue`` is decoded the slow way. Positions past the end
/// give an empty page that ends the list: a 416, a 404 from a list that answered before, WordPress's and Django's own
/// answers to a page that does not exist, and after a total is known, any 400, 404, 416 or 422 at or behind it.
///
/// **A place in the address** (`?page=3`, `?offset=40`) is where an automatic list begins: position 0 is the first row there, and totals leave out
/// the rows before it. ``Dialect/readsFromStart`` reads the whole list, and so does a dialect by position or number.
///
/// **Credentials** are what `headers` and `modify` add. They go to the origin (scheme, host, port) of the source's
/// address and nowhere else, whatever a redirect, a next page or a section's address says; to another origin nothing is
/// asked at all unless ``CrossOriginPolicy/withoutCredentials`` is set. A user and password in the address are sent
/// as HTTP Basic, under the same rule.
///
/// **Lists that change** are served by what the dialect names: versions on pages and a check of them, items by identifiers,
/// a snapshot of all identifiers, changes since a version. A ``PagedList`` uses the last three where `Element` is
/// `Identifiable` by a `Codable` identifier and the list is told apart by it. Where caches are to be passed by
/// (``LoadOptions/skipsCaches``), requests carry `Cache-Control: no-cache` and ask no local cache.
///
/// **Lists that begin elsewhere** are read upwards, from their end and from a row where the API leads there (``Dialect/previous``). The end is where
/// reading down ends, the oldest row of an API that begins with the newest; ``Dialect/isReversed`` shows it the other way round. What comes before a row is
/// proven once to come before it, by a request more: a server that does not know the parameter ignores it.
///
/// It keeps answers only where it is given a ``PageCache``. It does not retry or throttle: the list that asks it does.
public final class HTTPSource<Element: Decodable & Sendable>: Sendable {
    /// Changes a request before it is sent: to sign it, or to add a token that has to be fetched first.
    public typealias RequestHook = @Sendable (inout URLRequest) async throws -> Void

    /// Renews credentials that have expired, so that the request hook adds new ones from then on.
    public typealias Renewer = @Sendable () async throws -> Void
    /// Judges an answer of a page before its rows are decoded; what it throws, ``page(for:)`` throws.
    public typealias Validator = @Sendable (_ document: JSONValue, _ headers: HTTPHeaders) throws -> Void

    /// The list's address, without user and password.
    public let url: URL

    let dialect: Dialect
    let client: HTTPClient
    let decoder: JSONDecoder
    let validate: Validator?
    let preferredPageSize: Int?
    let groupBy: String?
    let state: Locked<SourceState>

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - url: the list's address. Its query stays: page parameters are added to it, or set in it.
    ///   - dialect: how the API pages.
    ///   - headers: what to send with every request to the address's own origin.
    ///   - modify: changes each request to that origin before it is sent. What it throws, ``page(for:)`` throws.
    ///   - renew: renews expired credentials after a 401, once for all requests in flight; each is then sent once more, by way of
    ///     `modify`. What it throws, they throw.
    ///   - statuses: the statuses that mean that credentials have expired; JupyterHub says 403.
    ///   - validate: judges the document of each page, before its rows are decoded: `{"ok": false}` may be an error.
    ///   - decoder: decodes the items. It must not be changed while the source lives.
    ///   - limits: what the server is kept to.
    ///   - cache: where answers are kept; `nil` for nowhere. Several sources may share one.
    ///   - crossOrigin: what to do where the way on leads to another origin.
    ///   - pageSize: rows a page, at least 1, for APIs with page numbers; where nothing is said, as many as are asked for
    ///     first, or as the server gives.
    ///   - groupBy: the column whose values make the list's sections, for servers that speak this project's
    ///     envelope; rows are then read section by section.
    ///   - transport: what sends the requests.
    ///   - observer: hears of every request. It is called on any thread, and should be quick.
    public init(
        _ url: URL, dialect: Dialect = .automatic, headers: [String: String] = [:], modify: RequestHook? = nil,
        renew: Renewer? = nil, renewOn statuses: Set<Int> = [401], validate: Validator? = nil,
        decoder: JSONDecoder = JSONDecoder(), limits: HTTPLimits = HTTPLimits(), cache: PageCache? = nil,
        crossOrigin: CrossOriginPolicy = .refuse, pageSize: Int? = nil, groupBy: String? = nil,
        transport: any HTTPTransport = URLSessionTransport(), observer: (@Sendable (HTTPEvent) -> Void)? = nil
    ) {
        let (url, authorization) = BasicCredentials.taken(from: url)
        var dialect = dialect
        if dialect.readsFromStart { dialect.leftOut = PositionStyle(asked: url)?.style }
        self.url = dialect.readsFromStart ? AddressedPlace.removed(from: url) : url
        self.dialect = dialect
        self.decoder = decoder
        self.validate = validate
        self.preferredPageSize = pageSize.map { max(1, $0) }
        self.groupBy = groupBy
        client = HTTPClient(
            home: Origin(url), transport: transport, headers: authorization.merging(headers) { $1 }, modify: modify,
            renew: renew, renewOn: statuses, limits: limits, crossOrigin: crossOrigin, cache: cache, observer: observer)
        let isAutomatic = dialect.style == .automatic
        state = Locked(SourceState(dialect: isAutomatic ? nil : dialect))
    }

    /// The recognized dialect, for people: "offset/limit, items at results, total at count, next at next".
    ///
    /// `nil` before the first answer, and with a dialect that is not ``Dialect/automatic``.
    public var recognized: String? { state.withLock(\.recognized) }

    /// Which family of APIs the first answer is of, and what in it showed how to go on; `nil` before it, and where the dialect is given.
    public var explanation: RecognitionEvidence? { state.withLock(\.explanation) }

    /// The number of the list's rows that its last answer told under a name that is not relied on while it is read, or `nil` if it told none, or none is to
    /// be relied on.
    package var claimedTotal: Int? { state.withLock { $0.lists[url]?.claimedTotal } }

    /// The number of rows that answers have most often; `nil` before one had any. A page may be of several answers.
    package var usualAnswerLength: Int? {
        state.withLock { $0.answerLengths.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key }
    }

    /// The place of the next page's address in the first answer, though pages are asked for by their place, or `nil` if it had none.
    package var namedNext: Dialect.Next? { state.withLock(\.namedNext) }

    /// The path of rows' identifiers: by their API's family, where each has another, or else what is guessed from them.
    ///
    /// - Complexity: O(n) in the number of rows.
    package func identifier(of rows: [JSONValue]) -> FieldPath? {
        if let path = state.withLock(\.identifier), JSONValue.identifies(path, rows) { return path }
        return JSONValue.guessedIdentifier(in: rows)
    }

    /// The dialect that is spoken: the one given, or the one that the first answer showed; `nil` before that.
    public var spokenDialect: Dialect? { state.withLock(\.readDialect) }
}

/// The recognized dialect of an API, and its evidence.
public struct RecognitionEvidence: Hashable, Sendable {
    /// The family's name, or `nil` if general rules read it.
    public var family: String?
    /// The evidence in the first answer of the way on, of the end, or of more: a line each.
    public var evidence: [String]
}

/// The knowledge of a source.
struct SourceState: Sendable {
    /// The dialect that is spoken; `nil` while an automatic one has yet to be recognized.
    var dialect: Dialect?
    var recognized: String?
    var explanation: RecognitionEvidence?
    /// The path of a row's identifier, by the API's family.
    var identifier: FieldPath?
    /// The place of the next page's address in the first answer, though pages are asked for by their place.
    var namedNext: Dialect.Next?
    /// The place of the items in the answer from which that was seen.
    var items: FieldPath?
    /// The size of pages, once an answer proved it.
    var pageSize: Int? {
        // A page without rows tells no size.
        didSet { if pageSize == 0 { pageSize = oldValue } }
    }
    /// The most items that one answer had: a server that clamps gives as many again.
    var largestPage = 0
    /// A refusal of a guess for another reason than the parameter, as far as its status tells.
    var oddRefusal: HTTPSourceError?
    /// Guesses from the first answer that have yet to be tried.
    var trial: Trial?
    /// `true` if a first answer was found to be the whole list by asking for more.
    var isKnownWhole = false
    /// The knowledge of each list: of the one, or of each section.
    var lists: [URL: ListFacts] = [:]
    var sections: SectionTable?
    /// `true` if ``sections`` were not told since they came, or since a page was of one state with them.
    var hasUntoldSections = false
    /// `true` if entity tags of sections and of their pages can be compared: until these went on being different.
    var hasSectionTags = true
    /// The request for them that is under way.
    var sectionRequest: SharedWork<SectionTable?>?
    /// The names of the last few versions, the newest last.
    var places: [VersionPlace] = []
    /// `true` if the server has told an estimate in place of a total.
    var estimatesTotals = false
    /// `true` if `HEAD` was not refused yet.
    var takesHead = true
    /// How many answers had so many rows.
    var answerLengths: [Int: Int] = [:]
    /// The bounds that keep a walk by cursors from going on for ever.
    var walk = CursorWalk()
    /// The same of a walk upwards, and whether the server is known to understand it.
    var upward = UpwardWalk()
    /// `true` if the list is read by cursors, though its rows can be asked for by position: it was entered at a row whose position is not known.
    var isReadByCursors = false
    /// Cursors that lead nowhere, and why.
    var deadEnds: [Cursor: HTTPSourceError] = [:]
    /// The names of the first answer's members, or `nil` if it was no object.
    var memberNames: Set<String>?
    /// The names of a row's members, or `nil` before one came.
    var rowNames: Set<String>?
    /// Lists that could be the rows, or `nil` if one alone could, or is known by now.
    var rivals: RivalLists?
    /// Numbers in the first answer that may be of all rows, by their paths.
    var firstNumbers: [String: Int] = [:]
    /// The parameters that may take the cursor that was found, the likeliest first; none once one was understood.
    var parameterGuesses: [ParameterName] = []
    /// `true` if a server that gives fewer rows than it is asked for has been asked for just so many.
    var hasAskedForLength = false
    /// The number of rows that the next page is asked for with besides, by the cursor that leads to it.
    var lengthToTry: [Cursor: Int] = [:]
    /// The most rows that a request by cursor asks for, where the server computes the next page's place by that number and gives fewer.
    var keptLength: Int?
    /// The first page of a walk by cursors.
    var firstSketch: PageSketch?
    /// Streams in a row that the server ended soon.
    var shortStreams = 0
    /// `true` if a stream has brought events.
    var hasStreamed = false
    /// The most items that an answer by identifiers has, where the server cut one short.
    var largestLookup: Int?

    /// The dialect that pages are asked for in.
    var readDialect: Dialect? { isReadByCursors ? dialect?.byCursors ?? dialect : dialect }

    /// The knowledge of one list.
    struct ListFacts: Sendable {
        /// The last total that was said.
        var total: Int?
        /// Requests that asked for a count while no total was known.
        var countsAsked = 0
        /// The end of a list by its total alone: the last page was as long as pages are.
        var unprovenEnd: Int?
        /// A sign against the end that the list was last seen to have, or `nil` if there is none.
        var doubt: String?
        /// Numbers of all rows, or such as may be, that an empty last page told, by their places: the pages before it may come later.
        var claims: [String: Int] = [:]
        /// The number of all rows that the last answer told, under whatever name.
        var claimedTotal: Int?
        /// The first position of an empty page.
        var emptyFrom: Int?
        /// The end of a list whose first page was all there was.
        var provenEnd: Int?
        /// The first position of the page that is the farthest from the list's start.
        var farthest = 0
        /// The last page that had rows, and how many.
        var last: (position: Int, fingerprint: Int)?
        var lastSketch: PageSketch?
        /// The mark of its last row, where its type lets it be seen.
        var lastRow: Int?
        /// The first page that was short or empty, where nothing else says that the list ends there.
        var shortPage: ShortPage?
        var lastCount = 0
    }

    /// A page with fewer rows than it can have, none perhaps, which says alone that the list ends.
    struct ShortPage: Sendable {
        var position: Int
        var count: Int
        /// The number of rows that it can have.
        var length: Int

        /// The end of the list.
        var end: Int { position + count }

        /// The rows to look for behind it: up to the end of the next page.
        ///
        /// A server that gives fewer rows than it has goes on right behind them, one that takes rows out of a page where the next page
        /// begins. Behind an empty page rows can only be where the next one begins.
        var behind: Range<Int> {
            let next = position + length
            return (count == 0 ? next : end)..<next + min(length, .max - next)
        }
    }
}
