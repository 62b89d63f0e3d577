public import Foundation

/// The error if a folder cannot be served as a page or a site.
public enum WebFolderError: Error, Hashable, Sendable {
    /// There is no such folder, or no `index.html` in it.
    case noPage(path: String)
    /// A file in it cannot be read.
    case unreadable(path: String)
    /// Its files together are larger than the limit for files in memory.
    case tooLarge(path: String)
}

extension WebFolderError: CustomStringConvertible, LocalizedError {
    /// The error, its place and advice.
    public var description: String { "\(text.what) \(text.advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error and its place.
    public var failureReason: String? { text.what }

    /// A sentence with advice.
    public var recoverySuggestion: String? { text.advice }

    /// The error in a word for logs and metrics: the name of its case with hyphens, such as `no-page`.
    ///
    /// It is the same in every version. The wording of ``description`` may change.
    public var code: String { text.code }

    private var text: (code: String, what: String, advice: String) {
        switch self {
        case .noPage(let path):
            (
                "no-page", "The folder \(path) has no index.html.",
                "Put a page there, or build the one that comes along with 'make web'."
            )
        case .unreadable(let path): ("unreadable", "Cannot read \(path).", "Check who may read it.")
        case .tooLarge(let path):
            (
                "too-large", "The files in \(path) have more than \(ServerLimits.maximumWebFolderBytes >> 20) MiB.",
                "Name the page's own folder."
            )
        }
    }
}
