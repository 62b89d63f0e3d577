import Foundation
import PagingTesting
import Testing

@testable import PagingServer
@testable import PagingTool

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `paging serve` serves what it is given, and says what it cannot.
@Suite struct ServeTests {
    @Test func `Serves a file until it is asked to stop`() async throws {
        let server = try await Serving(["serve", SmallSample.path.get()])
        let (data, _) = try await URLSession.shared.data(
            from: try #require(URL(string: server.url + "/lists/unicode?offset=100000&limit=25")))
        let answer = String(decoding: data, as: UTF8.self)
        #expect(answer.contains(#""totalCount":155"#))
        #expect(answer.components(separatedBy: #""codePoint""#).count == 26)
        let outcome = await server.stop(SIGINT)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("curl '\(server.url)/lists/unicode?offset=100000&limit=25'"))
        #expect(outcome.error.contains("GET /lists/unicode?offset=100000&limit=25"))
        #expect(outcome.error.hasSuffix("paging: stopped serving\n"))
    }

    @Test func `Quiet means no log`() async throws {
        let server = try await Serving(["serve", SmallSample.path.get(), "--quiet"])
        _ = try await URLSession.shared.data(from: try #require(URL(string: server.url + "/lists")))
        let outcome = await server.stop(SIGTERM)
        #expect(outcome.error == "paging: stopped serving\n")
    }

    @Test func `Websites are kept out unless they are named`() async throws {
        let keys = try TemporaryFolder()
        let file = try keys.write(String(repeating: "5a", count: 32) + "\n", to: "keys")
        let server = try await Serving([
            "serve", SmallSample.path.get(), "--origin", "https://app.example", "--cursor-keys", file,
        ])
        func allowed(_ origin: String) async throws -> String? {
            var request = URLRequest(url: try #require(URL(string: server.url + "/lists")))
            request.setValue(origin, forHTTPHeaderField: "Origin")
            let (_, response) = try await URLSession.shared.data(for: request)
            return (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Access-Control-Allow-Origin")
        }
        #expect(try await allowed("https://app.example") == "https://app.example")
        #expect(try await allowed("https://evil.example") == nil)
        _ = await server.stop(SIGTERM)
    }

    @Test(arguments: [
        (["--origin", "app.example"], 2, "no origin"),
        (["--replica-lag", "0"], 2, "--replica-lag"),
        (["--cursor-keys", "/nowhere/keys"], 1, "cannot read the cursor keys"),
        (["--cursor-keys", packageFolder.path + "/Makefile"], 1, "openssl rand -hex 32"),
    ])
    func `Mistakes in the options for access are explained`(arguments: [String], code: Int32, message: String)
        async throws
    {
        let outcome = try await ToolProcess(["serve", SmallSample.path.get(), "--port", "0"] + arguments).outcome()
        #expect(outcome.code == code)
        #expect(outcome.error.contains(message))
    }

    @Test func `A port in use is explained`() async throws {
        let httpServer = try SmallSample.serve()
        defer { httpServer.stop() }
        let outcome = try await ToolProcess.run("serve", try SmallSample.path.get(), "--port", "\(httpServer.port)")
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("port \(httpServer.port): it is in use"))
        #expect(outcome.output.isEmpty)
    }

    @Test func `A port in use is explained before the sample is built`() async throws {
        let httpServer = try SmallSample.serve()
        defer { httpServer.stop() }
        let folder = try TemporaryFolder()
        let outcome = try await ToolProcess.run(
            "serve", "--port", "\(httpServer.port)", environment: ["PAGING_CACHE": folder.path])
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("port \(httpServer.port): it is in use"))
        #expect(!folder.has("sample.sqlite"))
    }

    @Test func `A missing database is explained`() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await ToolProcess.run("serve", folder.file("nothing.sqlite"))
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("nothing.sqlite"))
        #expect(outcome.error.contains("Check the path"))
        #expect(!folder.has("nothing.sqlite"))
    }

    @Test func `The list to try is the longest`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("library.sqlite")
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("CREATE TABLE authors (id INTEGER PRIMARY KEY)")
        try connection.execute("CREATE TABLE books (id INTEGER PRIMARY KEY)")
        try connection.execute("INSERT INTO books VALUES (1), (2)")
        let server = try await Serving(["serve", path])
        let outcome = await server.stop(SIGINT)
        #expect(outcome.output.contains("curl '\(server.url)/lists/books?offset=0&limit=25'"))
        #expect(outcome.output.contains("paging browse '\(server.url)/lists/books'"))
    }

    @Test func `A page of one's own is served at the root with its files, as they are now`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("<!doctype html><title>A page</title><script src=app.js></script>", to: "index.html")
        _ = try folder.write("one", to: "app.js")
        let server = try await Serving(["serve", SmallSample.path.get(), "--web", folder.path])
        func get(_ path: String) async throws -> (text: String, answer: HTTPURLResponse) {
            var request = URLRequest(url: try #require(URL(string: server.url + path)))
            request.cachePolicy = .reloadIgnoringLocalCacheData
            let (data, answer) = try await URLSession.shared.data(for: request)
            return (String(decoding: data, as: UTF8.self), try #require(answer as? HTTPURLResponse))
        }
        let page = try await get("/")
        #expect(page.text.contains("<title>A page</title>"))
        // Styles and scripts in the page are its own business.
        #expect(page.answer.value(forHTTPHeaderField: "Content-Security-Policy") == nil)
        #expect(try await get("/app.js").text == "one")
        _ = try folder.write("two, which is longer", to: "app.js")
        #expect(try await get("/app.js").text == "two, which is longer")
        #expect(try await get("/web/app.js").text == "two, which is longer")
        #expect(try await get("/lists").text.contains(#""name":"unicode""#))
        #expect(try await get("/later.js").answer.statusCode == 404)
        let outcome = await server.stop(SIGINT)
        #expect(outcome.output.contains("Open \(server.url)/ in a browser: it is \(folder.path)/index.html"))
        #expect(outcome.error.contains("404  GET /later.js"))
    }

    @Test func `A folder without a page is explained`() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await ToolProcess.run(
            "serve", try SmallSample.path.get(), "--port", "0", "--web", folder.path)
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("\(folder.path) has no index.html"))
        #expect(outcome.error.contains("make web"))
    }

    @Test func `A corrupt database is explained`() async throws {
        let folder = try TemporaryFolder()
        let text = try folder.write(String(repeating: "no database ", count: 1_000), to: "text.sqlite")
        #expect(try await ToolProcess.run("serve", text).error.contains("SQLite 3 database"))
        // A sound head and nothing sound after it.
        var bytes = try Data(contentsOf: URL(fileURLWithPath: SmallSample.path.get())).prefix(200_000)
        bytes.replaceSubrange(100..<199_000, with: Data(repeating: 0xA5, count: 198_900))
        try bytes.write(to: URL(fileURLWithPath: folder.file("broken.sqlite")))
        let outcome = try await ToolProcess.run("serve", folder.file("broken.sqlite"))
        #expect(outcome.code == 1)
        #expect(outcome.error.hasPrefix("paging: "))
        #expect(outcome.error.contains("broken.sqlite"))
    }

    @Test func `A cache that cannot be written is explained`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("in the way", to: "cache")
        let outcome = try await ToolProcess.run("serve", "--port", "0", environment: ["PAGING_CACHE": file])
        #expect(outcome.code == 1)
        #expect(outcome.error.contains(file))
        #expect(outcome.error.contains("PAGING_CACHE"))
    }

    @Test func `An interrupted build leaves nothing`() async throws {
        let folder = try TemporaryFolder()
        let process = try ToolProcess(["serve", "--port", "0"], environment: ["PAGING_CACHE": folder.path])
        // On a thread of its own: a task might get its turn only when the build is over.
        let begun = BlockingThreads.detached {
            try await eventually("the build has begun") {
                try FileManager.default.contentsOfDirectory(atPath: folder.path)
            } until: {
                !$0.isEmpty
            }
            process.send(SIGINT)
        }
        try await begun.value
        let outcome = await process.outcome()
        #expect(outcome.code == 130)
        #expect(outcome.error.contains("nothing of it is left"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}

/// A server process on a free port, once it says where it is.
struct Serving {
    let url: String
    private let process: ToolProcess

    init(_ arguments: [String]) async throws {
        // The port is asked for by number: what a process prints is read when it has ended.
        let port = try FreePort.take()
        process = try ToolProcess(arguments + ["--port", "\(port)"])
        url = "http://127.0.0.1:\(port)"
        let address = try #require(URL(string: url + "/"))
        try await eventually("the server answers") { _ = try await URLSession.shared.data(from: address) }
    }

    func send(_ signal: Int32) { process.send(signal) }

    func stop(_ signal: Int32) async -> ToolProcess.Outcome {
        process.send(signal)
        return await process.outcome()
    }
}

enum FreePort {
    /// A port that was free a moment ago.
    static func take() throws -> Int {
        let httpServer = try HTTPServer(configuration: .init(port: 0)) { _ in Response(status: 204) }
        defer { httpServer.stop() }
        return httpServer.port
    }
}
