public import Foundation

extension ScrollTraceError: LocalizedError {
    /// `scroll-trace-error`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "scroll-trace-error" }

    /// The same as its description.
    public var errorDescription: String? { description }

    /// A sentence with advice.
    public var recoverySuggestion: String? { "Write \(expected) in line \(line), or record the trace again." }
}
