internal import Foundation
internal import PagingServer

/// `paging serve`: serves the lists of a database over HTTP.
struct ServeCommand: Command {
    static let spec = CommandSpec(
        name: "serve",
        summary: "Serve the tables and views of a SQLite file or a PostgreSQL database as lists over HTTP.",
        operands: ["[DATABASE]"],
        options: [
            .init(name: "host", value: "HOST", help: "The name or address to listen on.", defaultValue: "127.0.0.1"),
            .init(name: "port", value: "PORT", help: "The port; 0 takes any that is free.", defaultValue: "8080"),
            .init(
                name: "delay", value: "MS", help: "Hold each answer back, to see what a slow network does.",
                defaultValue: "0"),
            .init(name: "web", value: "FOLDER", help: "A page of your own at /: a folder with an index.html."),
            .init(
                name: "origin", value: "ORIGIN",
                help: "A website whose pages may read the lists, such as https://example.org; * for all.",
                defaultValue: "pages of this machine alone", isRepeatable: true),
            .init(
                name: "allow-host", value: "NAME",
                help: "A name that the server is reached by, such as lists.example.org; * for all.",
                defaultValue: "localhost, HOST and addresses", isRepeatable: true),
            .init(
                name: "replica", value: "ADDRESS",
                help: "A standby of the PostgreSQL server, which answers what it can without going back in time."),
            .init(
                name: "replica-lag", value: "SECONDS",
                help: "How far the standby may lag behind; then the primary answers.",
                defaultValue: "\(ServerLimits.defaultReplicaLagSeconds)"),
            .init(
                name: "cursor-keys", value: "FILE",
                help: "The keys that cursors are signed with: 64 hexadecimal digits a line, the first signs.",
                defaultValue: "a random one, which ends with the server"),
            .init(name: "writable", help: "Let lists be written to, by those who have the token."),
            .init(
                name: "token", value: "FILE",
                help:
                    "The secret that those who write send: openssl rand -hex 32 > token. Several are a line each: NAME TOKEN.",
                defaultValue: "$PAGING_TOKEN"),
            .init(
                name: "config", value: "FILE",
                help: "A file with options, one a line: port = 9000. The command line goes before it."),
            .init(
                name: "connections", value: "N", help: "Connections of clients at a time; half of them may be streams.",
                defaultValue: "\(ServerLimits.defaultConnections)"),
            .init(
                name: "statement-timeout", value: "MS", help: "How long the database may take for an answer.",
                defaultValue: "\(ServerLimits.defaultQueryMilliseconds)"),
            .init(
                name: "rate", value: "N",
                help: "Requests a second that one client may make, and five times as many at once; more get 429.",
                defaultValue: "any number"),
            .init(
                name: "streams-per-client", value: "N", help: "Streams and long answers of one client at a time.",
                defaultValue: "any number"),
            .init(
                name: "lists", value: "NAME,NAME", help: "Serve these lists alone.",
                defaultValue: "all that can be read"),
            .init(
                name: "admin-port", value: "PORT",
                help: "Answer /live, /ready and /metrics here, on 127.0.0.1, and /metrics nowhere else."),
            .init(name: "log-format", value: "text|json", help: "How requests are logged.", defaultValue: "text"),
            .init(name: "quiet", help: "Log no requests."),
            .init(name: "rebuild", help: "Build the sample anew, though it is there."),
        ],
        discussion: """
            Any SQLite file will do; it is only read. So is a database of PostgreSQL, which is named by its address:
            postgres://USER:PASSWORD@HOST:PORT/NAME, or postgres:///NAME?host=/FOLDER for a socket. A password is better
            kept in ~/.pgpass or $PGPASSWORD. Served is what the user may read in the schemas of the search path.

            Where no database is named, the sample is served: the characters of Unicode and a million generated
            events. It is built once, into $PAGING_CACHE, or else into paging in $XDG_CACHE_HOME, or else
            ~/.cache/paging. Ctrl-C stops the server.

            At / it serves a page that shows the lists, where its files are found: in share/paging/web beside the
            executable's folder, or in a folder web beside the executable or up to two above. At /docs it serves the
            documentation that 'make docs' has built, where that is found in the same way (docs in place of web).

            With --web the page at / is your own. Its files are read with each request, at /NAME and /web/NAME, and
            are sent without a Content-Security-Policy. The element is at /web/paged-list.js, where it came along.

            Pages of websites may not read the lists, unless --origin names the website, and requests for a name that
            is not this machine's are refused, unless --allow-host names it. Everyone who reaches the server may read,
            and there is no encryption: to serve others than yourself, put a proxy in front.

            With --writable rows are inserted, changed and removed over HTTP, by requests that carry the token:
            curl -X POST -H 'Authorization: Bearer TOKEN' --json '{"title": "Emma"}' http://127.0.0.1:8080/lists/books
            """,
        examples: [
            ("paging serve", "the sample on http://127.0.0.1:8080"),
            ("paging serve library.sqlite --port 9000 --delay 300", "a file, as over a slow network"),
            ("paging serve postgres://reader@db.example.org/library", "a database of PostgreSQL"),
            (
                "paging serve postgres://reader@primary/library --replica postgres://reader@standby/library",
                "one that is read from a standby"
            ),
            ("paging serve library.sqlite --writable --token token", "a file that may be written to"),
            ("paging serve --config /etc/paging.conf", "as a service; Examples/Server has a unit and a Dockerfile"),
        ],
        exitCodes: [
            (0, "stopped by Ctrl-C, or asked to end"), (1, "the database or the port cannot be used"),
            (2, "the command line cannot be understood"),
            (130, "interrupted while the sample was being built"),
        ])

