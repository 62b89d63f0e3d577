import FeedLabKit
import Foundation

let isTerminal = isatty(STDERR_FILENO) == 1
let outcome = FeedCommand.run(Array(CommandLine.arguments.dropFirst())) { text in
    // A terminal has one line that changes, a file a line for each combination.
    if text.hasSuffix("\n") != isTerminal { FileHandle.standardError.write(Data(text.utf8)) }
}
FileHandle.standardOutput.write(Data(outcome.output.utf8))
FileHandle.standardError.write(Data(outcome.complaint.utf8))
exit(outcome.status)
