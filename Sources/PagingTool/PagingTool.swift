internal import Foundation

/// The command-line tool `paging`.
@main
enum PagingTool {
    /// The version of the tool and of the package.
    static let version = "0.1.0"

    static let commands: [any Command.Type] = [
        ServeCommand.self, IndexCommand.self, LogCommand.self, MigrateCommand.self, DoctorCommand.self,
        PullCommand.self, WatchCommand.self, BrowseCommand.self,
        ScrollCommand.self, ExplainCommand.self, CompletionsCommand.self, ManualCommand.self,
    ]

    @MainActor
    static func main() async {
        Signals.listen()
        let console = Console()
        var code: ExitCode
        do {
            code = try await run(Array(CommandLine.arguments.dropFirst()), console)
        } catch is BrokenPipe {
            // The reader of the output has closed it, so a message would reach no reader.
            code = .failed
        } catch let error as ToolError {
            console.complain(error)
            code = error.code
        } catch {
            console.complain(ToolError("\(error)"))
            code = .failed
        }
        exit(code.rawValue)
    }

    @MainActor
    private static func run(_ words: [String], _ console: Console) async throws -> ExitCode {
        guard let first = words.first else {
            console.note(Help.overview(of: commands.map { $0.spec }))
            throw ToolError.usage("no command was given", "", "Say what to do", command: "")
        }
        switch first {
        case "help" where words.count > 1 && commands.contains { $0.spec.name == words[1] }:
            let type = commands.first { $0.spec.name == words[1] }
            try console.say(type.map { Help.text(for: $0.spec) } ?? "", end: "")
            return .done
        case "--help", "-h", "help":
            if words.count > 1, first == "help" {
                throw ToolError.unknown("command", words[1], of: commands.map { $0.spec.name }, command: "")
            }
            try console.say(Help.overview(of: commands.map { $0.spec }), end: "")
            return .done
        case "--version", "-V":
            try console.say("paging \(version)")
            return .done
        default: break
        }
        guard let type = commands.first(where: { $0.spec.name == first }) else {
            let kind = first.hasPrefix("-") ? "unknown option" : "unknown command"
            let known = commands.map { $0.spec.name }
            let advice =
                nearest(to: first, among: known).map { "Did you mean '\($0)'?" }
                ?? "The commands are \(known.joined(separator: ", "))"
            throw ToolError.usage(kind, "'\(first)'", advice, command: "")
        }
        let arguments = try Arguments(Array(words.dropFirst()), for: type.spec)
        if arguments.asksForHelp {
            try console.say(Help.text(for: type.spec, isWhole: false), end: "")
            return .done
        }
        let command = try type.init(arguments)
        let work = Task { @MainActor in try await command.run(console) }
        // The first signal asks the command to stop, and a second one ends it at once.
        Signals.onInterrupt { work.cancel() }
        return try await work.value
    }
}