    private let database: String?
    private let host: String
    private let port: Int
    private let delay: Int
    private let web: String?
    private let access: AccessPolicy
    private let cursorKeys: String?
    private let replica: String?
    private let replicaLag: Int
    private let writing: WritePolicy?
    private let connections: Int
    private let statementMilliseconds: Int
    private let shares: (rate: Int?, streams: Int?)
    private let lists: Set<String>?
    private let adminPort: Int?
    private let logsJSON: Bool
    private let isQuiet: Bool
    private let rebuilds: Bool

    init(_ arguments: Arguments) throws(ToolError) {
        var arguments = arguments
        if let file = arguments.value("config") {
            try arguments.add(from: Self.text(of: file, "the configuration"), file: file, for: Self.spec)
        }
        database = arguments.operands.first
        host = arguments.value("host") ?? "127.0.0.1"
        port = try arguments.integer("port", in: 0...65_535) ?? 8080
        delay = try arguments.integer("delay", in: 0...60_000) ?? 0
        web = arguments.value("web")
        access = try ServeCommand.access(arguments, host: host)
        cursorKeys = arguments.value("cursor-keys")
        replica = arguments.value("replica")
        if replica != nil, !Database.isAddress(database ?? "") {
            throw .usage(
                "--replica is for databases of PostgreSQL", "", "Name one: postgres://USER@HOST/NAME",
                command: Self.spec.name)
        }
        replicaLag =
            try arguments.integer("replica-lag", in: 1...86_400) ?? ServerLimits.defaultReplicaLagSeconds
        writing = try arguments.has("writable") ? ServeCommand.writing(arguments) : nil
        connections = try arguments.integer("connections", in: 1...1_000_000) ?? ServerLimits.defaultConnections
        statementMilliseconds =
            try arguments.integer("statement-timeout", in: 1...600_000) ?? ServerLimits.defaultQueryMilliseconds
        shares = (
            try arguments.integer("rate", in: 1...1_000_000),
            try arguments.integer("streams-per-client", in: 1...1_000_000)
        )
        lists = arguments.value("lists").map { Set($0.split(separator: ",").map(String.init)) }
        adminPort = try arguments.integer("admin-port", in: 0...65_535)
        let format = arguments.value("log-format") ?? "text"
        guard ["text", "json"].contains(format) else {
            throw .usage("--log-format is unknown", "'\(format)'", "It is text or json", command: Self.spec.name)
        }
        logsJSON = format == "json"
        isQuiet = arguments.has("quiet")
        rebuilds = arguments.has("rebuild")
        if rebuilds, database != nil {
            throw .usage(
                "--rebuild is for the sample", "together with a database", "Leave one of them out",
                command: Self.spec.name)
        }
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        let sample = Sample(console)
        let place: String
        if let database {
            place = database
        } else {
            try checkPort()
            do {
                place = try await sample.prepare(rebuilding: rebuilds)
            } catch is CancellationError {
                console.note("paging: interrupted; the sample was not built, and nothing of it is left")
                return .interrupted
            }
        }
        let metrics = ServerMetrics()
        let (source, responder): (Database, Responder)
        do {
            source = try Database(place, replica: replica, replicaLagSeconds: replicaLag)
            if writing != nil { try source.checkWriting() }
            responder = Responder(
                source, queryMilliseconds: statementMilliseconds, cursors: try cursors(), access: access,
                metrics: adminPort == nil ? metrics : nil, writing: writing, lists: lists,
                report: { [logsJSON] text, request in
                    console.note(
                        logsJSON
                            ? AccessLine.json(error: text, request: request, time: AccessLine.now)
                            : AccessLine.text(error: text, request: request))
                })
            metrics.watch(responder)
        } catch let error as ToolError {
            throw error
        } catch {
            let what = database == nil ? "\(error) Or build the sample anew with --rebuild" : "\(error)"
            throw ToolError(what)
        }
        let (page, own, site): (WebFolder?, SiteFolder?, SiteFolder?)
        let server: HTTPServer
        let operators = OperatorEndpoints(responder, metrics: metrics)
        let admin: HTTPServer?
        do {
            page = try PageFolder.find().map { try WebFolder(path: $0) }
            own = try web.map { try SiteFolder(path: $0) }
            site = try PageFolder.findDocumentation().map { try SiteFolder(path: $0, at: "docs") }
            let log: @Sendable (AccessRecord) -> Void = { [isQuiet, logsJSON] record in
                metrics.record(record)
                guard !isQuiet else { return }
                console.note(
                    logsJSON
                        ? AccessLine.json(for: record, time: AccessLine.now) : AccessLine.text(for: record))
            }
            admin = try adminPort.map { port in
                try HTTPServer(configuration: .init(port: port)) { operators.respond(to: $0) }
            }
            server = try HTTPServer(
                configuration: configuration(log, responder),
                atOnce: responder.respondAtOnce, early: responder.refusalBeforeBody
            ) { [access] request in
                if let refusal = access.refusal(of: request) { return refusal }
                return own?.respond(to: request) ?? page?.respond(to: request) ?? site?.respond(to: request)
                    ?? responder.respond(to: request)
            }
            metrics.watch(server)
        } catch {
            throw ToolError("\(error)")
        }
        defer { admin?.stop() }
        if let admin { console.note("paging: /live, /ready and /metrics are at \(admin.url)") }
        do {
            let hasPage = page != nil || own != nil
            try console.say(welcome(server.url, responder, source.name, hasPage: hasPage, hasSite: site != nil))
            try await Interruption.wait()
        } catch is CancellationError {
        } catch {
            server.stop()
            throw error
        }
        operators.beginStopping()
        server.stop()
        console.note("paging: stopped serving")
        return .done
    }

