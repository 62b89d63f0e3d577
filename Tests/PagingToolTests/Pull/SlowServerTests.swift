import PagingHTTP
import Testing

@testable import PagingTool

/// The longest time for a whole answer, as an option.
@Suite struct SlowServerTests {
    @Test(arguments: [
        ([], 300), (["--answer-time", "7"], 7), (["--timeout", "900"], 900), (["--timeout", "60"], 300),
        (["--timeout", "900", "--answer-time", "7"], 7),
    ])
    func `An answer may take five minutes, as long as --timeout, or as long as --answer-time says`(
        words: [String], seconds: Int
    ) throws {
        let arguments = try Arguments(["http://api.test/items"] + words, for: PullCommand.spec)
        let options = try SourceOptions(arguments, command: "pull")
        #expect(options.limits.maximumDuration == .seconds(seconds))
    }
}
