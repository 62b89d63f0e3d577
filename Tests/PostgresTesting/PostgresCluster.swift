package import Foundation
internal import Synchronization

/// A PostgreSQL server for the tests of this process, in a folder of its own and reached by a socket in it.
///
/// A shell waits for the end of a pipe that this process holds, and then stops the server and removes the folder: however the tests
/// end, nothing is left.
package final class PostgresCluster: Sendable {
    /// Where the programs of PostgreSQL are; `nil` where it is not installed.
    package static let programs: String? = {
        let manager = FileManager.default
        let debian = "/usr/lib/postgresql"
        let versions = ((try? manager.contentsOfDirectory(atPath: debian)) ?? []).compactMap { Int($0) }.sorted(by: >)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = versions.map { "\(debian)/\($0)/bin" } + path.split(separator: ":").map(String.init)
        return folders.first { manager.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    package static let isInstalled = programs != nil
    package static let whyItIsAbsent = "PostgreSQL is not installed: 'make test-packages' does that"

    /// The one server of all tests, started by the first that needs it.
    package static let shared = Result { try PostgresCluster() }

    /// A server for tests of logical replication, which waits for all transactions of its server: those of other tests take long.
    package static let logical = Result { try PostgresCluster("-logical", options: "-c wal_level=logical") }

    private static let schemas = Mutex(0)

    package let folder: URL
    private let process = Process()
    private let lifeline = Pipe()

    private init(_ suffix: String = "", options: String = "") throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("paging-pg-\(getpid())\(suffix)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let programs = try Self.requirePrograms()
        let script = """
            set -e
            '\(programs)/initdb' -D "$0/data" -U paging -A trust --no-sync --encoding UTF8 --locale C.UTF-8
            # One user has to say a password, so that it can be a wrong one.
            { echo 'local all locked scram-sha-256'; cat "$0/data/pg_hba.conf"; } > "$0/hba"
            mv "$0/hba" "$0/data/pg_hba.conf"
            # Tests that wait for each other's locks fail, and name the statement, instead of waiting for ever.
            '\(programs)/postgres' -D "$0/data" -k "$0" -c listen_addresses= -c fsync=off -c autovacuum=off \
                -c full_page_writes=off -c max_connections=150 -c shared_buffers=32MB -c max_prepared_transactions=20 -c wal_keep_size=512MB \
                -c statement_timeout=4min \(options) &
            server=$!
            cat >/dev/null
            kill -INT $server
            wait $server || true
            rm -rf "$0"
            """
        try Self.run(script, in: folder, process, lifeline, log: "log").wait(for: Self.isReady)
    }

    static func requirePrograms() throws -> String {
        guard let programs else { throw StartFailure(log: whyItIsAbsent) }
        return programs
    }

    /// The last that a server says before it accepts connections, and a standby before it accepts those of readers.
    static let isReady = "database system is ready to accept connections"
    static let isReadyToRead = "database system is ready to accept read"
    /// The same of the pooler.
    static let poolerIsReady = "process up"

    /// Runs a script as a user that PostgreSQL accepts.
    static func run(
        _ script: String, in folder: URL, _ process: Process, _ lifeline: Pipe, log: String
    ) throws -> ServerLog {
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
        let log = ServerLog(copy: folder.appendingPathComponent(log))
        process.standardOutput = log.pipe
        process.standardError = log.pipe
        process.standardInput = lifeline
        process.currentDirectoryURL = folder
        try process.run()
        return log
    }

    package struct StartFailure: Error { let log: String }

    /// A standby of the server, in a folder of its own and with the same addresses otherwise.
    ///
    /// - Parameter name: the folder's name.
    /// - Returns: the folder with its socket. It goes with the server, as a shell stops it when `lifeline` is closed.
    package func standby(_ name: String = "standby", lifeline: Pipe) throws -> URL {
        let programs = try Self.requirePrograms()
        let home = folder.appendingPathComponent(name)
        let script = """
            set -e
            '\(programs)/pg_basebackup' -h "$0" -U paging -D "$0/\(name)" -R -X stream --checkpoint=fast --no-sync
            '\(programs)/postgres' -D "$0/\(name)" -k "$0/\(name)" -c listen_addresses= -c fsync=off -c max_connections=150 -c max_prepared_transactions=20 \
                -c shared_buffers=16MB &
            server=$!
            cat >/dev/null
            kill -INT $server
            wait $server || true
            """
        let process = Process()
        try Self.run(script, in: folder, process, lifeline, log: "\(name)-log").wait(for: Self.isReadyToRead)
        return home
    }

    /// Where pgbouncer is; `nil` where it is not installed.
    package static let poolerProgram = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// A pooler before the server, in transaction mode, of two sessions a database.
    ///
    /// - Returns: the folder with its socket. It goes when `lifeline` is closed.
    package func pooler(_ name: String = "pooler", lifeline: Pipe) throws -> URL {
        guard let program = Self.poolerProgram else { throw StartFailure(log: "pgbouncer is not installed") }
        let home = folder.appendingPathComponent(name)
        let script = """
            set -e
            mkdir "$0/\(name)"
            cat > "$0/\(name)/pgbouncer.ini" <<END
            [databases]
            * = host=$0 user=paging
            [pgbouncer]
            listen_addr =
            unix_socket_dir = $0/\(name)
            listen_port = 5432
            auth_type = any
            pool_mode = transaction
            default_pool_size = 2
            max_client_conn = 200
            END
            '\(program)' "$0/\(name)/pgbouncer.ini" &
            server=$!
            cat >/dev/null
            kill -INT $server
            wait $server || true
            """
        let process = Process()
        try Self.run(script, in: folder, process, lifeline, log: "\(name)-log").wait(for: Self.poolerIsReady)
        return home
    }

    /// The address of a database of the server.
    package func address(_ database: String = "postgres", user: String = "paging", options: String = "") -> String {
        Self.address(in: folder, database, user: user, options: options)
    }

    /// The address of a database of the server whose socket is in a folder.
    package static func address(
        in folder: URL, _ database: String = "postgres", user: String = "paging", options: String = ""
    ) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let host = folder.path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        return "postgres://\(user)@/\(database)?host=\(host)\(options)"
    }

    /// A name that no other schema has.
    package static func schemaName() -> String {
        let number = schemas.withLock { number in
            number += 1
            return number
        }
        return "t\(number)"
    }
}
