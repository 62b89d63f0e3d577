import FeedLabKit
import Foundation

@Sendable func show(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

let outcome = FeedCommand.run(
    Array(CommandLine.arguments.dropFirst()), progress: isatty(STDERR_FILENO) == 1 ? show : nil)
FileHandle.standardOutput.write(Data(outcome.output.utf8))
FileHandle.standardError.write(Data(outcome.complaint.utf8))
exit(outcome.status)
