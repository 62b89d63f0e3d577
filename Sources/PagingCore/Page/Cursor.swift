/// A server's opaque name for a place in a list, sent back exactly as it came.
///
/// The core compares cursors byte for byte and does not interpret them. So a cursor that arrived percent-encoded is sent back percent-encoded.
/// An empty cursor is a cursor too; if a server means the end by it, its dialect says so.
public struct Cursor: Hashable, Sendable {
    /// The cursor's UTF-8 bytes.
    public let bytes: [UInt8]

    /// Makes a cursor of bytes.
    @inlinable
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

#if !hasFeature(Embedded)
    extension Cursor: CustomStringConvertible, ExpressibleByStringLiteral {
        /// Makes a cursor of a string's UTF-8 bytes.
        public init(_ string: some StringProtocol) {
            self.init(bytes: Array(string.utf8))
        }

        /// Makes a cursor of a literal.
        public init(stringLiteral value: String) {
            self.init(value)
        }

        /// The cursor as text; bytes that are not UTF-8 read as U+FFFD.
        public var description: String { String(decoding: bytes, as: UTF8.self) }
    }

    extension Cursor: Codable {
        /// Reads a cursor that was written as a string.
        public init(from decoder: any Decoder) throws {
            self.init(try decoder.singleValueContainer().decode(String.self))
        }

        /// Writes the cursor as a string.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }
    }
#endif
