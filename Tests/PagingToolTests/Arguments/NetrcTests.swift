import Foundation
import Paging
import PagingServer
import Testing

@testable import PagingTool

/// `--netrc` logs in at the address's own host, and nowhere else.
@Suite struct NetrcTests {
    private func entry(_ text: String, for host: String = "api.test", user: String? = nil) throws -> Netrc.Entry? {
        try Netrc(text, path: "netrc").entry(for: host, user: user)
    }

    @Test func `The first entry that fits counts`() throws {
        let text = """
            # the work machine
            machine other.test login no password no
            machine API.test
                login ada   # her
                account x password "se cret\\"\\\\"
            machine api.test login second password no
            default login anonymous password me@test
            machine late.test login never password no
            """
        #expect(try entry(text) == .init(machine: "API.test", login: "ada", password: #"se cret"\"#))
        #expect(try entry(text, user: "second")?.password == "no")
        #expect(try entry(text, for: "late.test")?.login == "anonymous")
        #expect(try entry(text, for: "sub.api.test")?.login == "anonymous")
        #expect(try entry("machine ::1 login a password b", for: "[::1]")?.login == "a")
        #expect(try entry("machine x login a password b") == nil)
        #expect(try entry("") == nil)
    }

    @Test func `Macros and words that look like keys are passed over`() throws {
        let text =
            "machine x login a password b\nmacdef init\nmachine api.test\nlogin bad\n\nmachine api.test login machine password default\n"
        #expect(try entry(text) == .init(machine: "api.test", login: "machine", password: "default"))
        #expect(try entry("machine api.test login a password p#1")?.password == "p#1")
        #expect(try entry("machine api.test login a password \"é \\n\"")?.password == "é \n")
    }

    @Test(
        arguments: [
            ("machine a login b\npassword", "password has no value — netrc, line 2"),
            ("machine", "machine has no value — netrc, line 1"), ("\n\nhunter2", "netrc, line 3"),
            ("login a password b", "netrc, line 1"),
        ])
    func `An error of the file names its line and none of its words`(_ text: String, saying expected: String) {
        do {
            _ = try Netrc(text, path: "netrc")
            Issue.record("no error")
        } catch {
            #expect(error.description.contains(expected), "\(error)")
            #expect(!error.description.contains("hunter2"))
        }
    }

    @Test func `The value is given behind a sign alone`() throws {
        let plain = try Arguments(["--netrc", "http://x/"], for: PullCommand.spec)
        #expect(plain.value("netrc") == "")
        #expect(plain.operands == ["http://x/"])
        #expect(try Arguments(["http://x/", "--netrc=f"], for: PullCommand.spec).value("netrc") == "f")
        #expect(throws: ToolError.self) { try Arguments(["http://x/", "--netrc="], for: PullCommand.spec) }
    }

    // MARK: As a process

    /// A server that notes the credentials of each request.
    private struct Server {
        let seen = Locked<[String?]>([])
        let scripted: ScriptedServer

        init(_ redirect: String? = nil) throws {
            let seen = seen
            scripted = try ScriptedServer { request in
                seen.withLock {
                    $0.append(request.headers.first { $0.name.lowercased() == "authorization" }?.value)
                }
                if let redirect { return ScriptedServer.json("{}", status: 302, headers: [("Location", redirect)]) }
                return ScriptedServer.json(#"[{"id": 1}]"#)
            }
        }
    }

    private static func basic(_ pair: String) -> String { "Basic " + Data(pair.utf8).base64EncodedString() }

    private func file(_ text: String, in folder: TemporaryFolder, mode: Int = 0o600) throws -> String {
        let path = try folder.write(text, to: ".netrc")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func pull(_ url: String, _ more: String..., environment: [String: String] = [:]) async throws
        -> ToolProcess.Outcome
    {
        try await ToolProcess(
            ["pull", url, "--dialect", "whole", "--retries", "0"] + more, environment: environment
        ).outcome()
    }

    @Test func `The login is sent`() async throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        let path = try file("machine 127.0.0.1 login ada password s:e\n", in: folder)
        let named = try await pull(server.scripted.url, "--netrc=\(path)")
        #expect(named.code == 0, "\(named.error)")
        let own = try await pull(
            server.scripted.url, "--netrc", environment: ["HOME": folder.path, "PAGING_TOKEN": "token"])
        #expect(own.code == 0, "\(own.error)")
        let header = try await pull(server.scripted.url, "--netrc=\(path)", "-H", "Authorization: mine")
        #expect(header.code == 0, "\(header.error)")
        let seen = server.seen.withLock { $0 }
        let login = Self.basic("ada:s:e")
        #expect(Set(seen) == [login, "mine"])
        #expect(seen.last == "mine")
    }

    @Test func `Another origin gets nothing`() async throws {
        let (folder, target) = (try TemporaryFolder(), try Server())
        let home = try Server(target.scripted.url)
        let path = try file("machine 127.0.0.1 login ada password secret\ndefault login x password y\n", in: folder)
        let outcome = try await pull(home.scripted.url, "--netrc=\(path)")
        #expect(outcome.code == 1)
        #expect(home.seen.withLock { $0 } == [Self.basic("ada:secret")])
        #expect(target.seen.withLock { $0.isEmpty })
        #expect(!outcome.error.contains("secret"))
    }

    @Test func `An unsafe or missing file is refused`() async throws {
        let (folder, server) = (try TemporaryFolder(), try Server())
        for mode in [0o644, 0o640, 0o604] {
            let path = try file("machine 127.0.0.1 login ada password secret\n", in: folder, mode: mode)
            let outcome = try await pull(server.scripted.url, "--netrc=\(path)")
            #expect(outcome.code == 2)
            #expect(outcome.error.contains("others may read the file"), "\(outcome.error)")
            #expect(outcome.error.contains("chmod 600"))
        }
        let path = try file("machine elsewhere.test login ada password secret\n", in: folder)
        let stranger = try await pull(server.scripted.url, "--netrc=\(path)")
        #expect(stranger.code == 2)
        #expect(stranger.error.contains("there is no login for 127.0.0.1"), "\(stranger.error)")
        let missing = try await pull(server.scripted.url, "--netrc=\(folder.file("none"))")
        #expect(missing.code == 2)
        #expect(missing.error.contains("No such file"), "\(missing.error)")
        #expect(server.seen.withLock { $0.isEmpty })
    }
}
