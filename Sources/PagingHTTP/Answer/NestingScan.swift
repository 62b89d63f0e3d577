import Foundation

/// Measures how deeply arrays and objects are nested, without decoding anything.
///
/// Decoding recurses once per level, so a few hundred kilobytes of `[` would overflow a background thread's stack.
enum NestingScan {
    /// The first place where the nesting exceeds a limit, in bytes from the body's start, or `nil` if it never does.
    ///
    /// - Complexity: O(n) in the size of the body, in one pass without allocation.
    static func offset(in body: Data, deeperThan limit: Int) -> Int? {
        // `withUnsafeBytes`, because indexing `Data` costs a call per byte. The buffer is only iterated, within its lifetime.
        body.withUnsafeBytes { bytes in
            var depth = 0
            var isInString = false
            var isEscaped = false
            for (offset, byte) in bytes.enumerated() {
                if isInString {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInString = false
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth += 1
                    if depth > limit { return offset }
                case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
                default: break
                }
            }
            return nil
        }
    }
}
