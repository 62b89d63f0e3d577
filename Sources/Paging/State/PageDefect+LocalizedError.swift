public import Foundation
public import PagingCore

/// An app that shows a defect shows its own description: Foundation would make "The operation could not be completed" of it.
extension PageDefect: LocalizedError {
    /// The same as its description.
    public var errorDescription: String? { description }
}
