internal import Foundation
internal import PagingWire

/// Answers requests for the lists of a database; it knows nothing of sockets.
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
/// | `/healthz`, `/metrics`, `/openapi.json` | whether the database can be read; counters; what is answered, by OpenAPI 3.1 |
/// | `/lists/NAME?offset=&limit=&sort=` | a page: `{"paging": {…}, "objects": […]}`, with `Link` and `X-Total-Count` |
/// | `/lists/NAME?after=CURSOR&limit=&sort=` | the rows after a cursor, or `before=` one; without a value, the first or last |
/// | `/lists/NAME/position?id=&sort=` | where the row with a key is: `{"id", "offset", "totalCount"}` |
/// | `/lists/NAME?ids=` | the rows with these keys, and the keys that no row has |
/// | `/lists/NAME/ids?sort=` | the keys of all rows |
/// | `/lists/NAME/changes?since=VERSION&sort=` | what happened since a version, where the list has a log |
/// | the same, asked for with `Accept: text/event-stream` | the same as it happens, as Server-Sent Events |
/// | `/lists/NAME?groupBy=COLUMN&metadataOnly` | the sections: `[{"title", "url", "count", "value"}, …]` |
/// | `/lists/NAME?groupBy=COLUMN` | the whole list in the order of its sections, which follow each other as they are listed |
/// | `/lists/NAME?groupBy=COLUMN&group=VALUE` | one section's rows; its address stands in the sections |
///
/// `limit` (or `pageSize`) is clamped to 1 through 500 and is 25 by default; the answer says what was used. `sort` takes several
/// columns with commas between, `-column` descending. `where` keeps the rows that meet conditions, as in
/// `where=year >= 1990 and kind = 'book'`, `search` those that have all words of a text. Answers carry an `ETag` that names the state of the database;
/// `If-None-Match` spares those that are known. What cannot be answered is a problem by RFC 9457, never a trap.
///
/// It writes nothing and knows no users: it is for data that everyone who reaches it may read. Who reaches it, an
/// ``AccessPolicy`` says: by default requests for this machine, and pages of this machine, not of websites.
public struct Responder: Sendable {
    static let methods = "GET, HEAD, OPTIONS"
    /// Named by each ETag: changes with the shape of the answers, so that a newer server's are not taken for known.
    static let format = 2

    private let database: Database
    private let cache: ResponderCache
    private let live: LiveHub
    private let queryMilliseconds: Int
    private let cursors: CursorPolicy
    private let access: AccessPolicy
    private let metrics: ServerMetrics?

    /// Makes a responder.
    ///
    /// - Parameters:
    ///   - database: where the lists are.
    ///   - queryMilliseconds: how long one answer may take the database; what is slower becomes a problem (503).
    ///   - cursors: how cursors are signed; with a key of this process alone where nothing is said.
    ///   - access: who may ask; this machine alone where nothing is said.
    ///   - metrics: what is answered at `/metrics`; nothing where nothing is said.
    public init(
        _ database: Database, queryMilliseconds: Int = ServerLimits.defaultQueryMilliseconds,
        cursors: CursorPolicy = CursorPolicy(), access: AccessPolicy = AccessPolicy(), metrics: ServerMetrics? = nil
    ) {
        self.database = database
        cache = ResponderCache()
        live = LiveHub(database, cache, queryMilliseconds: queryMilliseconds)
        self.cursors = cursors
        self.access = access
        self.metrics = metrics
        self.queryMilliseconds = queryMilliseconds
    }

    /// Makes a responder for a SQLite file.
    public init(
        _ database: SQLiteDatabase, queryMilliseconds: Int = ServerLimits.defaultQueryMilliseconds,
        cursors: CursorPolicy = CursorPolicy(), access: AccessPolicy = AccessPolicy(), metrics: ServerMetrics? = nil
    ) {
        self.init(
            .sqlite(database), queryMilliseconds: queryMilliseconds, cursors: cursors, access: access, metrics: metrics)
    }

    /// Answers a request. May be called from any thread, which it keeps until the database has answered.
    ///
    /// - Complexity: a page costs its rows, and what the database needs to walk to the offset.
    public func respond(to request: Request) -> Response {
        if let refusal = access.refusal(of: request) { return refusal }
        var response: Response
        switch request.method {
        case "GET", "HEAD": response = answer(request)
        case "OPTIONS": response = Response(status: 204, headers: [("Allow", Responder.methods)])
        default: response = Problem.methodNotAllowed(request.method).response
        }
        response.headers += Responder.commonHeaders + access.headers(for: request)
        if request.method == "OPTIONS" { response.headers += Responder.preflightHeaders }
        return request.method == "HEAD" ? response.withoutBody : response
    }

