public import Foundation
internal import PagingWire

extension SampleDatabase.Failure: CustomStringConvertible, LocalizedError {
    /// The error, its place and advice.
    public var description: String { "\(text.what) \(text.advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error and its place.
    public var failureReason: String? { text.what }

    /// A sentence with advice.
    public var recoverySuggestion: String? { text.advice }

    /// The error in a word for logs and metrics: the name of its case with hyphens, such as `another-file`.
    ///
    /// It is the same in every version. The wording of ``description`` may change.
    public var code: String { text.code }

    private var text: (code: String, what: String, advice: String) {
        switch self {
        case .anotherFile(let path):
            (
                "another-file", "Cannot build the sample at \(path): there is another file.",
                "Choose another path, or move it away."
            )
        case .cannotWrite(let path, let message):
            (
                "cannot-write", "Cannot write the sample at \(path): \(message.asSentence)",
                "Choose a folder that may be written to."
            )
        }
    }
}
