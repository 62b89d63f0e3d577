import Foundation
import ScrollLabKit

let outcome = LabCommand.run(Array(CommandLine.arguments.dropFirst()))
FileHandle.standardOutput.write(Data(outcome.output.utf8))
FileHandle.standardError.write(Data(outcome.complaint.utf8))
exit(outcome.status)