    /// Checks that the port is free by listening for a moment, because building the sample takes a while.
    private func checkPort() throws(ToolError) {
        do {
            try HTTPServer(configuration: .init(host: host, port: port)) { _ in Response(status: 503) }.stop()
        } catch {
            throw ToolError("\(error)")
        }
    }

    private func configuration(
        _ log: @escaping @Sendable (AccessRecord) -> Void, _ responder: Responder
    ) -> HTTPServer.Configuration {
        var configuration = HTTPServer.Configuration(
            host: host, port: port, connections: connections, delayMilliseconds: delay, log: log)
        (configuration.requestsPerSecond, configuration.streamsPerClient) = (shares.rate, shares.streams)
        configuration.subject = { responder.subject(of: $0) }
        return configuration
    }

    private static func access(_ arguments: Arguments, host: String) throws(ToolError) -> AccessPolicy {
        let names = arguments.all("allow-host")
        guard
            let policy = AccessPolicy(
                hosts: names + (names.contains("*") ? [] : [host]), origins: arguments.all("origin"))
        else {
            throw .usage(
                "--origin is no origin", "'\(arguments.all("origin").joined(separator: "', '"))'",
                "Give a scheme, a host and perhaps a port, as in https://example.org:8443", command: spec.name)
        }
        return policy
    }

