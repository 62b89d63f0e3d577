public import Foundation

/// A law that a list of an app's source breaks.
public struct ListTrialFailure: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The laws that a trial checks, by their numbers in the library's list of laws.
    public enum Law: Int, Hashable, Sendable {
        /// No row appears twice.
        case noRowTwice = 1
        /// The screen shows the server's rows.
        case screenIsRight = 2
        /// No row between two neighbors is missing.
        case noHole = 3
        /// The first visible row stays where it is.
        case firstRowStays = 4
        /// Requests come to an end.
        case requestsEnd = 5
        /// A caller that waits for a load is resumed at its end.
        case told = 13
        /// Sections have the rows that are below their titles.
        case sectionsAddUp = 14
        /// Rows that are loaded page by page have no gaps, and a complete list has all rows.
        case oneStretch = 15
    }

    /// The law.
    public let law: Law
    /// The seed of the run, which repeats it.
    public let seed: UInt64
    /// The row or count that breaks the law, in a sentence.
    public let finding: String
    /// All steps before, one per line.
    public let history: [String]

    /// `law-broken`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "law-broken" }

    /// The law, the finding, the history, and how to repeat the run.
    public var description: String {
        """
        Law \(law.rawValue) (\(law)): \(finding)
        \(history.map { "  \($0)" }.joined(separator: "\n"))
        Repeat it with run(seeds: \(seed)...\(seed)).
        """
    }

    /// The same as its description.
    public var errorDescription: String? { description }
}
