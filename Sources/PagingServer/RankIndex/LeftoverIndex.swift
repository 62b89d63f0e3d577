public import Foundation

/// The error if the remains of an interrupted or failed build could not be removed.
public struct LeftoverIndex: Error {
    /// The list whose index it is.
    public let list: String
    /// The options of `paging index` that name the index.
    public let options: String
    /// The reason why it could not be removed.
    public let reason: String
}

extension LeftoverIndex: CustomStringConvertible, LocalizedError {
    /// The remains, the reason, and the command that removes them.
    public var description: String { "\(what) \(advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The remains and the reason alone.
    public var failureReason: String? { what }

    /// The command that removes them.
    public var recoverySuggestion: String? { advice }

    /// `leftover-index`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "leftover-index" }

    private var what: String { "An unfinished index of '\(list)' is left: \(reason)" }

    private var advice: String { "Remove it with: paging index DATABASE '\(list)' \(options) --drop" }
}
