public import Foundation
public import PagingCore

/// What an app shows of a defect is what it says of itself: Foundation would make "The operation could not be completed" of it.
extension PageDefect: LocalizedError {
    /// The same as its description.
    public var errorDescription: String? { description }
}
