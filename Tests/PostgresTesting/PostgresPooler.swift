package import Foundation

/// A pooler in transaction mode before several servers, which a test may kill: it is started again at once, as a service is.
///
/// As with ``PostgresCluster``, a shell ends it when this process ends, however it ends.
package final class PostgresPooler {
    private let folder: URL
    private let home: URL
    private let process = Process()
    private let lifeline = Pipe()

    /// - Parameters:
    ///   - folder: the folder of its servers.
    ///   - servers: the server behind each name of a database.
    package init(in folder: URL, before servers: [String: PostgresNode]) throws {
        guard let program = PostgresCluster.poolerProgram else {
            throw PostgresCluster.StartFailure(log: "pgbouncer is not installed")
        }
        (self.folder, home) = (folder, folder.appendingPathComponent("pooler"))
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        if getuid() == 0 {
            try FileManager.default.setAttributes([.ownerAccountName: "postgres"], ofItemAtPath: home.path)
        }
        try write(servers)
        let script = """
            while :; do
                '\(program)' "$0/pooler/pgbouncer.ini" & echo $! > "$0/pooler/pid"
                wait $! || true
            done &
            keeper=$!
            cat >/dev/null
            kill -9 $keeper $(cat "$0/pooler/pid")
            """
        // A shell that inherits blocked signals is not told that its children end.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try PostgresCluster.run(script, in: folder, process, lifeline, log: "pooler.log").wait(
            for: PostgresCluster.poolerIsReady)
    }

    /// The address of a database by its name.
    package func address(_ name: String) -> String { PostgresCluster.address(in: home, name) }

    /// Leads the names to other servers: what is connected to the old ones is closed after its transaction.
    package func lead(to servers: [String: PostgresNode]) throws {
        try write(servers)
        try signal(SIGHUP)
    }

    /// Ends it at once, and with it all connections; it comes back by itself.
    package func kill() throws { try signal(SIGKILL) }

    /// Stops it.
    package func end() {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private func write(_ servers: [String: PostgresNode]) throws {
        let databases = servers.map { "\($0) = host=\($1.home.path) dbname=postgres user=paging" }
        let settings = """
            [databases]
            \(databases.sorted().joined(separator: "\n"))
            [pgbouncer]
            listen_addr =
            unix_socket_dir = \(home.path)
            listen_port = 5432
            auth_type = any
            pool_mode = transaction
            default_pool_size = 40
            max_client_conn = 300
            server_login_retry = 1
            server_connect_timeout = 2
            query_wait_timeout = 3

            """
        try settings.write(to: home.appendingPathComponent("pgbouncer.ini"), atomically: true, encoding: .utf8)
    }

    private func signal(_ number: Int32) throws {
        let text = try String(contentsOf: home.appendingPathComponent("pid"), encoding: .utf8)
        if let pid = pid_t(text.filter(\.isNumber)) { _ = Foundation.kill(pid, number) }
    }

    deinit { end() }
}
