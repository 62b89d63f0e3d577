import FeedLabKit
import Foundation

@Sendable func show(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

var arguments = CommandLine.arguments
arguments.removeFirst()
let outcome: FeedCommand.Outcome
if isatty(STDERR_FILENO) == 1 {
    outcome = FeedCommand.run(arguments, progress: show)
} else {
    outcome = FeedCommand.run(arguments)
}
FileHandle.standardOutput.write(Data(outcome.output.utf8))
FileHandle.standardError.write(Data(outcome.complaint.utf8))
exit(outcome.status)
