import Foundation

@testable import PagingServer

/// Processes of `paging serve` that are started again whenever they end, as a service is.
///
/// A shell does that, and ends them when this process does, however it ends.
final class ChaosServers {
    static let token = String(repeating: "7c", count: 16)
    private static let script = """
        number=$1; paging=$2; shift 2
        while :; do
            "$paging" "$@" </dev/null >/dev/null 2>>"$0/log-$number" & echo $! > "$0/pid-$number"
            wait $! || true
            # The database may not be there: it is waited for.
            sleep 0.1
        done &
        keeper=$!
        cat >/dev/null
        kill -9 $keeper $(cat "$0/pid-$number")
        """

    let ports: [Int]
    private let folder: TemporaryFolder
    private var running: [(shell: Process, lifeline: Pipe)] = []

    init(_ count: Int, database: String, replica: String, in folder: TemporaryFolder) throws {
        self.folder = folder
        let keys = try folder.write(String(repeating: "5a", count: 32) + "\n", to: "keys")
        ports = try (0..<count).map { _ in try FreePort.take() }
        for (number, port) in ports.enumerated() {
            running.append(
                try Self.start(
                    Self.script,
                    [
                        folder.path, "\(number)", ToolProcess.path, "serve", database, "--replica", replica,
                        "--cursor-keys", keys, "--writable", "--allow-host", "lists.test", "--quiet", "--port",
                        "\(port)",
                    ]))
        }
    }

    /// Runs a script that ends when its input does.
    static func start(_ script: String, _ arguments: [String]) throws -> (shell: Process, lifeline: Pipe) {
        let (shell, lifeline) = (Process(), Pipe())
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", script] + arguments
        shell.environment = ProcessInfo.processInfo.environment.merging(["PAGING_TOKEN": Self.token]) { $1 }
        shell.standardInput = lifeline
        // A shell that inherits blocked signals is not told that its children end.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try shell.run()
        return (shell, lifeline)
    }

    /// Ends one at once; it comes back by itself.
    func kill(_ index: Int) throws {
        let text = try String(contentsOfFile: folder.file("pid-\(index)"), encoding: .utf8)
        if let pid = pid_t(text.filter(\.isNumber)) { _ = Foundation.kill(pid, SIGKILL) }
    }

    func end() {
        Self.end(running)
        running = []
    }

    static func end(_ running: [(shell: Process, lifeline: Pipe)]) {
        for (shell, lifeline) in running {
            try? lifeline.fileHandleForWriting.close()
            shell.waitUntilExit()
        }
    }
}
