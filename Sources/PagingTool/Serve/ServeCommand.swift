internal import Foundation
internal import PagingServer

/// `paging serve`: the lists of a database over HTTP.
struct ServeCommand: Command {
    static let spec = CommandSpec(
        name: "serve", summary: "Serve the tables and views of a SQLite file as lists over HTTP.",
        operands: ["[DATABASE]"],
        options: [
            .init(name: "host", value: "HOST", help: "The name or address to listen on.", standard: "127.0.0.1"),
            .init(name: "port", value: "PORT", help: "The port; 0 takes any that is free.", standard: "8080"),
            .init(
                name: "delay", value: "MS", help: "Hold each answer back, to see what a slow network does.",
                standard: "0"),
            .init(name: "web", value: "FOLDER", help: "The page's files, where they are not those that came along."),
            .init(name: "quiet", help: "Log no requests."),
            .init(name: "rebuild", help: "Build the sample anew, though it is there."),
        ],
        discussion: """
            Any SQLite file will do; it is only read. Where none is named, the sample is served: the characters of
            Unicode and a million generated events. It is built once, into $PAGING_CACHE, or else into
            paging in $XDG_CACHE_HOME, or else ~/.cache/paging. Ctrl-C stops the server.

            At / it serves a page that shows the lists, where its files are found: in share/paging/web beside the
            executable's folder, or in a folder web beside the executable or up to two above.
            """,
        examples: [
            ("paging serve", "the sample on http://127.0.0.1:8080"),
            ("paging serve library.sqlite --port 9000 --delay 300", "a file, as over a slow network"),
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
    private let isQuiet: Bool
    private let rebuilds: Bool

    init(_ arguments: Arguments) throws(ToolError) {
        database = arguments.operands.first
        host = arguments.value("host") ?? "127.0.0.1"
        port = try arguments.integer("port", in: 0...65_535) ?? 8080
        delay = try arguments.integer("delay", in: 0...60_000) ?? 0
        web = arguments.value("web")
        isQuiet = arguments.has("quiet")
        rebuilds = arguments.has("rebuild")
        if let database, database.hasPrefix("postgres://") || database.hasPrefix("postgresql://") {
            throw .usage(
                "PostgreSQL is not supported yet", "the address of a database", "Give the path of a SQLite file",
                command: Self.spec.name)
        }
        if rebuilds, database != nil {
            throw .usage(
                "--rebuild is for the sample", "together with a database", "Leave one of them out",
                command: Self.spec.name)
        }
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        let sample = Sample(console)
        let path: String
        if let database {
            path = database
        } else {
            do {
                path = try await sample.prepare(rebuilding: rebuilds)
            } catch is CancellationError {
                console.note("paging: interrupted; the sample was not built, and nothing of it is left")
                return .interrupted
            }
        }
        let responder: Responder
        do {
            responder = Responder(try SQLiteDatabase(path: path))
        } catch {
            let what = database == nil ? "\(error) Or build the sample anew with --rebuild" : "\(error)"
            throw ToolError(what)
        }
        let page: WebFolder?
        let daemon: Daemon
        do {
            page = try (web ?? PageFolder.find()).map { try WebFolder(path: $0) }
            let log: @Sendable (AccessRecord) -> Void = { console.note(AccessLine.text(for: $0)) }
            daemon = try Daemon(
                configuration: .init(host: host, port: port, delayMilliseconds: delay, log: isQuiet ? nil : log)
            ) { page?.respond(to: $0) ?? responder.respond(to: $0) }
        } catch {
            throw ToolError("\(error)")
        }
        do {
            try console.say(welcome(daemon.url, responder, path, hasPage: page != nil))
            try await Interruption.wait()
        } catch is CancellationError {
        } catch {
            daemon.stop()
            throw error
        }
        daemon.stop()
        console.note("paging: stopped serving")
        return .done
    }

    /// What to try, with addresses that work.
    @MainActor
    private func welcome(_ url: String, _ responder: Responder, _ path: String, hasPage: Bool) -> String {
        let lists = Sample.lists(of: responder)
        let first = lists.first { $0.name == "unicode" } ?? lists.first
        let offset = first.map { min(100_000, max(0, $0.count - 25)) } ?? 0
        var lines = ["Serving \(path) on \(url)", ""]
        for list in lists.prefix(12) { lines.append("  \(url)\(list.url)  (\(Format.plural(list.count, "row")))") }
        if lists.count > 12 { lines.append("  and \(lists.count - 12) more at \(url)/lists") }
        if lists.isEmpty { lines.append("  The database has no tables.") }
        if hasPage { lines += ["", "Open \(url)/ in a browser."] }
        if let first {
            lines += [
                "", hasPage ? "Or try:" : "Try:", "  curl '\(url)\(first.url)?offset=\(offset)&limit=25'",
                "  paging browse '\(url)\(first.url)'",
            ]
        }
        return (lines + ["", "Ctrl-C stops."]).joined(separator: "\n")
    }
}
