import Paging
import PagingHTTP
import PagingWire

@testable import PagingTool

/// `paging pull` against a server in the process: no socket, and no process of its own.
struct PullInProcess {
    let outcome: PullOutcome
    let report: PullReport
    /// The rows that were written, in order.
    let rows: [JSONValue]

    /// Pulls.
    ///
    /// - Parameters:
    ///   - words: the address and the options.
    ///   - transport: the server.
    ///   - behavior: what the command is told with `--behavior`.
    ///   - inFlight: how many requests may be under way at once. One after the other they can be counted on a busy machine too.
    ///   - clock: the pull's. No answer is overdue by one that does not move, however busy the machine is.
    @MainActor
    init(
        _ words: [String], over transport: any HTTPTransport, behavior: ListBehavior?, inFlight: Int = 4,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        let folder = try TemporaryFolder()
        let output = try OutputFile(folder.file("rows"))
        var options = try SourceOptions(Arguments(words, for: PullCommand.spec), command: "pull")
        options.transport = transport
        let traffic = Traffic { _ in }
        let puller: any Pulling =
            if let behavior {
                WalkPuller(options, behavior, into: output, maximum: nil, traffic: traffic)
            } else {
                Puller(options, into: output, maximum: nil, inFlight: inFlight, traffic: traffic, clock: clock)
            }
        outcome = await puller.run { _ in }
        try output.finish()
        report = puller.report(failure: outcome.failure, seconds: 0, output: nil)
        rows = try folder.lines(of: "rows").map { try JSONValue(parsing: Array($0.utf8)) }
    }
}
