internal import Foundation
internal import Paging
internal import PagingHTTP
internal import PagingWire

/// The options for a list's address and requests, shared by all commands that read lists.
struct SourceOptions: Sendable {
    /// The list's address.
    let url: URL
    /// How its API pages.
    private(set) var dialect: Dialect
    /// The dialect's name.
    let dialectName: String
    /// How rows are identified, or `nil` to detect it.
    let identification: Identification?
    /// The number of rows to request at once.
    let pageSize: Int
    /// The headers of every request.
    let headers: [String: String]
    /// The column whose values make sections.
    let sections: String?
    /// How often a failed request is repeated.
    let retries: Int
    /// The transport; `nil` for `URLSession`.
    var transport: (any HTTPTransport)?
    /// The longest accepted wait that a server asks for; `nil` for any.
    var longestWait: Duration?
    /// The limits for the server.
    let limits: HTTPLimits
    /// The largest number of pages without rows in a row, or `nil` if the command sets no limit.
    let emptyPages: Int?
    /// `true` if the command set the number of rows to request.
    let hasPageSize: Bool
    /// Digests of the options about the list, by option. If two commands have the same digests, they read the same list.
    let digests: [String: String]

    /// The default: as many rows as most APIs allow.
    static let defaultPageSize = 100
    static let defaultRetries = 4
    static let longestPage = 100_000
    private static let mebibyte = 1 << 20
    /// The environment variable that holds a bearer token.
    static let tokenVariable = "PAGING_TOKEN"
    /// The longest file of headers, in bytes.
    private static let longestHeaderFile = 1 << 16

    static let options =
        listOptions.under("What the list is, where that is not found") + requestOptions.under(requests)
    /// The options for the list's state, as the server reports it, and for rows by their identifiers.
    ///
    /// - Parameter state: the default place of the state.
    static func changing(state: String) -> [CommandSpec.Option] {
        [
            .init(
                name: "state", value: "PATH",
                help: "Where an answer names the state of the list; 'etag' for its ETag or Last-Modified.",
                defaultValue: state),
            .init(
                name: "snapshot", value: "ADDRESS#PATH",
                help: "Where the identifiers of all rows are told: relative to the list's address, and in the answer.",
                defaultValue: "nowhere"),
            .init(
                name: "lookup", value: "NAME", help: "The parameter that asks for rows by their identifiers, as ids.",
                defaultValue: "none"),
        ]
    }

    /// The heading of options about single requests.
    static let requests = "Requests"

    private static let listOptions: [CommandSpec.Option] = [
        .init(
            name: "dialect", value: "NAME",
            help: "How the API pages: \(Dialect.named.keys.sorted().joined(separator: ", ")).", defaultValue: "auto"),
        .init(
            name: "items", value: "PATH",
            help: "Where the answer holds the rows, as entity/topics; '.' where it is the rows.", defaultValue: "found"),
        .init(
            name: "id", value: "PATH", help: "What identifies a row, as id or author/name; 'none' goes by position.",
            defaultValue: "found"),
        .init(
            name: "total", value: "PATH",
            help: "Where the answer says how many rows there are; 'none' relies on no total.", defaultValue: "found"),
        .init(
            name: "next", value: "PATH",
            help:
                "Where the answer holds the next page's address or cursor: a path, header:NAME, or last:PATH for a field of the last row; "
                + "NAME=PLACE,NAME=PLACE for several parameters.",
            defaultValue: "found"),
        .init(
            name: "has-more", value: "PATH",
            help: "Where the answer says whether more follows; false there is the end.",
            defaultValue: "found"),
        .init(
            name: "end-when", value: "EXPR",
            help: "What says that nothing follows: a PATH that is true then, or PATH=VALUE, as status=done or left=0.",
            defaultValue: "found"),
        .init(
            name: "parameter", value: "NAME",
            help: "The parameter that asks for a page: by its offset, its number or its cursor, as the dialect has it.",
            defaultValue: "found"),
        .init(
            name: "size-parameter", value: "NAME",
            help: "The parameter for the rows a request; 'none' where there is none.", defaultValue: "found"),
        .init(
            name: "page-size", value: "N", help: "Rows a request; a server may give fewer.",
            defaultValue: "the address's own, as limit=500, or \(defaultPageSize)"),
        .init(
            name: "first-position", value: "0|1",
            help:
                "What the first row's position is called, where rows are asked for by offset, or the first page with --request.",
            defaultValue: "found, or 0"),
        .init(
            name: "from-start",
            help: "Read the whole list though the address names a place in it, as page=3; otherwise it begins there."),
        .init(
            name: "request", value: "TEXT",
            help:
                "How a page is asked for where that fits no parameter: 'NAME=VALUE', 'HEADER: VALUE' or an address, with {page}, {offset}, {cursor} and "
                + "{size} in it; GET where only the first page is asked for with --body.",
            isRepeatable: true),
        .init(
            name: "body", value: "JSON",
            help:
                "The body of requests that are sent by POST. --parameter and --size-parameter are paths in it, as variables.after.",
            defaultValue: "none: requests are sent by GET"),
    ]

