/// A build was interrupted or failed, and what it had begun could not be removed.
public struct LeftoverIndex: Error, CustomStringConvertible {
    /// The list whose index it is.
    public let list: String
    /// The options of `paging index` that name the index.
    public let options: String
    /// Why it could not be removed.
    public let reason: String

    /// The remains, the reason, and the command that removes them.
    public var description: String {
        "An unfinished index of '\(list)' is left: \(reason) Remove it with: paging index DATABASE '\(list)' \(options) --drop"
    }
}
