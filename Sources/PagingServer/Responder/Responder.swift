internal import Foundation
internal import PagingWire

/// Answers requests for the lists of a database. It is independent of sockets.
///
/// ```swift
/// let responder = Responder(try SQLiteDatabase(path: "library.sqlite"))
/// let response = responder.respond(to: Request(target: "/lists/books?offset=100&limit=10"))
/// ```
///
/// | address | answer |
/// | --- | --- |
/// | `/` | addresses to try |
/// | `/lists` | every table and view: name, url, count, columns |
/// | `/healthz` or `/ready`, `/live`, `/metrics`, `/openapi.json` | health of the database; counters; all addresses, by OpenAPI 3.1 |
/// | `/lists/NAME?offset=&limit=&sort=` | a page: `{"paging": {…}, "objects": […]}`, with `Link` and `X-Total-Count` |
/// | `/lists/NAME?after=CURSOR&limit=&sort=` | the rows after a cursor, or `before=` one; without a value, the first or last |
/// | `/lists/NAME?around=KEY&limit=&sort=` | the page that has the row with a key |
/// | `/lists/NAME/position?id=&sort=` | the position of the row with a key: `{"id", "offset", "totalCount"}` |
/// | `/lists/NAME?ids=` | the rows with these keys, and the keys that no row has |
/// | `/lists/NAME/rows/KEY` | the row with a key, and an `ETag` of its own |
/// | `/lists/NAME/ids?sort=` | the keys of all rows |
/// | `/lists/NAME/changes?since=VERSION&sort=` | the changes since a version, if the list has a log |
/// | the same, asked for with `Accept: text/event-stream` | the same as it happens, as Server-Sent Events |
/// | `/changes?lists=NAME,NAME` | the changes of several lists, as Server-Sent Events |
/// | `/lists/NAME?groupBy=COLUMN&metadataOnly` | the sections: `[{"title", "url", "count", "value"}, …]` |
/// | `/lists/NAME?groupBy=COLUMN` | the whole list in the order of its sections, which follow each other as they are listed |
/// | `/lists/NAME?groupBy=COLUMN&group=VALUE` | one section's rows; its address is in the sections |
///
/// `limit` (or `pageSize`) is clamped to 1 through 500 and is 25 by default. The answer reports the value used. `sort` takes several columns
/// separated by commas, and `-column` is descending. `where` selects rows that meet conditions, as in `where=year >= 1990 and kind = 'book'`.
/// `search` selects rows that contain all words of a text.
///
/// Answers have an `ETag` that names the state of the database. With `If-None-Match` a client does not receive answers again that it already
/// has. Answers are cached until the database changes, and compressed for clients that accept gzip. A request that cannot be answered gets a
/// problem by RFC 9457, never a trap.
///
/// If writing is allowed (``WritePolicy``), `POST /lists/NAME` inserts a row, and `PATCH` and `DELETE` of `/lists/NAME/rows/KEY` change and
/// remove one. There are no users: any client that can reach the server may read all data. An ``AccessPolicy`` limits access. By default it
/// allows requests for this machine, and pages of this machine, but not of websites.
public struct Responder: Sendable {
    static let methods = "GET, HEAD, OPTIONS"
    /// Part of each ETag. It changes with the format of the answers, so that clients do not use those of an older server.
    static let format = 2

    let database: Database
    let cache: ResponderCache
    private let answers = AnswerCache()
    let equalWrites = EqualWrites()
    let live: LiveHub
    let lengths: LogLengths
    let queryMilliseconds: Int
    private let cursors: CursorPolicy
    private let access: AccessPolicy
    private let metrics: ServerMetrics?
    private let writing: WritePolicy?
    private let report: (@Sendable (_ text: String, _ request: String) -> Void)?
    private let store = AnswerStore()

