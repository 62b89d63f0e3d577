import Foundation
import PagingTesting
import Testing

/// A terminal of a test's own, through tmux with a server of its own.
final class Tmux: Sendable {
    private let socket: String
    private let server: ToolProcess

    private static let path = "/usr/bin/tmux"
    private static let environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TMUX": ""]

    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)

    /// Opens a terminal in which a shell command runs; the terminal stays when it has ended.
    init(_ command: String, width: Int = 100, height: Int = 30) async throws {
        // A marker after the command shows what it left on the screen, and its exit code. Ctrl-C is for the command alone.
        let shell = "trap : INT; \(command); echo \"ended with $?\"; exec sleep 600"
        let socket = "paging-test-\(UUID().uuidString.prefix(8))"
        self.socket = socket
        // In the foreground: a server that goes to the background takes along what its end is noticed by.
        server = try ToolProcess(
            ["-L", socket, "-f", "/dev/null", "-D"], program: Tmux.path, environment: Tmux.environment)
        try await eventually("tmux opens a terminal") {
            // A client that finds no server must not start one: it would go to the background.
            try await run("-N", "new-session", "-d", "-x", "\(width)", "-y", "\(height)", "/bin/sh", "-c", shell)
        } until: {
            $0.code == 0
        }
    }

    // A test that failed on its way has not closed it.
    deinit { server.send(SIGKILL) }

    /// Ends the terminal's server, and with it whatever runs there.
    func close() async {
        _ = try? await run("kill-server")
        _ = await server.outcome()
    }

    @discardableResult
    func run(_ arguments: String...) async throws -> ToolProcess.Outcome {
        try await ToolProcess(
            ["-L", socket] + arguments, program: Tmux.path, environment: Tmux.environment
        ).outcome()
    }

    /// Types keys, by tmux's names of them.
    func type(_ keys: String...) async throws {
        for key in keys { try await run("send-keys", key) }
    }

    /// The text on the screen, line by line.
    func screen() async throws -> [String] {
        try await run("capture-pane", "-p").output.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Waits until the screen is as it should be, and returns it.
    func screen(
        _ what: String, fileID: StaticString = #fileID, line: UInt = #line, _ isRight: ([String]) -> Bool
    ) async throws -> [String] {
        try await eventually(what, fileID: fileID, line: line) {
            Screen(lines: try await screen())
        } until: {
            isRight($0.lines)
        }.lines
    }

    /// Waits until the screen is as it should be and two looks in a row show the same, and returns it.
    ///
    /// A single look may come while the tool draws, and show some lines of before. For what a test reads besides that for which it waits.
    func stillScreen(
        _ what: String, fileID: StaticString = #fileID, line: UInt = #line, _ isRight: ([String]) -> Bool
    ) async throws -> [String] {
        try await eventually(what, fileID: fileID, line: line) {
            [Screen(lines: try await screen()), Screen(lines: try await screen())]
        } until: {
            $0[0].lines == $0[1].lines && isRight($0[1].lines)
        }[1].lines
    }

    /// The lines of a screen, which a failure shows below each other.
    private struct Screen: CustomStringConvertible {
        var lines: [String]
        var description: String { "\n" + lines.joined(separator: "\n") }
    }
}
