/// One of the tool's commands.
protocol Command: Sendable {
    /// Its options and their help.
    static var spec: CommandSpec { get }
    /// Parses its arguments, and throws for invalid ones.
    init(_ arguments: Arguments) throws(ToolError)
    /// Runs the command.
    @MainActor func run(_ console: Console) async throws -> ExitCode
}
