import Foundation
import PagingServer
import Testing

/// The commands that pages show, as a reader types them: each line of a block marked "<!-- example: tool -->", in one folder, in order.
@Suite(.timeLimit(.minutes(10))) struct PageExamplesTests {
    /// The address in pages, at which `make run` serves.
    private static let shown = "http://127.0.0.1:8080"

    private static func lines(of page: String) throws -> [String] {
        let text = try String(contentsOf: packageFolder.appendingPathComponent(page), encoding: .utf8)
        return text.matches(of: /(?ms)^<!-- example: tool -->\n```sh\n(.*?)^```$/)
            .flatMap { $0.1.split(separator: "\n").map(String.init) }
    }

    @Test(arguments: ["README.md", "Documentation/Tool.md"]) func `Every command of a page works`(page: String)
        async throws
    {
        let lines = try Self.lines(of: page)
        #expect(!lines.isEmpty)
        let folder = try TemporaryFolder()
        try FileManager.default.moveItem(atPath: SmallSample.copy(into: folder), toPath: folder.file("library.sqlite"))
        let server = try SmallSample.serve()
        defer { server.stop() }
        let tool = URL(fileURLWithPath: ToolProcess.path).deletingLastPathComponent().path
        let path = "\(tool):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        for line in lines {
            // The shorter list of the sample stands for the longer one, of which PullTests pulls every row.
            let command = line.replacing(Self.shown, with: server.url).replacing(
                "/lists/unicode", with: "/lists/events")
            let outcome = try await ToolProcess(
                ["-c", command], program: "/bin/sh",
                environment: ["PATH": path], folder: folder.path
            ).outcome()
            #expect(outcome.code == 0, "\(line)\n\(outcome.output)\(outcome.error)")
        }
    }
}
