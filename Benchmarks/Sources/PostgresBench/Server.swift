import Foundation

/// A PostgreSQL server in a folder of its own, which goes with this process: a shell waits for the end of a pipe, and stops it.
final class Server {
    let address: String
    private let process = Process()
    private let lifeline = Pipe()

    /// - Parameter folder: where it is; removed in the end.
    init(in folder: URL) throws {
        let manager = FileManager.default
        let versions = ((try? manager.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []).compactMap { Int($0) }
        guard let version = versions.max() else {
            fatalError("PostgreSQL is not installed: 'make test-packages' does that")
        }
        let programs = "/usr/lib/postgresql/\(version)/bin"
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        // Commits are not written through to the disk: what is measured is the work, not the disk.
        let script = """
            set -e
            '\(programs)/initdb' -D "$0/data" -U bench -A trust --no-sync --encoding UTF8 --locale C.UTF-8 >/dev/null
            '\(programs)/postgres' -D "$0/data" -k "$0" -c listen_addresses= -c synchronous_commit=off -c fsync=off \
                -c shared_buffers=1GB -c max_wal_size=8GB -c maintenance_work_mem=512MB >/dev/null 2>&1 &
            server=$!
            cat >/dev/null
            kill -INT $server
            wait $server || true
            rm -rf "$0"
            """
        let shell = ["/bin/sh", "-c", script, folder.path]
        if getuid() == 0 {
            try manager.setAttributes([.ownerAccountName: "postgres"], ofItemAtPath: folder.path)
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
            process.arguments = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] + shell
        } else {
            process.executableURL = URL(fileURLWithPath: shell[0])
            process.arguments = Array(shell.dropFirst())
        }
        process.standardInput = lifeline
        process.currentDirectoryURL = folder
        address = "postgres://bench@/postgres?host=\(folder.path)"
        try process.run()
        while !Connection.canConnect(address) {
            guard process.isRunning else { fatalError("PostgreSQL does not start in \(folder.path)") }
            usleep(50_000)
        }
    }

    func stop() {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
