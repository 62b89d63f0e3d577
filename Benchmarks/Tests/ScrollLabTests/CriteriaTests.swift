import Foundation
import ScrollLabKit
import Testing

/// The criteria as JSON say what the table says.
@Suite struct CriteriaTests {
    private static let reversal = TraceFiles.package.appendingPathComponent("Traces/reversal.csv").path

    private struct Report: Decodable {
        struct Network: Decodable {
            var latency: Double
            var jitter: Double
            var loss: Double
            var bandwidth: Double?
            var pageSize: Int
            var seed: Int
            var seeds: Int
            var traces: [Trace]
        }

        struct Trace: Decodable {
            var name: String
            var family: String?
            var isMet: Bool
            var checks: [String: Check]
        }

        struct Check: Decodable {
            var value: Double
            var bound: Double
            var reason: String
            var isMet: Bool
        }

        var isMet: Bool
        var missed: Int
        var networks: [Network]

        init(_ outcome: LabCommand.Outcome) throws {
            self = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        }
    }

    @Test func `JSON says what the table says`() throws {
        let call = ["--criteria", "--trace", Self.reversal]
        let table = LabCommand.run(call)
        let outcome = LabCommand.run(call + ["--json"])
        let report = try Report(outcome)
        #expect(outcome.status == table.status)
        #expect(report.isMet == (table.status == 0))
        #expect(report.networks.map(\.latency) == [200, 50, 800, 200])
        #expect(report.networks.map(\.seeds) == [1, 1, 1, 200])
        let traces = report.networks.flatMap(\.traces)
        #expect(traces.allSatisfy { $0.name == "reversal" && $0.family == nil })
        #expect(report.missed == traces.count { !$0.isMet })
        for trace in traces {
            #expect(trace.isMet == trace.checks.values.allSatisfy(\.isMet))
            // No landing is asked of a trace that is none of the field notes'.
            #expect(trace.checks.keys.sorted() == ["requests", "row-ms", "settle"])
            for check in trace.checks.values {
                #expect(check.isMet == (check.value <= check.bound + 0.5))
                #expect(!check.reason.isEmpty)
            }
        }
        // A line for each network in the same order, "ok" or "MISSED" at its end.
        let lines = table.output.split(separator: "\n").filter { $0.hasPrefix("reversal") }
        #expect(lines.map { $0.hasSuffix("ok") } == traces.map(\.isMet))
    }

    @Test func `Keys are sorted, and the same call gives the same bytes`() throws {
        let call = ["--criteria", "--json", "--trace", Self.reversal]
        let first = LabCommand.run(call)
        #expect(LabCommand.run(call) == first)
        let keys = ["\"bandwidth\"", "\"jitter\"", "\"latency\"", "\"loss\"", "\"pageSize\"", "\"seed\"", "\"traces\""]
        let places = keys.compactMap { first.output.range(of: $0)?.lowerBound }
        #expect(places == places.sorted())
        #expect(places.count == keys.count - 1, "no network has a limit of bandwidth")
    }

    @Test func `Generated traces name their family`() throws {
        let report = try Report(LabCommand.run(["--criteria", "--json", "--generated", "1", "--seed", "7"]))
        let traces = try #require(report.networks.first).traces
        #expect(Set(traces.compactMap(\.family)).isSuperset(of: ["drag", "jumps"]))
        #expect(traces.allSatisfy { $0.name.hasPrefix($0.family ?? "-") })
    }
}
