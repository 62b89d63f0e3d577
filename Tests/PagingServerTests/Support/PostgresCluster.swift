import Foundation
import Synchronization
import Testing

@testable import PagingServer

/// A PostgreSQL server for the tests of this process, in a folder of its own and reached by a socket in it.
///
/// A shell waits for the end of a pipe that this process holds, and then stops the server and removes the folder: however the tests
/// end, nothing is left.
final class PostgresCluster: Sendable {
    /// Where the programs of PostgreSQL are; `nil` where it is not installed.
    static let programs: String? = {
        let manager = FileManager.default
        let debian = "/usr/lib/postgresql"
        let versions = ((try? manager.contentsOfDirectory(atPath: debian)) ?? []).compactMap { Int($0) }.sorted(by: >)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = versions.map { "\(debian)/\($0)/bin" } + path.split(separator: ":").map(String.init)
        return folders.first { manager.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    static let isInstalled = programs != nil
    static let absence: Comment = "PostgreSQL is not installed: 'make test-packages' does that"

    /// The one server of all tests, started by the first that needs it.
    static let shared = Result { try PostgresCluster() }

    private static let schemas = Mutex(0)

    let folder: URL
    private let process = Process()
    private let lifeline = Pipe()

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("paging-pg-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let programs = try #require(Self.programs, Self.absence)
        let script = """
            set -e
            '\(programs)/initdb' -D "$0/data" -U paging -A trust --no-sync --encoding UTF8 --locale C.UTF-8
            # One user has to say a password, so that it can be a wrong one.
            { echo 'local all locked scram-sha-256'; cat "$0/data/pg_hba.conf"; } > "$0/hba"
            mv "$0/hba" "$0/data/pg_hba.conf"
            '\(programs)/postgres' -D "$0/data" -k "$0" -c listen_addresses= -c fsync=off -c autovacuum=off \
                -c full_page_writes=off -c max_connections=150 -c shared_buffers=32MB &
            server=$!
            cat >/dev/null
            kill -INT $server
            wait $server || true
            rm -rf "$0"
            """
        try Self.run(script, in: folder, process, lifeline, log: "log")
        try waitForServer(process, address: address(), log: "log")
    }

    /// Runs a script as a user that PostgreSQL accepts.
    private static func run(_ script: String, in folder: URL, _ process: Process, _ lifeline: Pipe, log: String) throws
    {
        let shell = ["/bin/sh", "-c", script, folder.path]
        // PostgreSQL refuses to run as root.
        if getuid() == 0 {
            try FileManager.default.setAttributes([.ownerAccountName: "postgres"], ofItemAtPath: folder.path)
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
            process.arguments = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] + shell
        } else {
            process.executableURL = URL(fileURLWithPath: shell[0])
            process.arguments = Array(shell.dropFirst())
        }
        let log = folder.appendingPathComponent(log)
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        process.standardInput = lifeline
        process.currentDirectoryURL = folder
        try process.run()
    }

    private func waitForServer(_ process: Process, address: String, log: String) throws {
        let log = folder.appendingPathComponent(log)
        let deadline = Date(timeIntervalSinceNow: 60)
        while (try? PostgresConnection(PostgresAddress(address))) == nil {
            guard process.isRunning, Date() < deadline else {
                throw StartFailure(log: (try? String(contentsOf: log, encoding: .utf8)) ?? "")
            }
            usleep(20_000)
        }
    }

    struct StartFailure: Error { let log: String }

    /// A standby of the server, in a folder of its own and with the same addresses otherwise.
    ///
    /// - Returns: the folder with its socket. It goes with the server, as a shell stops it when `lifeline` is closed.
    func standby(lifeline: Pipe) throws -> URL {
        let programs = try #require(Self.programs, Self.absence)
        let home = folder.appendingPathComponent("standby")
        let script = """
            set -e
            '\(programs)/pg_basebackup' -h "$0" -U paging -D "$0/standby" -R -X stream --checkpoint=fast --no-sync
            '\(programs)/postgres' -D "$0/standby" -k "$0/standby" -c listen_addresses= -c fsync=off -c max_connections=150 \
                -c shared_buffers=16MB &
            server=$!
            cat >/dev/null
            kill -INT $server
            wait $server || true
            """
        let process = Process()
        try Self.run(script, in: folder, process, lifeline, log: "standby-log")
        try waitForServer(
            process,
            address: address().replacing(PercentEncoding.encode(folder.path), with: PercentEncoding.encode(home.path)),
            log: "standby-log")
        return home
    }

    /// The address of a database of the server.
    func address(_ database: String = "postgres", user: String = "paging", options: String = "") -> String {
        "postgres://\(user)@/\(database)?host=\(PercentEncoding.encode(folder.path))\(options)"
    }

    /// A name that no other schema has.
    static func schemaName() -> String {
        let number = schemas.withLock { number in
            number += 1
            return number
        }
        return "t\(number)"
    }
}

/// Which databases there are to test with.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, postgres

    var testDescription: String { rawValue }

    /// Both, or SQLite alone where PostgreSQL is not installed: `PostgresTests` says so.
    static var all: [Backend] { PostgresCluster.isInstalled ? [.sqlite, .postgres] : [.sqlite] }
}