    /// The options of single requests.
    private static let requestOptions: [CommandSpec.Option] = [
        .init(
            name: "header", value: "'K: V'",
            help:
                "A header for every request to the address's own origin; @FILE for the lines of a file, which keeps secrets off the command line. "
                + "\(tokenVariable) in the environment is sent as a bearer token.",
            isRepeatable: true, letter: "H"),
        .init(
            name: "netrc", value: "[FILE]",
            help:
                "Log in with what FILE says of the address's host, as machine, login and password; sent to the address's own origin alone. "
                + "A --header with credentials goes first.",
            defaultValue: "not used; ~/.netrc without =FILE"),
        .init(
            name: "cacert", value: "FILE", help: "Certificates to trust, as PEM, in place of the system's.",
            defaultValue: "the system's"),
        .init(
            name: "timeout", value: "SECONDS", help: "How long to wait for a server that sends nothing.",
            defaultValue: "\(HTTPLimits.defaultTimeout.components.seconds)"),
        .init(
            name: "answer-time", value: "SECONDS",
            help: "How long one whole answer may take, however steadily it comes.",
            defaultValue: "\(HTTPLimits.defaultMaximumDuration.components.seconds), or as long as --timeout"),
        .init(
            name: "max-mib", value: "N", help: "The largest answer, in MiB after decompression.",
            defaultValue: "\(HTTPLimits.defaultMaximumBytes / mebibyte)"),
        .init(
            name: "redirects", value: "N", help: "The most redirects to follow for one request.",
            defaultValue: "\(HTTPLimits.defaultMaximumRedirects)"),
        .init(
            name: "empty-pages", value: "N",
            help:
                "How many pages without rows may follow one another, each with another cursor, as where a filter is applied behind them.",
            defaultValue: "\(HTTPLimits.defaultMaximumEmptyPages), within the requests that a walk may take"),
        .init(
            name: "retries", value: "N", help: "How often a failed request is repeated.",
            defaultValue: "\(defaultRetries)"),
    ]

