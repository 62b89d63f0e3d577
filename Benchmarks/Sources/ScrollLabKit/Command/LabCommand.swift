import PagingTesting

/// The laboratory's command line.
public enum LabCommand {
    /// The result of a call of the command.
    public struct Outcome: Hashable, Sendable {
        /// The text for the standard output.
        public var output = ""
        /// The text for the standard error; empty where nothing is wrong.
        public var complaint = ""
        /// The exit status: 0 where all is well, 1 where a check failed, 2 where the call was wrong.
        public var status: Int32 = 0
    }

    /// Carries out a call.
    ///
    /// - Parameter arguments: the command line without the program's name.
    public static func run(_ arguments: [String]) -> Outcome {
        do throws(LabError) {
            let options = try Options(arguments)
            if options.wantsHelp { return Outcome(output: help) }
            if let family = options.generate {
                return Outcome(output: family.trace(seed: options.experiment.seed).csv)
            }
            if options.writesExpectation { return Outcome(output: try FiguresOnFile.write()) }
            if options.writesPage { return Outcome(output: try ScrollingPage.write()) }
            if options.checksField { return try checkField() }
            if options.checksCriteria { return try checkCriteria(options) }
            let traces = try self.traces(options)
            let policies = options.policies.isEmpty ? PolicyName.allCases : options.policies
            if let path = options.pictures {
                return Outcome(
                    output: try Pictures.write(options.experiment, traces: traces, policies: policies, to: path))
            }
            if options.wantsJSON {
                return Outcome(output: try JSONReport.text(options.experiment, traces: traces, policies: policies))
            }
            return Outcome(output: TableReport.text(options.experiment, traces: traces, policies: policies))
        } catch {
            return Outcome(complaint: "ScrollLab: \(error)\n", status: 2)
        }
    }

    private static func checkField() throws(LabError) -> Outcome {
        guard let traces = try TraceFiles.field() else {
            throw LabError("the field notes' traces are not at hand: ../shared/traces beside the package")
        }
        let (text, differing) = FieldTable.comparison(on: traces)
        return Outcome(output: text, status: differing == 0 ? 0 : 1)
    }

    private static func checkCriteria(_ options: Options) throws(LabError) -> Outcome {
        if options.generated > 0 {
            let seed = options.experiment.seed
            let families = TraceFamily.field.map { ($0.rawValue, $0.traces(seed: seed, count: options.generated)) }
            if options.wantsJSON { return try criteriaJSON(of: families.map { (name: $0, traces: $1) }) }
            let (text, isMet) = CriteriaReport.summary(of: families, experiments: Criteria.experiments)
            return Outcome(output: text, status: isMet ? 0 : 1)
        }
        var traces = try self.traces(options)
        if options.traces.isEmpty, let field = try TraceFiles.field() { traces = field }
        if options.wantsJSON { return try criteriaJSON(of: [(name: nil, traces: traces)]) }
        let (text, isMet) = CriteriaReport.full(on: traces, experiments: Criteria.experiments)
        return Outcome(output: text, status: isMet ? 0 : 1)
    }

    private static func criteriaJSON(
        of families: [(name: String?, traces: [NamedTrace])]
    ) throws(LabError) -> Outcome {
        let (text, isMet) = try CriteriaJSON.text(of: families, experiments: Criteria.experiments)
        return Outcome(output: text, status: isMet ? 0 : 1)
    }

    private static func traces(_ options: Options) throws(LabError) -> [NamedTrace] {
        guard options.traces.isEmpty else {
            var traces: [NamedTrace] = []
            for path in options.traces { traces.append(try NamedTrace(path: path)) }
            return traces
        }
        let traces = try (TraceFiles.field() ?? []) + TraceFiles.own()
        guard !traces.isEmpty else { throw LabError("no traces are at hand; name one with --trace FILE.csv") }
        return traces
    }

    static let help = """
        ScrollLab plays scroll traces in virtual time against a modeled network, through this library's list machine
        and through the policies of other systems.

        usage: ScrollLab [options]

          --trace FILE.csv     a trace to play; may be repeated. Without it: the field notes' six and Benchmarks/Traces
          --policy NAME        a policy to play; may be repeated. Without it: all.
                               \(PolicyName.allCases.map(\.rawValue).joined(separator: ", "))
          --latency MS         time from asking to the answer's first row (200)
          --jitter MS          the most that chance adds to it, drawn evenly (0)
          --loss P             share of requests never answered, 0 to 1 (0)
          --bandwidth ROWS     rows a second, shared by all answers under way (no limit)
          --known-network      this library's list begins with what another list learned of the network
          --page N             rows a page has (50)
          --seed N             where chance starts (1)
          --seeds N            play with so many seeds and print means (20 with --jitter or --loss, else 1)
          --json               figures as JSON; with --criteria, what was checked on each trace under each network
          --svg FOLDER         pictures, one for each trace and policy; FILE.svg for one of each
          --check-field        compare the peers' figures with those of the field notes
          --criteria           check that this library is as good as the best peer, on the field notes' traces or those
                               given, under four networks; the exit status is 1 where it is not
          --generated N        with --criteria: on N generated traces of each kind instead, with seeds from --seed on
          --expect             write this library's figures to Tests/ScrollLabTests/Expectations
          --write-page         write the tables and pictures of Documentation/Scrolling.md
          --generate KIND      print a trace of that kind, drawn with --seed, as CSV:
                               \(TraceFamily.allCases.map(\.rawValue).joined(separator: ", "))

        """
}
