/// The error if bytes are not a ``KeySnapshot``.
public struct KeySnapshotError: Error, Hashable, Sendable {
    /// The kinds of error.
    public enum Reason: Hashable, Sendable {
        /// The bytes do not begin like a snapshot.
        case notKeys
        /// The bytes are in another format, with this number.
        case otherFormat(UInt8)
        /// The bytes end before all announced keys.
        case truncated
        /// The bytes continue after all announced keys.
        case tooLong
        /// A number has more bytes than necessary, or more bits than allowed.
        case overlongNumber
        /// The list's version is not UTF-8.
        case notText
    }

    /// The kind of error.
    public var reason: Reason
    /// The position of the byte with the error.
    public var position: Int

    init(_ reason: Reason, at position: Int) { (self.reason, self.position) = (reason, position) }
}

extension KeySnapshotError: CustomStringConvertible {
    /// The error and its place, in a sentence.
    public var description: String {
        let what =
            switch reason {
            case .notKeys: "these are no keys in the format of '\(MediaType.keys)'"
            case .otherFormat(let number): "these keys are in format \(number), and format 1 is understood"
            case .truncated: "the keys end before all of them are there: the connection may have been lost"
            case .tooLong: "more bytes follow than keys were announced"
            case .overlongNumber: "a number is longer than it may be"
            case .notText: "the list's version is not UTF-8"
            }
        return "At byte \(position) \(what)."
    }
}
