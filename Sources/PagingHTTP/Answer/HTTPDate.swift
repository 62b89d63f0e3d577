import Foundation

/// Dates in HTTP's formats.
enum HTTPDate {
    /// Reads a date that is exactly in one of the three formats, or returns `nil` for any other text.
    ///
    /// An `Expires` that is not a valid date counts as expired. Source: RFC 9110 §5.6.7, RFC 9111 §5.3.
    static func exactly(_ text: String) -> Date? {
        let shape = text.map { character in
            switch character {
            case "0"..."9": "0"
            case "A"..."Z", "a"..."z": "a"
            default: String(character)
            }
        }.joined()
        let isGMT = text.uppercased().hasSuffix(" GMT")
        let isKnown =
            isGMT && shape == "aaa, 00 aaa 0000 00:00:00 aaa"
            || isGMT && shape.drop { $0 == "a" } == ", 00-aaa-00 00:00:00 aaa"
            || ["aaa aaa 00 00:00:00 0000", "aaa aaa  0 00:00:00 0000"].contains(shape)
        return isKnown ? RetryAfter.date(text) : nil
    }
}