    init(_ arguments: Arguments, command: String, pageSize defaultValue: Int = defaultPageSize) throws(ToolError) {
        url = try SourceOptions.address(arguments.operands[0], command)
        dialectName = arguments.value("dialect") ?? "auto"
        dialect = try SourceOptions.dialect(named: dialectName, arguments, command)
        identification = arguments.value("id").map { $0 == "none" ? .position : .path(FieldPath($0)) }
        let asked = try arguments.integer("page-size", in: 1...SourceOptions.longestPage)
        let inAddress = Dialect.pageSize(in: url).map { min($0, SourceOptions.longestPage) }
        pageSize = asked ?? inAddress ?? defaultValue
        hasPageSize = asked != nil
        emptyPages = try arguments.integer("empty-pages", in: 0...1_000_000)
        limits = HTTPLimits(
            maximumBytes: try arguments.integer("max-mib", in: 1...4_096).map { $0 * SourceOptions.mebibyte }
                ?? HTTPLimits.defaultMaximumBytes,
            timeout: try arguments.integer("timeout", in: 1...86_400).map { .seconds($0) } ?? HTTPLimits.defaultTimeout,
            maximumRedirects: try arguments.integer("redirects", in: 0...100) ?? HTTPLimits.defaultMaximumRedirects,
            maximumDuration: try arguments.integer("answer-time", in: 1...86_400).map { .seconds($0) },
            maximumEmptyPages: emptyPages ?? HTTPLimits.defaultMaximumEmptyPages)
        retries = try arguments.integer("retries", in: 0...100) ?? SourceOptions.defaultRetries
        var headers = try SourceOptions.headers(arguments.all("header"), command)
        func has(_ name: String) -> Bool { headers.keys.contains { $0.lowercased() == name } }
        if let file = arguments.value("netrc"), !has("authorization"), url.password == nil {
            let path = file.isEmpty ? Netrc.ownPath() : file
            headers["Authorization"] = try Netrc(contentsOf: path).authorization(for: url, path: path)
        }
        if let token = ProcessInfo.processInfo.environment[SourceOptions.tokenVariable], !token.isEmpty,
            !has("authorization"), url.user == nil
        {
            headers["Authorization"] = "Bearer \(token)"
        }
        if !has("user-agent") { headers["User-Agent"] = "paging/\(PagingTool.version)" }
        self.headers = headers
        if let file = arguments.value("cacert") {
            guard access(file, R_OK) == 0 else {
                throw ToolError(
                    "the certificates cannot be read", file, "Give a file of certificates as PEM", code: .usage)
            }
            // The variable that FoundationNetworking reads; it is read when the first connection is made.
            setenv("URLSessionCertificateAuthorityInfoFile", file, 1)
        }
        sections = arguments.value("sections")
        var digests = ["the address": SHA256.name(of: arguments.operands[0])]
        for name in [
            "dialect", "items", "id", "total", "next", "has-more", "end-when", "parameter", "size-parameter", "body",
        ] {
            digests["--\(name)"] = arguments.value(name).map { SHA256.name(of: $0) }
        }
        let requests = arguments.all("request")
        if !requests.isEmpty { digests["--request"] = SHA256.name(of: requests.joined(separator: "\n")) }
        if arguments.has("from-start") { digests["--from-start"] = SHA256.name(of: "") }
        self.digests = digests
    }

    /// Makes the source of the list's rows.
    ///
    /// - Parameters:
    ///   - delay: latency to add to each request.
    ///   - watch: called for requests for rows.
    ///   - keepsTexts: `true` to keep the rows' texts, so that they are written as they came.
    ///   - observer: called for every exchange with the server.
    func source(
        delay: Duration = .zero, watch: (any RequestWatch)? = nil, overlaps: Bool = false, budget: RequestBudget? = nil,
        keepsTexts: Bool = false, observer: (@Sendable (HTTPEvent) -> Void)? = nil
    ) -> RowSource {
        let base = baseSource { event in
            budget?.note(event)
            observer?(event)
        }
        if let budget { base.limitRequests { try budget.admit() } }
        return RowSource(
            base, identification: identification, hasSections: sections != nil, delay: delay, watch: watch,
            overlaps: overlaps, budget: budget, longestWait: longestWait, keepsTexts: keepsTexts)
    }

    /// Makes the source of the list's pages.
    func baseSource(_ observer: @escaping @Sendable (HTTPEvent) -> Void) -> HTTPSource<WrittenRow> {
        HTTPSource<WrittenRow>(
            url, dialect: dialect, headers: headers, limits: limits, pageSize: hasPageSize ? pageSize : nil,
            groupBy: sections, transport: transport ?? URLSessionTransport(), observer: observer)
    }

