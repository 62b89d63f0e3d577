internal import Foundation
internal import PagingServer
internal import PagingWire

/// The sample database: its path, and the progress of building it.
@MainActor
struct Sample {
    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    /// Builds the sample if it is missing.
    ///
    /// - Parameter rebuilding: `true` to build it even if it exists.
    /// - Returns: its path.
    /// - Throws: `CancellationError`; a ``ToolError``.
    func prepare(rebuilding: Bool) async throws -> String {
        let folder = try Sample.folder(ProcessInfo.processInfo.environment)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ToolError(
                "cannot make the folder for the sample: \((error as NSError).localizedDescription)", folder,
                "Name another with PAGING_CACHE, or make this one writable")
        }
        let path = folder + "/sample.sqlite"
        if !rebuilding, SampleDatabase.isCurrent(at: path) { return path }
        if !console.errorIsTerminal {
            console.note("Building the sample database at \(path), once; this takes a little while.")
        }
        try await build(at: path)
        return path
    }

    private func build(at path: String) async throws {
        let (progress, continuation) = AsyncStream.makeStream(
            of: SampleDatabase.Progress.self, bufferingPolicy: .bufferingNewest(1))
        // Off the main actor, which shows the progress. Cancelling removes the unfinished file.
        let work = Task.detached {
            defer { continuation.finish() }
            try SampleDatabase.build(at: path) { continuation.yield($0) }
        }
        try await withTaskCancellationHandler {
            let line = ProgressLine(console, isQuiet: false)
            var told = ""
            for await step in progress {
                line.show(
                    ProgressBar(done: Int(step.fraction * 100), total: 100, unit: "% of the sample: \(step.what)"))
                if !console.errorIsTerminal, step.what != told {
                    told = step.what
                    console.note("  \(step.what)")
                }
            }
            line.clear()
            do {
                try await work.value
            } catch let error as CancellationError {
                throw error
            } catch {
                throw ToolError("\(error)", nil, "PAGING_CACHE names another folder")
            }
        } onCancel: {
            work.cancel()
        }
    }

    /// The folder of the sample.
    private static func folder(_ environment: [String: String]) throws -> String {
        if let folder = environment["PAGING_CACHE"], !folder.isEmpty { return folder }
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/paging" }
        guard let home = environment["HOME"], !home.isEmpty else {
            throw ToolError("there is no folder for the sample", "HOME is not set", "Name a folder with PAGING_CACHE")
        }
        return home + "/.cache/paging"
    }

    /// A list of a server.
    struct List: Decodable {
        let name: String
        let url: String
        let count: Int
    }

    /// The lists that a responder serves, requested like any client does.
    static func lists(of responder: Responder) -> [List] {
        let answer = responder.respond(to: Request(target: "/lists"))
        return (try? JSONDecoder().decode([List].self, from: Data(answer.body))) ?? []
    }
}
