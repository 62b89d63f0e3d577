internal import PagingWire

/// The server's description in the format of OpenAPI 3.1.
struct OpenAPI {
    /// The described lists.
    let lists: [ListDescription]
    /// `true` if rows may be written.
    var isWritable = false

    /// The most lists that are described by name.
    private static let named = 100

    /// One operation of the server.
    struct Operation {
        var path: String
        var method = "get"
        var name: String
        var summary: String
        var parameters: [String]
        /// Statuses besides 200, and besides 400 if there are parameters.
        var failures: [Int] = []
        var success = 200
        var headers: [JSONValue] = []
        var type = MediaType.json
        /// Another media type if the client prefers it: binary keys, or a page.
        var otherType: String?
        var schema: JSONValue = ["type": "object"]
    }

    private static let idempotencyKey: JSONValue = [
        "name": "Idempotency-Key", "in": "header", "schema": ["type": "string", "pattern": "^[!-~]{1,255}$"],
        "description": "A name of the client's for this change, by which it is made once.",
    ]
    private static let ifMatch: JSONValue = [
        "name": "If-Match", "in": "header", "schema": ["type": "string"],
        "description": "The ETag that the row is to have.",
    ]

    /// All operations that read.
    static let operations = [
        Operation(
            path: "/", name: "index", summary: "Addresses to try; for browsers a page.", parameters: [],
            otherType: "text/html"),
        Operation(
            path: "/lists", name: "lists", summary: "Every list, with its columns.", parameters: [],
            schema: [
                "type": "array", "items": ["type": "object", "required": ["name", "url", "count", "key", "columns"]],
            ]),
        Operation(
            path: "/lists/{list}", name: "page",
            summary: "A page of a list, its sections, or the rows that have some keys.",
            parameters: ListRequest.parameters + [LookupReader.name], failures: [404, 410, 422],
            schema: ["type": ["object", "array"]]),
        Operation(
            path: "/lists/{list}/position", name: "position", summary: "The position of a row.",
            parameters: PositionReader.parameters, failures: [404, 422],
            schema: ["type": "object", "required": ["id", "offset", "totalCount"]]),
        Operation(
            path: "/lists/{list}/ids", name: "identifiers", summary: "The keys of all rows, in order.",
            parameters: IdentifiersReader.parameters, failures: [404, 409, 422], otherType: MediaType.keys,
            schema: ["type": "object", "required": ["paging", "ids"]]),
        Operation(
            path: "/lists/{list}/changes", name: "changes",
            summary: "What happened to a list since a version; with Accept: text/event-stream, as it happens.",
            parameters: ChangesReader.parameters, failures: [404, 410, 422],
            schema: ["type": "object", "required": ["from", "version", "total", "removed", "added", "edited"]]),
        Operation(
            path: "/lists/{list}/rows/{key}", name: "row", summary: "The row with a key, and an ETag of its own.",
            parameters: [], failures: [404, 422], schema: row),
        Operation(path: "/healthz", name: "health", summary: "Whether the database can be read.", parameters: []),
        Operation(
            path: "/metrics", name: "metrics", summary: "Counters in the text format of Prometheus.", parameters: [],
            failures: [404], type: "text/plain; version=0.0.4", schema: ["type": "string"]),
        Operation(path: "/openapi.json", name: "description", summary: "This description.", parameters: []),
    ]

    /// The additional operations if rows may be written.
    static let writes = [
        Operation(
            path: "/lists/{list}", method: "post", name: "insert", summary: "Inserts a row.", parameters: [],
            failures: writeFailures, success: 201, headers: [idempotencyKey], schema: row),
        Operation(
            path: "/lists/{list}/rows/{key}", method: "patch", name: "update",
            summary: "Changes the columns that are given.", parameters: [], failures: writeFailures + [412],
            headers: [idempotencyKey, ifMatch], schema: row),
        Operation(
            path: "/lists/{list}/rows/{key}", method: "delete", name: "remove", summary: "Removes a row.",
            parameters: [], failures: writeFailures + [412], headers: [idempotencyKey, ifMatch], schema: row),
    ]
    private static let writeFailures = [401, 404, 409, 413, 415, 422]
    private static let row: JSONValue = ["type": "object", "required": ["id", "version"]]

