internal import PagingWire

/// A request to change one row of a list, parsed as far as possible without the database.
struct WriteRequest {
    /// The change.
    enum Action {
        /// Inserts a row with these values.
        case insert(BodyObject)
        /// Updates the row with a key with these values. Other columns stay unchanged.
        case update(String, BodyObject)
        /// Removes the row with a key.
        case remove(String)
    }

    static let methods: Set<String> = ["POST", "PATCH", "DELETE"]

    let list: String
    let action: Action
    /// The tags, of which the row must have one, or `nil` if any tag is accepted.
    let tags: [Substring]?
    /// The client's name for this change. A change is made once, however often it is requested under that name.
    let idempotencyKey: String?
    /// Distinguishes different requests under the same name.
    let fingerprint: String

    /// Reads a request.
    ///
    /// - Throws: a problem if the address does not accept the method, the body is invalid, or a header cannot be read.
    init(_ request: Request, _ route: Route) throws(Problem) {
        _ = try QueryParameters(request.query, known: [])
        switch (request.method, route) {
        case ("POST", .list(let name)):
            (list, action) = (name, .insert(try WriteRequest.object(request)))
        case ("PATCH", .row(let name, let key)):
            (list, action) = (name, .update(key, try WriteRequest.object(request)))
        case ("DELETE", .row(let name, let key)):
            (list, action) = (name, .remove(key))
        default: throw .cannotWrite(request.method, route)
        }
        tags = request.header("If-Match").map { field in
            field.split(separator: ",").map { $0.drop { " \t".contains($0) }.prefix { !" \t".contains($0) } }
        }
        idempotencyKey = try request.header("Idempotency-Key").map(WriteRequest.idempotencyKey)
        var hash = StableHash()
        hash.combine("\(request.method) \(request.path)\n\(request.header("If-Match") ?? "")\n".utf8)
        hash.combine(request.body)
        fingerprint = hash.hexadecimal
    }

    private static func idempotencyKey(_ field: String) throws(Problem) -> String {
        // The draft requires quotation marks, but most clients omit them.
        let key =
            field.count >= 2 && field.hasPrefix("\"") && field.hasSuffix("\"")
            ? field.dropFirst().dropLast() : field[...]
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .badHeader(
                "Idempotency-Key", "It has 1 to 255 characters of ASCII without spaces, such as a UUID in quotes.")
        }
        return String(key)
    }

    private static func object(_ request: Request) throws(Problem) -> BodyObject {
        let type = (request.header(HeaderName.contentType) ?? "").prefix { $0 != ";" }.lowercased()
        guard [MediaType.json, "application/merge-patch+json"].contains(type) else {
            throw Problem(
                status: 415, kind: "unsupported-media-type", title: "The body is of another type",
                detail: "A row is sent as a JSON object, with 'Content-Type: \(MediaType.json)'.",
                headers: [("Accept-Patch", "\(MediaType.json), application/merge-patch+json")])
        }
        do {
            if let object = try BodyObject(parsing: request.body) { return object }
        } catch {
            throw .badBody("The body is not JSON: \(error).")
        }
        throw .badBody("The body must be a JSON object whose members are columns.")
    }
}

extension Problem {
    static func badBody(_ detail: String) -> Problem {
        Problem(status: 400, kind: "bad-body", title: "The body cannot be read", detail: detail)
    }

    static func badHeader(_ name: String, _ detail: String) -> Problem {
        Problem(status: 400, kind: "bad-header", title: "A header cannot be read", detail: "'\(name)': \(detail)")
    }

    static func badValue(_ column: String, _ detail: String) -> Problem {
        Problem(
            status: 400, kind: "bad-value", title: "A value does not fit its column",
            detail: "'\(column)': \(detail)", extensions: ["column": .string(column)])
    }

    static func cannotWrite(_ method: String, _ route: Route) -> Problem {
        let methods = Responder.methods(at: route)
        return Problem(
            status: 405, kind: "method-not-allowed", title: "Method not allowed",
            detail: "'\(method)' is not understood here, but \(methods). A row is inserted by POST to '/lists/NAME', "
                + "changed and removed by PATCH and DELETE of '/lists/NAME/rows/KEY'.",
            headers: [("Allow", methods)])
    }

    static func needsToken(isWrong: Bool) -> Problem {
        let error = isWrong ? ", error=\"invalid_token\"" : ""
        return Problem(
            status: 401, kind: "needs-token", title: isWrong ? "Wrong token" : "A token is needed",
            detail: "Writes need 'Authorization: Bearer TOKEN', with the token that the server was started with.",
            headers: [("WWW-Authenticate", "Bearer realm=\"lists\"\(error)")])
    }

    static func unknownRow(_ key: String, _ list: ListDescription) -> Problem {
        Problem(
            status: 404, kind: "unknown-row", title: "No such row",
            detail: "'\(list.name)' has no row with the key '\(key)'.")
    }

    static func rowHasChanged(_ tag: String) -> Problem {
        Problem(
            status: 412, kind: "row-has-changed", title: "The row has changed",
            detail: "It is no longer as 'If-Match' says. Read it again, and decide anew.", headers: [("ETag", tag)])
    }

    static var otherRequest: Problem {
        Problem(
            status: 422, kind: "other-request", title: "The idempotency key belongs to another request",
            detail: "A request with this 'Idempotency-Key' was answered already, and was not the same. Use a new key.")
    }

    static func unwritable(_ message: String) -> Problem {
        Problem(
            status: 422, kind: "unwritable", title: "The database does not write this",
            detail:
                "\(message.capitalizedFirst.asSentence) Leave out columns that the database computes; check who may write to the table."
        )
    }

    static var needsWrittenRequests: Problem {
        Problem(
            status: 422, kind: "unwritable", title: "The database does not write this",
            detail: "Requests with an 'Idempotency-Key' are kept in a table that this server may not make. "
                + "The schema's owner makes it: paging migrate DATABASE.")
    }

    /// The connection failed during the commit.
    static var outcomeUnknown: Problem {
        Problem(
            status: 503, kind: "outcome-unknown", title: "It is not known whether it was written",
            detail:
                "The connection to the database broke while it committed. Read the row again, or send the same request with "
                + "the same 'Idempotency-Key'.",
            headers: [(HeaderName.retryAfter, "1")])
    }

    /// The database rejects the row.
    static func constraint(_ message: String) -> Problem {
        Problem(
            status: 409, kind: "constraint", title: "The row breaks a rule of the table",
            detail: "\(message.asSentence) Nothing was written.")
    }
}
