public import Foundation

extension ScrollTraceError: LocalizedError {
    /// The same as its description.
    public var errorDescription: String? { description }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? { "Write \(expected) in line \(line), or record the trace again." }
}
