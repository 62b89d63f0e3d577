import Testing

@testable import PagingTool

/// The command line is read as the help says, and what cannot be read is explained.
@Suite struct ArgumentsTests {
    private let spec = CommandSpec(
        name: "walk", summary: "Walk.", operands: ["PLACE", "[SHOE]"],
        options: [
            .init(name: "speed", value: "N", help: "How fast."), .init(name: "quiet", help: "No singing."),
            .init(name: "with", value: "WHO", help: "Company.", isRepeatable: true),
        ])

    private func read(_ words: String...) throws(ToolError) -> Arguments { try Arguments(words, for: spec) }

    @Test func `Tells options from operands`() throws {
        let arguments = try read("home", "--speed", "3", "--with=Ada", "--quiet", "--with", "Bob", "sandal")
        #expect(arguments.operands == ["home", "sandal"])
        #expect(arguments.value("speed") == "3")
        #expect(arguments.all("with") == ["Ada", "Bob"])
        #expect(arguments.has("quiet"))
        #expect(!arguments.asksForHelp)
        #expect(try arguments.integer("speed", in: 0...5) == 3)
    }

    @Test func `Takes values as they are`() throws {
        #expect(try read("home", "--with=a=b").value("with") == "a=b")
        #expect(try read("home", "--with=").value("with") == "")
        #expect(try read("home", "--with", "--quiet").value("with") == "--quiet")
        #expect(try read("-").operands == ["-"])
        #expect(try read("--", "--speed").operands == ["--speed"])
    }

    @Test(
        arguments: [
            (["home", "--sped", "3"], "Did you mean --speed?"), (["home", "--spe"], "Did you mean --speed?"),
            (["home", "-q"], "unknown option"), (["home", "--zebra"], "Check its spelling"),
            (["home", "--speed"], "--speed needs a value"), (["home", "--quiet=yes"], "--quiet takes no value"),
            (["home", "--speed=1", "--speed=2"], "given twice"), ([], "PLACE is missing"),
            (["home", "a", "b"], "one argument too many — 'b'"),
        ])
    func `Errors of arguments are explained`(_ words: [String], saying expected: String) {
        do {
            _ = try Arguments(words, for: spec)
            Issue.record("was understood")
        } catch {
            #expect(error.code == .usage)
            #expect(error.description.contains(expected), "\(error)")
            #expect(error.description.contains("'paging walk --help'"))
        }
    }

    @Test func `Help needs nothing else`() throws {
        #expect(try read("--help").asksForHelp)
        #expect(try read("a", "b", "c", "--help").asksForHelp)
    }

    @Test(arguments: ["x", "-1", "6", "1.0", ""])
    func `Refuses numbers out of bounds`(_ text: String) throws {
        let arguments = try read("home", "--speed=\(text)")
        #expect(throws: ToolError.self) { try arguments.integer("speed", in: 0...5) }
    }

    @Test func `Finds the nearest word`() {
        #expect(editDistance("kitten", "sitting") == 3)
        #expect(editDistance("", "abc") == 3)
        #expect(editDistance("prot", "port") == 1)
        #expect(nearest(to: "brwose", among: ["serve", "browse"]) == "browse")
        #expect(nearest(to: "xyzzy", among: ["serve", "browse"]) == nil)
        #expect(nearest(to: "", among: ["serve"]) == nil)
        #expect(nearest(to: "serve", among: []) == nil)
    }

    private func configured(_ text: String, _ words: String...) throws(ToolError) -> Arguments {
        var arguments = try Arguments(words, for: spec)
        try arguments.add(from: text, file: "walk.conf", for: spec)
        return arguments
    }

    @Test func `A file says what the command line does not`() throws {
        let text = "# Ours\n\n speed = 3 \nwith = Ada\nwith=a=b\nquiet\nplace = elsewhere\n"
        let arguments = try configured(text, "home")
        #expect(arguments.operands == ["home"])
        #expect(arguments.value("speed") == "3")
        #expect(arguments.all("with") == ["Ada", "a=b"])
        #expect(arguments.has("quiet"))
        #expect(try configured(text, "home", "--speed", "5", "--with", "Bob").value("speed") == "5")
        #expect(try configured(text, "home", "--with", "Bob").all("with") == ["Bob"])
    }

    @Test(
        arguments: [
            (
                "speed = 3\nsped = 4",
                "there is no option 'sped' — walk.conf, line 2: 'sped = 4' — Did you mean 'speed'?"
            ),
            ("zebra = 4", "There are: speed, quiet, with"), ("speed", "speed needs a value — walk.conf, line 1"),
            ("quiet = yes", "quiet takes no value"), ("speed = 3\n#\nspeed = 4", "given twice — walk.conf, line 3"),
            ("place", "place needs a value"),
        ])
    func `Errors of the file are explained`(_ text: String, saying expected: String) {
        do {
            _ = try configured(text, "home")
            Issue.record("was understood")
        } catch {
            #expect(error.code == .usage)
            #expect(error.description.contains(expected), "\(error)")
        }
    }
}