    private static func writing(_ arguments: Arguments) throws(ToolError) -> WritePolicy {
        let make = "Make one: openssl rand -hex 32 > token, and name it with --token token"
        let place: String
        let text: String
        if let file = arguments.value("token") {
            (place, text) = (file, try Self.text(of: file, "the token"))
        } else if let variable = ProcessInfo.processInfo.environment["PAGING_TOKEN"] {
            (place, text) = ("$PAGING_TOKEN", variable)
        } else {
            throw .usage("--writable needs a token", "none is given", make, command: spec.name)
        }
        guard let policy = WritePolicy(text: text) else {
            throw ToolError(
                "the token cannot be used", place,
                "Each needs \(WritePolicy.minimumLength) letters and digits or more, in a line of its own, perhaps behind a name. \(make)"
            )
        }
        return policy
    }

    /// The content of a file, which may also be a pipe. A secret passed by a shell's `<(…)` is never written to disk.
    private static func text(of file: String, _ name: String) throws(ToolError) -> String {
        guard let handle = FileHandle(forReadingAtPath: file), let data = try? handle.readToEnd() ?? Data(),
            let text = String(data: data, encoding: .utf8)
        else { throw ToolError("cannot read \(name)", file, "Check the path, and who may read the file") }
        return text
    }

    private func cursors() throws -> CursorPolicy {
        guard let cursorKeys else { return CursorPolicy() }
        guard let keys = CursorKeys(text: try Self.text(of: cursorKeys, "the cursor keys")) else {
            throw ToolError(
                "the file holds no cursor keys", cursorKeys,
                "Make one with 64 hexadecimal digits a line: openssl rand -hex 32 > cursor-keys")
        }
        return CursorPolicy(keys: keys)
    }

    /// Commands to try, with working addresses.
    @MainActor
    private func welcome(
        _ url: String, _ responder: Responder, _ name: String, hasPage: Bool, hasSite: Bool
    ) -> String {
        let lists = Sample.lists(of: responder)
        let example = lists.first { $0.name == "unicode" } ?? lists.max { $0.count < $1.count }
        let offset = example.map { min(100_000, max(0, $0.count - 25)) } ?? 0
        var lines = ["Serving \(name) on \(url)", ""]
        for list in lists.prefix(12) { lines.append("  \(url)\(list.url)  (\(Format.plural(list.count, "row")))") }
        if lists.count > 12 { lines.append("  and \(lists.count - 12) more at \(url)/lists") }
        if lists.isEmpty {
            lines.append("  The database has no tables that may be read here: 'paging doctor' says why.")
        }
        if hasPage || hasSite { lines.append("") }
        if let web {
            lines += [
                "Open \(url)/ in a browser: it is \(web)/index.html. Its files are read with each request,",
                "and are sent without a Content-Security-Policy.",
            ]
        } else if hasPage {
            lines += ["Open \(url)/ in a browser."]
        }
        if hasSite { lines += ["The documentation is at \(url)/docs/."] }
        if let example {
            lines += [
                "", hasPage ? "Or try:" : "Try:", "  curl '\(url)\(example.url)?offset=\(offset)&limit=25'",
                "  paging browse '\(url)\(example.url)'",
            ]
        }
        return (lines + ["", "Ctrl-C stops."]).joined(separator: "\n")
    }
}
