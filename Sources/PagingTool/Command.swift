/// One of the tool's commands.
protocol Command: Sendable {
    /// Its options and their help.
    static var spec: CommandSpec { get }
    /// Reads its arguments, and refuses those that make no sense.
    init(_ arguments: Arguments) throws(ToolError)
    /// Does the work.
    @MainActor func run(_ console: Console) async throws -> ExitCode
}
