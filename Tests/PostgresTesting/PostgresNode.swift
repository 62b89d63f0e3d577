package import Foundation

/// A PostgreSQL server that a test may kill, start again, and make a standby of another one.
///
/// As with ``PostgresCluster``, a shell stops it and removes what it has when this process ends, however it ends.
///
/// `@unchecked Sendable`: `run` and `lives` are changed by the one task that causes faults.
package final class PostgresNode: @unchecked Sendable {
    /// The folder of the socket; the data is in folders of it, a new one for each time that it follows another server.
    package let home: URL
    private let folder: URL
    private let name: String
    private var run: (process: Process, lifeline: Pipe)?
    private var lives = 0

    /// - Parameter folder: a folder of the test's own, which goes with its last server.
    package init(_ name: String, in folder: URL) throws {
        (self.name, self.folder, home) = (name, folder, folder.appendingPathComponent(name))
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        // PostgreSQL refuses to run as root.
        guard getuid() == 0 else { return }
        for path in [folder.path, home.path] {
            try FileManager.default.setAttributes([.ownerAccountName: "postgres"], ofItemAtPath: path)
        }
    }

    package var address: String { PostgresCluster.address(in: home) }

    /// The address of two servers, either of which may be what is wanted.
    package static func address(of nodes: [PostgresNode], target: String) -> String {
        let hosts = nodes.map {
            $0.home.path.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_", "."])) ?? ""
        }
        return "postgres://paging@/postgres?host=\(hosts.joined(separator: ","))&target_session_attrs=\(target)"
    }

    /// Makes a database, and starts.
    package func begin() throws {
        lives += 1
        let programs = try PostgresCluster.requirePrograms()
        try start(
            """
            '\(programs)/initdb' -D "$0/\(data)" -U paging -A trust --no-sync --encoding UTF8 --locale C.UTF-8
            """, until: PostgresCluster.isReady)
    }

    /// Copies another server, and starts as its standby.
    package func follow(_ other: PostgresNode) throws {
        lives += 1
        let programs = try PostgresCluster.requirePrograms()
        try start(
            """
            '\(programs)/pg_basebackup' -h '\(other.home.path)' -U paging -D "$0/\(data)" -R -X stream --checkpoint=fast --no-sync
            """, until: PostgresCluster.isReadyToRead)
    }

    private var data: String { "\(name)/data-\(lives)" }

    private func start(_ preparation: String, until isReady: String) throws {
        let script = """
            set -e
            rm -f "$0/\(name)"/.s.PGSQL.*
            \(preparation)
            '\(try PostgresCluster.requirePrograms())/postgres' -D "$0/\(data)" -k "$0/\(name)" -c listen_addresses= -c fsync=off \\
                -c full_page_writes=off -c autovacuum=off -c max_connections=150 -c shared_buffers=32MB -c wal_keep_size=512MB &
            server=$!
            cat >/dev/null
            kill -INT $server 2>/dev/null || true
            wait $server || true
            rm -rf "$0/\(data)"
            # The last one takes the folder along.
            ls -d "$0"/*/data-* >/dev/null 2>&1 || rm -rf "$0"
            """
        let (process, lifeline) = (Process(), Pipe())
        let log = "\(name)-\(lives).log"
        let output = try PostgresCluster.run(script, in: folder, process, lifeline, log: log)
        run = (process, lifeline)
        try output.wait(for: isReady)
    }

    /// Ends it as when its machine fails: at once, and without a word to anybody.
    package func kill() throws {
        let file = folder.appendingPathComponent("\(data)/postmaster.pid")
        let text = try String(contentsOf: file, encoding: .utf8)
        guard let pid = text.split(separator: "\n").first.flatMap({ pid_t($0) }) else { return }
        _ = Foundation.kill(pid, SIGKILL)
        end()
    }

    /// Stops it, and removes its data.
    package func end() {
        guard let run else { return }
        try? run.lifeline.fileHandleForWriting.close()
        run.process.waitUntilExit()
        self.run = nil
    }

    deinit { end() }
}
