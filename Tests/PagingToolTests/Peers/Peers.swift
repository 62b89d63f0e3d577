import Foundation
import PagingTesting
import Testing

@testable import PagingTool

/// Other people's servers, installed from PyPI and run on a free port of this machine.
enum Peers {
    /// The application behind Django REST Framework's paginators; it is beside the package.
    static let application = packageFolder.deletingLastPathComponent().appendingPathComponent("shared/peers/drf_app.py")
        .path

    static let hasApplication = FileManager.default.fileExists(atPath: application)

    /// The virtual environment's folder; installed by the first test that needs it.
    static let environment = Task<String, any Error> {
        let script = packageFolder.appendingPathComponent("Scripts/install-peers").path
        let outcome = try await ToolProcess([], program: script).outcome()
        guard outcome.code == 0 else { throw PeerFailure(what: outcome.error) }
        return packageFolder.appendingPathComponent(".cache/peers/bin").path
    }

    struct PeerFailure: Error, CustomStringConvertible {
        let what: String
        var description: String { "the peers could not be installed: \(what)" }
    }
}

/// A peer that is running.
final class Peer: Sendable {
    let url: String
    private let process: ToolProcess

    private init(_ process: ToolProcess, _ url: String) {
        self.process = process
        self.url = url
    }

    deinit { process.send(SIGKILL) }

    /// Starts a program and waits until an address of it answers.
    ///
    /// - Parameters:
    ///   - program: a program of the virtual environment.
    ///   - arguments: its arguments, given the port it is to listen on.
    ///   - folder: where it runs.
    ///   - path: what must answer.
    static func start(
        _ program: String, in folder: String, path: String, _ arguments: (Int) -> [String]
    ) async throws -> Peer {
        let port = try FreePort.take()
        let process = try await ToolProcess(
            arguments(port), program: Peers.environment.value + "/" + program, folder: folder)
        let peer = Peer(process, "http://127.0.0.1:\(port)")
        do {
            try await eventually("the peer answers") {
                try await ToolProcess.run("pull", peer.url + path, "--max", "1", "--retries", "0", "--quiet")
            } until: {
                $0.code == 0
            }
        } catch {
            process.send(SIGKILL)
            throw Peers.PeerFailure(what: "\(error)\n\(await process.outcome().error)")
        }
        return peer
    }

    /// Runs a program of the virtual environment to its end.
    static func run(_ program: String, in folder: String, _ arguments: [String]) async throws {
        let outcome = try await ToolProcess(
            arguments, program: Peers.environment.value + "/" + program, folder: folder
        ).outcome()
        guard outcome.code == 0 else { throw Peers.PeerFailure(what: outcome.error) }
    }
}
