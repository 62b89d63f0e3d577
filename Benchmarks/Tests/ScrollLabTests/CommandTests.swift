import Foundation
import ScrollLabKit
import Testing

/// The results of calls by the command line.
@Suite struct CommandTests {
    private static let reversal = TraceFiles.package.appendingPathComponent("Traces/reversal.csv").path

    @Test(
        arguments: [
            [], ["--json"], ["--jitter", "150", "--loss", "0.02", "--seeds", "3"],
            ["--bandwidth", "400", "--latency", "50", "--page", "20"],
        ])
    func `The same call gives the same bytes`(_ options: [String]) {
        let call = ["--trace", Self.reversal] + options
        let first = LabCommand.run(call)
        #expect(first.status == 0)
        #expect(first.output.contains("reversal"))
        #expect(LabCommand.run(call) == first)
    }

    @Test func `Another seed is another run`() {
        let call = ["--trace", Self.reversal, "--jitter", "150", "--seeds", "1"]
        #expect(LabCommand.run(call + ["--seed", "1"]).output != LabCommand.run(call + ["--seed", "2"]).output)
    }

    @Test func `Pictures are the same and named`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "scroll-lab-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let call = ["--trace", Self.reversal, "--policy", "paging", "--policy", "uwp", "--svg", folder.path]
        #expect(LabCommand.run(call).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["reversal-paging.svg", "reversal-uwp.svg"])
        let file = folder.appendingPathComponent("reversal-paging.svg")
        let first = try Data(contentsOf: file)
        #expect(LabCommand.run(call).status == 0)
        #expect(try Data(contentsOf: file) == first)
        #expect(String(decoding: first, as: UTF8.self).hasSuffix("</svg>\n"))
    }

    @Test(
        arguments: [
            (["--what"], "unknown option '--what'"), (["--latency"], "--latency needs a value"),
            (["--loss", "2"], "--loss takes a number from 0 to 1, not '2'"), (["--page", "x"], "not 'x'"),
            (["--policy", "nobody"], "no policy is called 'nobody'; there are paging"),
            (["--trace", "/no/such.csv"], "/no/such.csv: no such file"),
            (["--generate", "yawn"], "no kind of trace is called 'yawn'; there are drag"),
            (["--svg", "one.svg"], "a file needs one --trace and one --policy"),
        ])
    func `A wrong call says what is wrong`(_ arguments: [String], _ complaint: String) {
        let outcome = LabCommand.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaint.contains(complaint), "\(outcome.complaint)")
    }

    @Test func `Help names every option`() {
        let help = LabCommand.run(["--help"]).output
        for option in [
            "--trace", "--policy", "--latency", "--jitter", "--loss", "--bandwidth", "--page", "--seed", "--seeds",
            "--json", "--svg", "--check-field", "--criteria", "--generated", "--generate", "--expect",
            "--write-page",
        ] {
            #expect(help.contains(option))
        }
    }

    @Test func `The criteria name what they compare`() {
        let outcome = LabCommand.run(["--criteria", "--trace", Self.reversal])
        #expect(outcome.output.contains("latency 800 ms"))
        #expect(outcome.output.contains("jitter 150 ms, loss 2%, means over 200 seeds"))
        #expect((outcome.status == 0) == outcome.output.contains("all criteria met"))
    }
}
