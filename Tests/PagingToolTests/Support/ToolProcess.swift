import Foundation
import Testing

/// The tool as a user runs it: the built product, in a process of its own.
final class ToolProcess: Sendable {
    /// The output of a process that ended.
    struct Outcome: Sendable {
        var code: Int32
        var output: String
        var error: String
    }

    /// The product is beside the bundle of the tests.
    static let path: String = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folders = [bundle.deletingLastPathComponent()]
        folders += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let found = folders.map { $0.appendingPathComponent("paging").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        return found ?? "paging is not beside \(bundle.path)"
    }()

    private let process: Process
    private let output: Task<Data, Never>
    private let error: Task<Data, Never>
    private let ended: Task<Int32, Never>

    /// Starts a program.
    init(
        _ arguments: [String], program: String = ToolProcess.path, environment: [String: String] = [:],
        folder: String? = nil
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["TERM": "dumb", "NO_COLOR": "1"]) { $1 }.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        let pipes = (Pipe(), Pipe())
        process.standardOutput = pipes.0
        process.standardError = pipes.1
        process.standardInput = FileHandle.nullDevice
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = {
            end.yield($0.terminationStatus)
            end.finish()
        }
        // A child inherits the signals that are blocked in the thread that starts it, and the runtime's threads block nearly
        // all: it could be neither interrupted nor told that its own children ended.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        self.process = process
        output = ToolProcess.reading(pipes.0)
        error = ToolProcess.reading(pipes.1)
        ended = Task {
            for await code in ends { return code }
            return -1
        }
    }

    /// Reads a pipe to its end, on a thread that may wait.
    private static func reading(_ pipe: Pipe) -> Task<Data, Never> {
        let handle = pipe.fileHandleForReading
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        Thread {
            continuation.yield(handle.readDataToEndOfFile())
            continuation.finish()
            // A pipe that waits for its last reference holds two descriptors, and `Process.run()` reads beyond its list of them where
            // there are more than 1,300 (it copies whole entries of `/proc/self/fd`).
            try? handle.close()
        }.start()
        return Task {
            for await data in stream { return data }
            return Data()
        }
    }

    var identifier: Int32 { process.processIdentifier }

    /// Sends the process a signal.
    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for the process to end. It is killed where the test is cancelled, as by its time limit.
    func outcome() async -> Outcome {
        let code = await withTaskCancellationHandler {
            await ended.value
        } onCancel: {
            send(SIGKILL)
        }
        return Outcome(
            code: code, output: String(decoding: await output.value, as: UTF8.self),
            error: String(decoding: await error.value, as: UTF8.self))
    }

    /// Runs the tool to its end.
    static func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Outcome {
        try await ToolProcess(arguments, environment: environment).outcome()
    }
}

/// A folder of a test's own, gone when the test is.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "paging-tool-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
        return file(name)
    }

    func lines(of name: String) throws -> [String] {
        try String(contentsOfFile: file(name), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }
}

/// The package's folder.
let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
