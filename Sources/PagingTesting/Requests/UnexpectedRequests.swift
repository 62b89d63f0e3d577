public import Foundation

/// More or fewer requests were made than a test expected.
public struct UnexpectedRequests: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// How many were expected.
    public let expected: Int
    /// The requests that were made, in order.
    public let made: [SourceRequest]

    /// How many there were, and which.
    public var description: String {
        let list = made.isEmpty ? "" : ": " + made.map(\.description).joined(separator: ", ")
        return "Expected \(expected) \(expected == 1 ? "request" : "requests"), and there were \(made.count)\(list)."
    }

    /// The same as its description.
    public var errorDescription: String? { description }
}