    /// Makes a responder.
    ///
    /// - Parameters:
    ///   - database: the database of the lists.
    ///   - queryMilliseconds: the time limit of the database for one answer. A slower one is a problem (503).
    ///   - cursors: how cursors are signed; by default with a random key of this process.
    ///   - access: the clients with access; by default only this machine.
    ///   - metrics: the metrics for `/metrics`; by default there are none.
    ///   - writing: the clients that may write; by default none.
    ///   - lists: the names of the lists that are served; by default all that can be read.
    ///   - report: called with the database's error messages, which name hosts and columns that clients must not see, and with the name of the
    ///     request (``Request/id``). It is also called, without a request, when a replica is no longer read, or is read again, and when a rank
    ///     index was found to be wrong and has ended. It is called on any thread.
    public init(
        _ database: Database, queryMilliseconds: Int = ServerLimits.defaultQueryMilliseconds,
        cursors: CursorPolicy = CursorPolicy(), access: AccessPolicy = AccessPolicy(), metrics: ServerMetrics? = nil,
        writing: WritePolicy? = nil, lists: Set<String>? = nil,
        report: (@Sendable (_ text: String, _ request: String) -> Void)? = nil
    ) {
        self.database = database
        cache = ResponderCache(allowed: lists)
        live = LiveHub(database, cache, queryMilliseconds: queryMilliseconds)
        lengths = LogLengths(database, cache)
        self.cursors = cursors
        self.access = access
        self.metrics = metrics
        self.writing = writing
        self.report = report
        self.queryMilliseconds = queryMilliseconds
        if let report { database.tellOperators { report($0, "") } }
    }

    /// Makes a responder for a SQLite file.
    public init(
        _ database: SQLiteDatabase, queryMilliseconds: Int = ServerLimits.defaultQueryMilliseconds,
        cursors: CursorPolicy = CursorPolicy(), access: AccessPolicy = AccessPolicy(), metrics: ServerMetrics? = nil,
        writing: WritePolicy? = nil
    ) {
        self.init(
            .sqlite(database), queryMilliseconds: queryMilliseconds, cursors: cursors, access: access, metrics: metrics,
            writing: writing)
    }

    /// Answers a request. It may be called on any thread, which is blocked until the database has answered.
    ///
    /// - Complexity: O(*rows* of the page), and the database's scan to the offset.
    public func respond(to request: Request) -> Response {
        if let refusal = access.refusal(of: request) { return refusal }
        var response: Response
        switch request.method {
        case "GET", "HEAD": response = answer(request)
        case "OPTIONS": response = Response(status: 204, headers: [("Allow", methods(at: request.path))])
        case let method where writing != nil && WriteRequest.methods.contains(method): response = answer(request)
        default: response = Problem.methodNotAllowed(request.method).response
        }
        if request.takesGzip, let compressed = Compression.gzip(response) { response = compressed }
        response = response.withAbsoluteLinks(for: request)
        response.headers += Responder.commonHeaders + access.headers(for: request)
        if request.method == "OPTIONS" { response.headers += preflightHeaders(methods(at: request.path)) }
        return request.method == "HEAD" ? response.withoutBody : response
    }

    private static let commonHeaders: [(name: String, value: String)] = [
        (
            "Access-Control-Expose-Headers",
            "Link, X-Total-Count, X-Estimated-Count, Preference-Applied, ETag, Location, Retry-After, Server-Timing"
        ),
        ("X-Content-Type-Options", "nosniff"),
    ]

    private func methods(at path: String) -> String {
        guard writing != nil, let route = try? Route(path) else { return Responder.methods }
        return Responder.methods(at: route)
    }

    static func methods(at route: Route) -> String { ([methods] + route.writes).joined(separator: ", ") }

    private func preflightHeaders(_ methods: String) -> [(name: String, value: String)] {
        [
            ("Access-Control-Allow-Methods", methods),
            // The asterisk does not include Authorization (the Fetch standard, §3.3.3).
            ("Access-Control-Allow-Headers", writing == nil ? "*" : "*, Authorization"),
            ("Access-Control-Max-Age", "86400"),
        ]
    }

    private func answer(_ request: Request) -> Response {
        answer(to: request) {
            guard request.targetBytes <= ServerLimits.maximumTargetBytes else { throw Problem.targetTooLong }
            let route = try Route(request.path)
            if let writing, WriteRequest.methods.contains(request.method) { return try write(request, route, writing) }
            if route == .metrics || route == .live {
                _ = try QueryParameters(request.query, known: [])
                if route == .live { return Responder.live }
                guard let metrics else { throw Problem.notFound(request.path) }
                return metrics.response
            }
            let key = route.list == nil || request.wantsEvents ? nil : AnswerCache.Key(request)
            if let key, let known = knownByVersion(key, request) { return known }
            do {
                return try database.read(milliseconds: queryMilliseconds, list: route.list, client: request.client) {
                    snapshot in
                    try known(key, request, snapshot.version) { try answer($0, route, snapshot) }
                }
            } catch let keys as ManyKeys {
                return try stored(keys, request)
            }
        }
    }

