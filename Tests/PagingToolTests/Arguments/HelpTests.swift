import Testing

@testable import PagingTool

/// Help is there for everything, and the tool explains what it cannot do.
@Suite struct HelpTests {
    @Test(arguments: PagingTool.commands.map { $0.spec.name })
    func `Every command has help`(_ command: String) async throws {
        let outcome = try await ToolProcess.run(command, "--help")
        #expect(outcome.code == 0)
        #expect(outcome.error.isEmpty)
        for part in ["Usage: paging \(command)", "Options:", "Examples:", "Exit codes:", "--help"] {
            #expect(outcome.output.contains(part))
        }
        for line in outcome.output.split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
    }

    @Test func `A long discussion is told by help alone, and options are under headings`() async throws {
        let (short, whole) = (try await ToolProcess.run("pull", "--help"), try await ToolProcess.run("help", "pull"))
        #expect(short.output.contains("'paging help pull' tells more.") && !short.output.contains("FILE.part"))
        #expect(whole.output.contains("FILE.part"))
        var last = short.output.startIndex
        for heading in [
            "Options:", "What the list is, where that is not found:", "Requests:", "A list that changes meanwhile:",
            "Examples:",
        ] {
            let lines = short.output[last...].ranges(of: "\n\(heading)\n")
            #expect(lines.count == 1, "\(heading)")
            last = lines.first?.lowerBound ?? last
        }
    }

    @Test func `Every option is in the help`() {
        for type in PagingTool.commands {
            let text = Help.text(for: type.spec)
            for option in type.spec.options { #expect(text.contains(option.written)) }
        }
    }

    @Test func `The tool has help and a version`() async throws {
        let help = try await ToolProcess.run("--help")
        #expect(help.code == 0)
        for command in PagingTool.commands.map({ $0.spec.name }) { #expect(help.output.contains("  \(command)")) }
        #expect(try await ToolProcess.run("--version").output == "paging \(PagingTool.version)\n")
    }

    @Test func `No arguments, or nonsense, are a usage error`() async throws {
        let nothing = try await ToolProcess.run()
        #expect(nothing.code == 2)
        #expect(nothing.error.contains("Usage: paging COMMAND"))
        #expect(nothing.output.isEmpty)
        let nonsense = try await ToolProcess.run("bowse")
        #expect(nonsense.code == 2)
        #expect(nonsense.error.contains("Did you mean 'browse'?"))
        let option = try await ToolProcess.run("pull", "http://127.0.0.1/", "--dialct", "page")
        #expect(option.code == 2)
        #expect(option.error.contains("Did you mean --dialect?"))
    }

    @Test(
        arguments: [
            (["pull", "127.0.0.1:80/lists"], "Give a whole address"), (["pull", "ftp://x/y"], "http://"),
            (["pull", "http://"], "no address"), (["pull", "http://x/", "--dialect", "pgae"], "Did you mean 'page'?"),
            (["pull", "http://x/", "--header", "secret"], "Name: value"),
            (["pull", "http://x/", "--max", "0"], "at least 1"),
            (["scroll", "http://x/"], "--trace is missing"), (["serve", "--port", "99999"], "from 0 to 65535"),
            (["serve", "a.db", "--rebuild"], "is for the sample"),
        ])
    func `Wrong arguments are explained`(_ words: [String], saying expected: String) async throws {
        let outcome = try await ToolProcess(words).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.error.hasPrefix("paging: "))
        #expect(outcome.error.contains(expected), "\(outcome.error)")
        #expect(!outcome.error.contains("secret"))
    }

    @Test(arguments: [60, 80])
    func `Errors are readable in 60 columns`(width: Int) {
        let error = ToolError(
            "http://api.test/a/rather/long/address/of/a/list/that/is/longer/than/sixty/columns: the list may be longer than the 20 items of its first answer",
            "after 20 rows of 57",
            "Say how pages are asked for, with --dialect and --parameter, or that these rows are all, with --dialect whole"
        )
        let lines = error.text(width: width).split(separator: "\n")
        #expect(
            lines.allSatisfy { $0.count <= width || !$0.dropFirst(2).contains(" ") || $0.hasPrefix("paging: http") })
        #expect(lines.contains("  after 20 rows of 57"))
        #expect(
            lines.joined(separator: " ").split(separator: " ")
                == "\(error)".replacing(" —", with: "").split(separator: " "))
    }
}
