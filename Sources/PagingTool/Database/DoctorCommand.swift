internal import PagingServer

/// `paging doctor`: finds problems of a database that is served.
struct DoctorCommand: Command {
    static let spec = CommandSpec(
        name: "doctor", summary: "Say what keeps a database from being served well, and what would help.",
        operands: ["DATABASE"],
        options: [.init(name: "writable", help: "Look for what 'paging serve --writable' needs as well.")],
        discussion: """
            It reads, and writes nothing: keys, rights, logs and indexes that are missing or no longer fit,
            statistics, vacuum, long transactions, connections, poolers. Ask with the role that the server has.
            """,
        examples: [("paging doctor postgres://reader@db.example.org/library", "what would help this server")],
        exitCodes: [
            (0, "nothing is wrong"), (1, "something is, or the database cannot be read"),
            (2, "the command line cannot be understood"),
        ])

    private let database: String

    private let isWritable: Bool

    init(_ arguments: Arguments) throws(ToolError) {
        (database, isWritable) = (arguments.operands[0], arguments.has("writable"))
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        let findings: [DatabaseDoctor.Finding]
        do {
            findings = try DatabaseDoctor.findings(database, isWritable: isWritable)
        } catch {
            throw ToolError("\(error)")
        }
        for finding in findings {
            try console.say("\(finding.weight.rawValue): \(finding.what) \(finding.advice)")
        }
        if findings.isEmpty { try console.say("All is well with \(Database.name(of: database)).") }
        return findings.contains { $0.weight == .fault } ? .failed : .done
    }
}
