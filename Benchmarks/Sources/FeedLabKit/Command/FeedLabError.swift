/// Why a call of the laboratory cannot be carried out.
public struct FeedLabError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, where.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