    /// The answer of a closure, or the problem that it throws.
    private func answer(to request: Request, _ body: () throws -> Response) -> Response {
        do {
            return try body()
        } catch let problem as Problem {
            return problem.response
        } catch let error as SQLiteError {
            return Problem(error).response
        } catch let error as PostgresError {
            report?("\(error)", request.id)
            return Problem(error).response
        } catch {
            return Problem(status: 503, kind: "unavailable", title: "Something failed", detail: "\(error)").response
        }
    }

    /// The request is for more keys than fit in memory. They are read again by a separate connection.
    private struct ManyKeys: Error {
        var list: String
    }

    /// The keys, stored as the database returns them. The client receives them at its own pace.
    private func stored(_ keys: ManyKeys, _ request: Request) throws -> Response {
        do {
            return try database.read(milliseconds: queryMilliseconds, for: .snapshot, client: request.client) {
                snapshot in
                let list = try cache.catalog(snapshot).known(keys.list)
                let state = try ListState(list, snapshot)
                if snapshot.isReplica, request.namesLater(than: state) { throw ReplicaBehind() }
                let reader = try IdentifiersReader(request, of: list, snapshot)
                let total = try cache.total(of: reader.rows, in: list, snapshot)
                let body = try store.newAnswer(for: request.client?.name)
                return state.named(try reader.stored(version: state.version, total: total, in: body))
            }
        } catch let error as SQLiteError where error.reason == .tooSlow {
            throw Problem.tooManyKeys
        } catch let error as PostgresError where error.reason == .tooSlow {
            report?("\(error)", request.id)
            throw Problem.tooManyKeys
        }
    }

    /// The cached answer to a repeated request, if the version of the database alone proves that it is valid.
    private func knownByVersion(_ key: AnswerCache.Key, _ request: Request) -> Response? {
        guard answers.has(key), let version = database.sharedVersion(), let known = answers.answer(key, at: version)
        else { return nil }
        return again(known, to: request, at: version)
    }

    /// The answer to a request, taken from the cache if it was given in the current state of the database.
    ///
    /// - Parameter key: the answer's key in the cache, or `nil` if the answer is not cached.
    private func known(
        _ key: AnswerCache.Key?, _ request: Request, _ version: DatabaseVersion?,
        _ answer: (Request) throws -> Response
    ) throws -> Response {
        guard let key else { return try answer(request) }
        if let version, let known = answers.answer(key, at: version) { return again(known, to: request, at: version) }
        let response = try answer(request)
        // An answer is compressed once, however often it is sent.
        let sent = key.isCompressed ? Compression.gzip(response) ?? response : response
        answers.keep(sent, for: key, at: version)
        return sent
    }

    /// A cached answer, with its validity.
    private func again(_ answer: Response, to request: Request, at version: DatabaseVersion) -> Response {
        let validity = AnswerValidity(database: database, version: version, end: answers.end)
        if let etag = answer.header("ETag"), request.knows(etag.trimmingWeakness) {
            var answer = Responder.notModified(etag)
            answer.validity = validity
            return answer
        }
        var answer = answer
        answer.validity = validity
        answer.headers.append(("Server-Timing", "cache;desc=\"answered before, and nothing has changed\""))
        return answer
    }

    /// The cached answer to a repeated request, if the database has not changed, or `nil` for any other request, or if checking would have to
    /// wait. The thread that serves all connections can therefore send cached answers by itself.
    public func respondAtOnce(to request: Request) -> Response? {
        let key = AnswerCache.Key(request)
        guard request.method == "GET", !request.wantsEvents, answers.has(key),
            access.refusal(of: request) == nil, let version = database.versionAtOnce(),
            let known = answers.answer(key, at: version)
        else { return nil }
        var response = again(known, to: request, at: version).withAbsoluteLinks(for: request)
        response.headers += Responder.commonHeaders + access.headers(for: request)
        return response
    }

    /// The subject of a request's token, as ``WritePolicy`` names it, or `nil` if it has no known token.
    public func subject(of request: Request) -> String? { writing?.subject(of: request) }

