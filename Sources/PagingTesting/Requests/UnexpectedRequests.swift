public import Foundation

/// More or fewer requests were made than a test expected.
public struct UnexpectedRequests: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The expected number of requests.
    public let expected: ClosedRange<Int>
    /// The requests that were made, in order.
    public let made: [SourceRequest]

    /// `unexpected-requests`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "unexpected-requests" }

    /// The number of requests, and each of them.
    public var description: String {
        let list = made.isEmpty ? "" : ": " + made.map(\.description).joined(separator: ", ")
        let (least, most) = (expected.lowerBound, expected.upperBound)
        let number = least == most ? "\(least)" : "\(least) to \(most)"
        return "Expected \(number) \(most == 1 ? "request" : "requests"), and there were \(made.count)\(list)."
    }

    /// The same as its description.
    public var errorDescription: String? { description }
}
