import FeedLabKit
import Synchronization
import Testing

/// The results of calls by the command line.
@Suite struct FeedCommandTests {
    @Test func `Laws hold, and the table says so`() {
        let outcome = FeedCommand.run(["--behavior", "fixed", "--server", "offsets", "--runs", "3", "--events", "200"])
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("no law broken"))
    }

    @Test func `Each combination has a line`() {
        let said = Mutex<[String]>([])
        let arguments = ["--behavior", "fixed", "--runs", "1", "--events", "200"]
        let outcome = FeedCommand.run(arguments) { text in said.withLock { $0.append(text) } }
        let lines = said.withLock { $0 }.filter { $0.hasSuffix("\n") }
        #expect(lines.count == 13 && outcome.status == 0)
        #expect(lines.first?.hasPrefix("1/13 fixed/offsets: runs 1, events ") == true, "\(lines)")
    }

    @Test(
        arguments: [
            (["--what"], "unknown option '--what'"), (["--runs"], "--runs needs a value"),
            (["--runs", "0"], "--runs takes a whole number from 1"), (["--behavior", "odd"], "not 'odd'"),
            (["--keep", "x"], "numbers separated by commas"), (["--hazards", "rain"], "not 'rain'"),
            (["--log"], "--log needs one --behavior and one --server"),
        ])
    func `A wrong call says what is wrong`(_ arguments: [String], _ complaint: String) {
        let outcome = FeedCommand.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaint.contains(complaint), "\(outcome.complaint)")
    }
}