    /// The list's address without user, password and query, where secrets are: for reports and screens.
    var shownAddress: String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url.host ?? "" }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return parts.string ?? ""
    }

    /// The same source, with the given place of the next page.
    func following(_ next: Dialect.Next) -> SourceOptions {
        var options = self
        options.dialect.next = next
        return options
    }

    /// How failed requests are repeated.
    var retryPolicy: RetryPolicy { RetryPolicy(attempts: retries + 1) }

    // MARK: Reading the options

    private static func address(_ text: String, _ command: String) throws(ToolError) -> URL {
        guard let url = URL(string: WireAddress.encoded(text)), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme),
            let host = url.host, !host.isEmpty
        else {
            let advice =
                text.contains("://")
                ? "Give an address that begins with http:// or https://" : "Give a whole address, as http://\(text)"
            throw .usage("this is no address of a list", "'\(text)'", advice, command: command)
        }
        return url
    }

    private static func dialect(
        named name: String, _ arguments: Arguments, _ command: String
    ) throws(ToolError) -> Dialect {
        guard var dialect = Dialect.named[name] else {
            throw .unknown("dialect", name, of: Dialect.named.keys.sorted(), command: command)
        }
        if let path = arguments.value("items") {
            dialect.items = FieldPath(path)
        } else if ["offset", "page", "link", "cursor", "whole"].contains(name) {
            // A style of requests does not say where an answer has its rows.
            (dialect.items, dialect.findsRows) = (nil, true)
            if arguments.value("total") == nil { dialect.total = nil }
        }
        if let path = arguments.value("total") { dialect.total = path == "none" ? .ignored : .path(FieldPath(path)) }
        dialect.readsFromStart = arguments.has("from-start")
        if let path = arguments.value("has-more") { dialect.hasMore = FieldPath(path) }
        if let text = arguments.value("end-when") {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            (dialect.isLast, dialect.lastValue) = (FieldPath(parts[0]), parts.count > 1 ? parts[1] : nil)
        }
        if let name = arguments.value("parameter") { dialect.setParameter(ParameterName(name)) }
        if let name = arguments.value("size-parameter") {
            dialect.setSizeParameter(name == "none" ? nil : ParameterName(name))
        }
        if let text = arguments.value("body") {
            do {
                dialect.body = try JSONValue(parsing: Array(text.utf8))
            } catch {
                throw .usage("the body is not JSON: \(error)", "--body", "Check its quotes", command: command)
            }
        }
        if let path = arguments.value("state") {
            if path == "etag" { dialect.validators = .list } else { dialect.version = .path(FieldPath(path)) }
        }
        if let name = arguments.value("lookup") { dialect.lookup = Dialect.Lookup(ParameterName(name)) }
        if let text = arguments.value("snapshot") {
            let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            dialect.snapshot = Dialect.Snapshot(
                address: parts[0].isEmpty ? nil : parts[0], identifiers: FieldPath(parts.count > 1 ? parts[1] : ""))
        }
        let first = try arguments.integer("first-position", in: 0...1)
        if let first { dialect.firstPosition = first }
        try dialect.read(requests: arguments.all("request"), first: first, command)
        if let text = arguments.value("next") { dialect.next = dialect.next(in: text) }
        return dialect
    }

    /// Reads the lines of a file of headers.
    private static func expanded(_ line: String) throws(ToolError) -> [String] {
        guard line.hasPrefix("@") else { return [line] }
        let file = String(line.dropFirst())
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: file)), data.count <= longestHeaderFile else {
            throw ToolError(
                "the headers cannot be read", file, "Give a file of lines such as 'Name: value'", code: .usage)
        }
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
            .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
    }

    private static func headers(_ lines: [String], _ command: String) throws(ToolError) -> [String: String] {
        var headers: [String: String] = [:]
        var all: [String] = []
        for line in lines { all += try expanded(line) }
        for line in all {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            guard parts.count == 2, !name.isEmpty, !name.contains(where: { $0.isWhitespace || !$0.isASCII }),
                !line.contains(where: \.isNewline)
            else {
                // Not quoted: a header is where secrets are.
                throw .usage(
                    "a header cannot be read", "--header", "Write it as 'Name: value'", command: command)
            }
            headers[name] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return headers
    }
}

extension Dialect {
    /// Sets the parameter for a page; with ``automatic`` the one for cursors that are found.
    fileprivate mutating func setParameter(_ name: ParameterName) {
        switch style {
        case .automatic: cursorName = name
        case .offset(_, let limit): style = .offset(name, limit: limit)
        case .page(_, let size, let first): style = .page(name, size: size, first: first)
        case .cursor(_, let size): style = .cursor(name, size: size)
        }
    }

    /// Sets the parameter for the number of rows.
    fileprivate mutating func setSizeParameter(_ name: ParameterName?) {
        switch style {
        case .automatic: sizeName = name
        case .offset(let offset, _): style = .offset(offset, limit: name)
        case .page(let number, _, let first): style = .page(number, size: name, first: first)
        case .cursor(let cursor, _): style = .cursor(cursor, size: name)
        }
    }
}
