internal import Foundation
internal import PagingWire

/// The reason why a request cannot be answered. Each kind has a name for programs.
struct Problem: Error {
    var status: Int
    /// The kind's name, which is the end of the problem's type.
    var kind: String
    var title: String
    var detail: String
    var extensions: [String: JSONValue] = [:]
    var headers: [(name: String, value: String)] = []

    var response: Response {
        let details = ProblemDetails(
            type: "tag:swift-paging,2026:\(kind)", title: title, status: status, detail: detail,
            extensions: extensions)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(details)).map(Array.init) ?? []
        return Response(status: status, headers: [(HeaderName.contentType, MediaType.problem)] + headers, body: body)
    }

    static func badParameter(_ name: String, _ detail: String) -> Problem {
        Problem(
            status: 400, kind: "bad-parameter", title: "A parameter cannot be used", detail: detail,
            extensions: ["parameter": .string(name)])
    }

    static func unknown(_ what: String, _ name: String, of known: [String], status: Int) -> Problem {
        Problem(
            status: status, kind: "unknown-\(what)", title: "No such \(what)",
            detail: "There is no \(what) '\(name)'. " + KnownNames.list(known, none: "There is none at all."),
            extensions: ["\(what)s": .array(known.prefix(KnownNames.limit).map { .string($0) })])
    }

    static func notFound(_ path: String) -> Problem {
        Problem(
            status: 404, kind: "not-found", title: "Nothing here",
            detail: "There is nothing at '\(path)'. Lists are at '/lists' and '/lists/NAME'.")
    }

    static func methodNotAllowed(_ method: String) -> Problem {
        Problem(
            status: 405, kind: "method-not-allowed", title: "Method not allowed",
            detail:
                "'\(method)' is not understood: lists are read-only. Use GET or HEAD; 'paging serve --writable' lets lists be written to.",
            headers: [("Allow", Responder.methods)])
    }

    static var targetTooLong: Problem {
        Problem(
            status: 414, kind: "address-too-long", title: "The address is too long",
            detail: "Path and query may have \(ServerLimits.maximumTargetBytes) bytes together.")
    }

    static var bodyTooLong: Problem {
        Problem(
            status: 413, kind: "body-too-long", title: "The body is too long",
            detail: "A request's body may have \(ServerLimits.maximumRequestBodyBytes >> 20) MiB.")
    }

    static var pageTooLarge: Problem {
        Problem(
            status: 422, kind: "page-too-large", title: "The page is too large",
            detail: "The rows asked for have more than \(ServerLimits.maximumBodyBytes >> 20) MiB. "
                + "Ask for fewer with a smaller 'limit'.")
    }

    static func noKey(_ list: ListDescription) -> Problem {
        Problem(
            status: 422, kind: "no-key", title: "The list's rows have no key",
            detail: "Only rows of tables with a declared primary key can be found again; '\(list.name)' has none.")
    }

    static func otherID(_ list: ListDescription) -> Problem {
        Problem(
            status: 422, kind: "no-key", title: "The list's rows are not told by their key",
            detail: "The table '\(list.name)' has a column 'id' that is not its primary key.")
    }

    static func needsLog(_ list: ListDescription) -> Problem {
        guard list.logEnding == nil else { return endedLog(list) }
        return Problem(
            status: 422, kind: "needs-log", title: "The list's changes are not logged",
            detail: "What happened since a version is known from a log, which this list does not have. "
                + "Make one: paging log DATABASE '\(list.name)'. \(streamAdvice)")
    }

    /// Advice for a client that requests changes without the header of a stream.
    static let streamAdvice = "A stream of events is asked for with the header 'Accept: text/event-stream'."

    static func unknownChanges(_ list: ListDescription) -> Problem {
        Problem(
            status: 410, kind: "unknown-changes", title: "What happened since then is not known",
            detail: "The log of '\(list.name)' does not reach back to this version, or more than "
                + "\(ServerLimits.maximumChangesPerAnswer) changes were made since. Load the list anew.")
    }

    /// A log that ended by itself. `paging log` reports the reason to the operator.
    static func endedLog(_ list: ListDescription) -> Problem {
        Problem(
            status: 410, kind: "unknown-changes", title: "What happened since then is not known",
            detail: "The log of '\(list.name)' has ended, as the table has changed. Load the list anew.")
    }

    static var tooManyOpen: Problem {
        Problem(
            status: 503, kind: "too-many-writers", title: "Too many transactions are open",
            detail:
                "More than \(ServerLimits.versionGaps) transactions that have written to this list are open, so that its state has "
                + "no name. Ask again.",
            headers: [(HeaderName.retryAfter, "1")])
    }

    static func tooManyStreams(limit: Int) -> Problem {
        Problem(
            status: 503, kind: "too-many-streams", title: "Too many listen already",
            detail:
                "\(limit) connections of this server listen to lists, which is half of all that it takes. Ask for changes "
                + "now and then instead, or start the server with more --connections.")
    }

    static func tooManyStreams(perClient limit: Int) -> Problem {
        Problem(
            status: 429, kind: "too-many-streams", title: "This client listens often enough",
            detail:
                "A client may have \(limit) streams or long answers at a time. End one, or ask for several lists in one stream.",
            headers: [(HeaderName.retryAfter, "5")])
    }

    static var listIsBusy: Problem {
        Problem(
            status: 503, kind: "too-slow", title: "Too many requests read this list",
            detail: "They take longer than this one can wait. Ask again.", headers: [(HeaderName.retryAfter, "1")])
    }

    static var equalRequestIsUnderWay: Problem {
        Problem(
            status: 503, kind: "too-slow", title: "The same request is being answered",
            detail: "One with this Idempotency-Key takes longer than this one can wait. Ask again: it is written once.",
            headers: [(HeaderName.retryAfter, "1")])
    }

    static var stopping: Problem {
        Problem(
            status: 503, kind: "stopping", title: "The server is about to stop",
            detail: "Send requests to another one.")
    }

    static var needsEvents: Problem {
        Problem(
            status: 406, kind: "events-only", title: "Several lists are told about as events alone",
            detail: "Ask with the header 'Accept: text/event-stream', or for each list by itself at "
                + "'/lists/NAME/changes'.")
    }

    static func tooManyRequests(seconds: Int) -> Problem {
        Problem(
            status: 429, kind: "too-many-requests", title: "Too many requests",
            detail: "This client has asked more often than the server lets one client ask. Ask again later.",
            headers: [(HeaderName.retryAfter, "\(seconds)")])
    }

    static var tooManyAnswers: Problem {
        Problem(
            status: 503, kind: "too-many-streams", title: "Too many long answers are being sent",
            detail: "Clients have not taken what was read for them, and there is no room for more. "
                + "Ask again, or \(parts).",
            headers: [(HeaderName.retryAfter, "1")])
    }

    static var tooManyAnswersOfClient: Problem {
        Problem(
            status: 429, kind: "too-many-streams", title: "This client has long answers that it has not taken",
            detail: "Read them to their end or hang up, or \(parts).", headers: [(HeaderName.retryAfter, "5")])
    }

    static var tooManyKeys: Problem {
        Problem(
            status: 503, kind: "too-slow", title: "The keys take too long to read",
            detail: "Of so many \(parts), or sort by what an index orders.", headers: [(HeaderName.retryAfter, "1")])
    }

    private static let parts = "ask for parts by 'offset' and 'limit', which 'version' holds together"

    static func cannotStore(_ error: any Error) -> Problem {
        Problem(
            status: 503, kind: "unavailable", title: "A long answer cannot be stored",
            detail: "The server needs room in its folder for temporary files: "
                + "\((error as? TemporaryFile.Failure)?.message ?? "it is full").")
    }

    static func otherVersion(_ list: ListDescription) -> Problem {
        Problem(
            status: 409, kind: "other-version", title: "The list is at another version",
            detail: "'\(list.name)' has changed since the version asked for. Begin anew with what it is now.")
    }

    static func needsRankIndex(_ list: ListDescription, order: RankOrder?) -> Problem {
        let advice =
            order.map { "Make one: paging index DATABASE '\(list.name)' --order '\($0.text(of: list))'." }
            ?? "Only a table with a declared primary key can have one."
        return Problem(
            status: 422, kind: "needs-index", title: "The order has no rank index",
            detail: "Positions of rows are found by a rank index, which this order does not have. \(advice)")
    }

    static func needsNarrowerPart(_ list: ListDescription) -> Problem {
        Problem(
            status: 422, kind: "needs-index", title: "The positions of rows would take seconds",
            detail:
                "Too many rows of '\(list.name)' are to be walked over to find where others were added. Ask for fewer by another "
                + "condition, or in the order of the key or of a column that has an index; or load the pages anew.")
    }

    static func needsSearchIndex(_ list: ListDescription) -> Problem {
        Problem(
            status: 422, kind: "needs-index", title: "The list cannot be searched",
            detail: "Words are found by a full-text index, which this list does not have. "
                + "Make one: paging index DATABASE '\(list.name)' --search COLUMN,COLUMN.")
    }

    static func needsIndexOfFilter(_ list: ListDescription) -> Problem {
        let indexed = list.columns.indices.filter { list.isIndexed($0) }.map { "'\(list.columns[$0].name)'" }
        let advice =
            indexed.isEmpty
            ? "No column has one." : "These have one: \(indexed.prefix(KnownNames.limit).joined(separator: ", "))."
        return Problem(
            status: 422, kind: "needs-index", title: "The filter would take seconds",
            detail: "No index leads to these rows. Ask for a column as well that has one. \(advice)")
    }

    static func needsIndex(_ list: ListDescription, order: RankOrder?, isPart: Bool) -> Problem {
        let advice =
            order.map {
                isPart
                    ? "Ask for it within the first rows, or sort by an indexed column."
                    : "Make a rank index: paging index DATABASE '\(list.name)' --order '\($0.text(of: list))'."
            } ?? "Sort by a column that has an index, or ask for rows nearer to either end."
        return Problem(
            status: 422, kind: "needs-index", title: "The page would take seconds",
            detail: "No index leads to rows this deep in this order. \(advice)")
    }

    /// A failure of the database. The client cannot fix it, but can often retry later.
    init(_ error: SQLiteError) {
        if error.reason == .constraint {
            self = .constraint(error.message.capitalizedFirst)
            return
        }
        let isStatement = error.reason == .statement
        let passes = error.reason == .busy || error.reason == .tooSlow
        // The path is not revealed to clients. The server's log has it.
        self.init(
            status: isStatement ? 422 : 503,
            kind: isStatement ? "unreadable-list" : error.reason == .tooSlow ? "too-slow" : "database-unavailable",
            title: isStatement
                ? "The database cannot read this list"
                : error.reason == .tooSlow ? "The answer took too long" : "The database cannot be read",
            detail: "\(error.message.capitalizedFirst.asSentence) \(error.advice)",
            headers: passes ? [(HeaderName.retryAfter, "1")] : [])
    }

    /// A failure of a PostgreSQL database. The client can only fix a value that does not fit its column.
    init(_ error: PostgresError) {
        if error.reason == .constraint {
            self = .constraint(error.message.capitalizedFirst)
            return
        }
        let (status, kind, title) =
            switch error.reason {
            case .badValue: (400, "bad-value", "A value does not fit its column")
            case .statement, .notPermitted: (422, "unreadable-list", "The database cannot read this list")
            case .tooSlow: (503, "too-slow", "The answer took too long")
            default: (503, "database-unavailable", "The database cannot be read")
            }
        let passes = [.busy, .tooSlow, .unreachable].contains(error.reason)
        // Hosts, users, statements and the names in them are not revealed to clients. The server's log has them.
        let detail =
            switch error.reason {
            case .badValue: "\(error.message.capitalizedFirst.asSentence) \(error.advice)"
            case .tooSlow: error.advice
            case .busy: "Too many requests read it. Ask again."
            case .statement, .notPermitted:
                "Its definition cannot be read. The server's log has the reason."
            default: "It does not answer as it should. The server's log has the reason."
            }
        self.init(
            status: status, kind: kind, title: title, detail: detail,
            headers: passes ? [(HeaderName.retryAfter, "1")] : [])
    }

    init(
        status: Int, kind: String, title: String, detail: String, extensions: [String: JSONValue] = [:],
        headers: [(name: String, value: String)] = []
    ) {
        self.status = status
        self.kind = kind
        self.title = title
        self.detail = detail
        self.extensions = extensions
        self.headers = headers
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