    /// The schema of a query parameter, by its name.
    static let parameters: [String: (schema: JSONValue, text: String)] = [
        "offset": (whole, "The position of the first row, from 0."),
        "limit": (whole, "The most rows; clamped to 1 through \(ServerLimits.maximumPageRows) on pages."),
        "pageSize": (whole, "Another name of limit."),
        "sort": (text, "Columns with commas between; -column descends."),
        "where": (text, "Conditions that rows meet, as in: year >= 1990 and kind = 'book'."),
        "search": (text, "Words that rows have; the last may go on."),
        "groupBy": (text, "The column whose values make the sections."),
        "group": (text, "With groupBy: the section whose rows are asked for."),
        "groupType": (
            ["type": "string", "enum": .array(GroupValue.types.map { .string($0) })],
            "How group is to be read where it is not text."
        ),
        "metadataOnly": (flag, "With groupBy: the sections alone."),
        "after": (text, "A cursor, for the rows after it; empty for the first rows."),
        "before": (text, "A cursor, for the rows before it; empty for the last rows."),
        "around": (text, "A row's key, for the page that has the row."),
        "ids": (text, "Keys with commas between, or a JSON array of them."),
        "id": (text, "A row's key."),
        "version": (text, "The version that the list is to be at."),
        "since": (text, "A version of the list that an answer had."),
        "count": (
            ["type": "string", "enum": .array(CountPreference.allCases.map { .string($0.rawValue) })],
            "Whether the rows are counted, counted where that is quick, or not counted."
        ),
        "objects": (flag, "The rows that came or changed come along."),
    ]
    /// The required parameters.
    static let required: Set<String> = ["id", "since"]

    private static let whole: JSONValue = ["type": "integer", "minimum": 0]
    private static let text: JSONValue = ["type": "string"]
    private static let flag: JSONValue = ["type": "string", "enum": ["", "true", "false", "1", "0"]]

    /// The document.
    var document: JSONValue {
        var paths: [String: JSONValue] = [:]
        for operation in Self.operations + (isWritable ? Self.writes : []) {
            var item = paths[operation.path]?.object ?? [:]
            item[operation.method] = describe(operation)
            paths[operation.path] = .object(item)
        }
        var schemas: [String: JSONValue] = [
            "Problem": [
                "type": "object", "description": "Problem details (RFC 9457).",
                "required": ["type", "title", "status", "detail"],
            ]
        ]
        // Clients of one list find the types of its columns under a separate path, which precedes the general one.
        for (index, list) in lists.prefix(Self.named).enumerated() {
            let name = list.schemaName(index)
            schemas[name] = list.schema
            guard let page = Self.operations.first(where: { $0.path == "/lists/{list}" }) else { continue }
            var typed = page
            typed.path = PageLinks.path(of: list)
            typed.name = "page.\(name)"
            typed.summary = "A page of '\(list.name)', its sections, or the rows that have some keys."
            typed.schema = OpenAPI.page(of: name)
            paths[typed.path] = ["get": describe(typed)]
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Lists", "version": .string("\(Responder.format)"),
                "description": "The tables of a database as lists that are read page by page.",
            ],
            "paths": .object(paths),
            "components": [
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
                "schemas": .object(schemas),
            ],
        ]
    }

    private func describe(_ operation: Operation) -> JSONValue {
        var parameters = operation.parameters.map(describe)
        if operation.path.contains("{list}") {
            let names = lists.prefix(Self.named).map { JSONValue.string($0.name) }
            parameters.insert(
                [
                    "name": "list", "in": "path", "required": true,
                    "schema": lists.count <= Self.named && !lists.isEmpty
                        ? ["type": "string", "enum": .array(names)] : ["type": "string", "minLength": 1],
                ], at: 0)
        }
        if operation.path.contains("{key}") {
            parameters.append([
                "name": "key", "in": "path", "required": true, "schema": ["type": "string", "minLength": 1],
                "description": "The row's key, as its 'id' has it.",
            ])
        }
        var content: [String: JSONValue] = [operation.type: ["schema": operation.schema]]
        if let type = operation.otherType { content[type] = ["schema": ["type": "string", "format": "binary"]] }
        var responses: [String: JSONValue] = [
            "\(operation.success)": [
                "description": "The answer.",
                "content": .object(content),
            ]
        ]
        if operation.method == "get" {
            responses["304"] = ["description": "What If-None-Match names is what there is."]
        }
        for status in operation.failures + [400, 414, 421, 503] {
            responses["\(status)"] = [
                "description": "See type and detail.",
                "content": .object([MediaType.problem: ["schema": ["$ref": "#/components/schemas/Problem"]]]),
            ]
        }
        var described: [String: JSONValue] = [
            "operationId": .string(operation.name), "summary": .string(operation.summary),
            "parameters": .array(parameters + operation.headers),
            "responses": .object(responses),
        ]
        if operation.method != "get" { described["security"] = [["token": []]] }
        if ["post", "patch"].contains(operation.method) {
            let object: JSONValue = ["type": "object", "description": "Values of columns, by their names."]
            described["requestBody"] = ["required": true, "content": .object([MediaType.json: ["schema": object]])]
        }
        return .object(described)
    }

    private func describe(_ name: String) -> JSONValue {
        let known = Self.parameters[name]
        return [
            "name": .string(name), "in": "query", "required": .bool(Self.required.contains(name)),
            "schema": known?.schema ?? ["type": "string"], "description": .string(known?.text ?? ""),
        ]
    }
}