    private static let commonHeaders: [(name: String, value: String)] = [
        ("Access-Control-Expose-Headers", "Link, X-Total-Count, ETag, Retry-After, Server-Timing"),
        ("X-Content-Type-Options", "nosniff"),
    ]

    private static let preflightHeaders: [(name: String, value: String)] = [
        ("Access-Control-Allow-Methods", methods),
        ("Access-Control-Allow-Headers", "*"),
        ("Access-Control-Max-Age", "86400"),
    ]

    private func answer(_ request: Request) -> Response {
        do {
            guard request.targetBytes <= ServerLimits.maximumTargetBytes else { throw Problem.targetTooLong }
            let route = try Route(request.path)
            if route == .metrics {
                _ = try QueryParameters(request.query, known: [])
                guard let metrics else { throw Problem.notFound(request.path) }
                return Response(
                    status: 200, headers: [(HeaderName.contentType, "text/plain; version=0.0.4")],
                    body: Array(metrics.text.utf8))
            }
            return try database.read(milliseconds: queryMilliseconds) { snapshot in
                try answer(request, route, snapshot)
            }
        } catch let problem as Problem {
            return problem.response
        } catch let error as SQLiteError {
            return Problem(error).response
        } catch let error as PostgresError {
            return Problem(error).response
        } catch {
            return Problem(status: 503, kind: "unavailable", title: "Something failed", detail: "\(error)").response
        }
    }

    private func answer(_ request: Request, _ route: Route, _ snapshot: DatabaseSnapshot) throws -> Response {
        let catalog = try cache.catalog(snapshot)
        let lists = ListsReader(snapshot: snapshot, catalog: catalog, cache: cache)
        let state = try ListState(route.list.map(catalog.known), snapshot)
        if snapshot.isReplica, request.namesLater(than: state) { throw ReplicaBehind() }
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
            response = .json(JSONBuffer(bytes: Array(OpenAPI(lists: catalog.lists.map(\.name)).document.json.utf8)))
        case .metrics: throw Problem.notFound(request.path)
        case .lists:
            _ = try QueryParameters(request.query, known: [])
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            response = try lists.all()
        case .position(let name):
            let reader = try PositionReader(request.query, of: catalog.known(name), snapshot)
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            response = try reader.position()
        case .changes(let name) where request.wantsEvents:
            let (question, since) = try LiveQuestion.read(request, of: catalog.known(name))
            return .events(LiveStream(live, question, since: since))
        case .changes(let name):
            let reader = try ChangesReader(request.query, of: catalog.known(name), snapshot, cache)
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            response = try reader.changes()
        case .identifiers(let name):
            let list = try catalog.known(name)
            let reader = try IdentifiersReader(request.query, of: list, snapshot)
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            let total = try cache.total(of: reader.rows, in: list, snapshot)
            response = try reader.identifiers(version: version, total: total)
        case .list(let name):
            let list = try catalog.known(name)
            if let reader = try LookupReader(request.query, of: list, snapshot) {
                if let etag, request.knows(etag) { return Responder.notModified(etag) }
                response = try reader.objects(version: version)
                break
            }
            let asked = try ListRequest(request.query, of: list)
            if let etag, request.knows(etag) { return Responder.notModified(etag) }
            let reader = ListReader(snapshot: snapshot, cache: cache, asked: asked)
            if let place = asked.cursor {
                response = try CursorReader(
                    snapshot: snapshot, cache: cache, asked: asked, policy: cursors, place: place
                ).page(version: version)
            } else {
                response = try asked.metadataOnly ? reader.sections() : reader.page(version: version)
            }
        }
        if let etag { response.headers.append(("ETag", etag)) }
        if let date = state.changedAt { response.headers.append(("Last-Modified", HTTPDate.text(of: date))) }
        response.headers.append(("Cache-Control", "no-cache"))
        return response
    }

    private static func notModified(_ etag: String) -> Response {
        Response(status: 304, headers: [("ETag", etag), ("Cache-Control", "no-cache")])
    }
}

extension ListCatalog {
    /// The list of a name.
    ///
    /// - Throws: a problem (404) that names those there are.
    func known(_ name: String) throws(Problem) -> ListDescription {
        guard let list = list(named: name) else {
            throw .unknown("list", name, of: lists.map(\.name), status: 404)
        }
        return list
    }
}