    /// The answer to a request that is rejected regardless of its body, or `nil` for any other request.
    public func refusalBeforeBody(of request: Request) -> Response? {
        if let refusal = access.refusal(of: request) { return refusal }
        guard WriteRequest.methods.contains(request.method) else { return nil }
        guard let writing else { return Problem.methodNotAllowed(request.method).response }
        do {
            let route = try Route(request.path)
            guard route.writes.contains(request.method) else { throw Problem.cannotWrite(request.method, route) }
            try writing.check(request)
            return nil
        } catch let problem as Problem {
            return problem.response
        } catch {
            return nil
        }
    }

    private func answer(_ request: Request, _ route: Route, _ snapshot: DatabaseSnapshot) throws -> Response {
        let catalog = try cache.catalog(snapshot)
        let lists = ListsReader(snapshot: snapshot, catalog: catalog, cache: cache)
        let state = try ListState(route.list.map(catalog.known), snapshot)
        if snapshot.isReplica, request.namesLater(than: state) { throw ReplicaBehind() }
        if case .row(let name, let key) = route {
            return try row(key, of: try catalog.known(name), snapshot, request)
        }
        let (version, etag) = (state.version, state.etag)
        var response: Response
        switch route {
        case .index:
            _ = try QueryParameters(request.query, known: [])
            response = lists.index()
        case .health:
            _ = try QueryParameters(request.query, known: [])
            response = .json(JSONBuffer(bytes: Array(#"{"status":"ok"}"#.utf8)))
        case .description:
            _ = try QueryParameters(request.query, known: [])
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            let description = OpenAPI(lists: catalog.lists, isWritable: writing != nil)
            response = .json(JSONBuffer(bytes: Array(description.document.json.utf8)))
        case .metrics, .live, .row: throw Problem.notFound(request.path)
        case .lists:
            _ = try QueryParameters(request.query, known: [])
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            response = try lists.all()
        case .position(let name):
            let reader = try PositionReader(request.query, of: catalog.known(name), snapshot)
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            response = try reader.position()
        case .changesOfLists:
            guard request.wantsEvents else { throw Problem.needsEvents }
            let parts = try ListsStream.parts(request) { name, part in
                let list = try catalog.known(name)
                return try LiveQuestion.read(part, of: list) { try cache.check($0, in: list, snapshot) }.0
            }
            return .events(ListsStream(live, parts))
        case .changes(let name) where request.wantsEvents:
            let list = try catalog.known(name)
            let (question, since) = try LiveQuestion.read(request, of: list) { try cache.check($0, in: list, snapshot) }
            return .events(LiveStream(live, question, since: since))
        case .changes(let name):
            let reader = try ChangesReader(request.query, of: catalog.known(name), snapshot, cache)
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            response = try reader.changes()
        case .identifiers(let name):
            let list = try catalog.known(name)
            let reader = try IdentifiersReader(request, of: list, snapshot)
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            let total = try cache.total(of: reader.rows, in: list, snapshot)
            if total == 0 { try snapshot.checkStorage(of: list) }
            let isLong = reader.count(of: total) > ServerLimits.keysAtOnce
            guard isLong else {
                response = try reader.identifiers(version: version, total: total)
                break
            }
            guard request.method == "HEAD" else { throw ManyKeys(list: name) }
            response = try reader.head(version: version, total: total)
            response.contentLength = nil
        case .list(let name):
            let list = try catalog.known(name)
            if let reader = try LookupReader(request.query, of: list, snapshot) {
                if let etag, request.knows(etag) { return Responder.notModified(etag) }
                response = try reader.objects(version: version)
                break
            }
            let asked = try ListRequest(request.query, of: list, preferring: request.preferredCount)
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            let reader = ListReader(snapshot: snapshot, cache: cache, asked: asked, policy: cursors)
            if let place = asked.cursor {
                response = try CursorReader(
                    snapshot: snapshot, cache: cache, asked: asked, policy: cursors, place: place
                ).page(version: version)
            } else {
                response = try asked.metadataOnly ? reader.sections() : reader.page(version: version)
            }
        }
        if response.rows == 0, let name = route.list { try snapshot.checkStorage(of: catalog.known(name)) }
        return state.named(response)
    }

    static func notModified(_ etag: String) -> Response {
        Response(status: 304, headers: [("ETag", etag), ("Cache-Control", "no-cache")])
    }
}

extension ListCatalog {
    /// The list with a name.
    ///
    /// - Throws: a problem (404) that names the existing lists.
    func known(_ name: String) throws(Problem) -> ListDescription {
        guard let list = list(named: name) else {
            throw .unknown("list", name, of: lists.map(\.name), status: 404)
        }
        return list
    }
}
