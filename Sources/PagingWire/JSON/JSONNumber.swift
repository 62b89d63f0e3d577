import Foundation

/// Finds the case of ``JSONValue`` that keeps a number's value.
enum JSONNumber {
    /// Any decimal of this many digits survives the way through a `Double` and back.
    static let safeDigits = 15

    /// The most digits of a `Decimal`.
    static let decimalDigits = 38

    /// The value of a number's text, which must be spelled as RFC 8259 §6 says; `nil` where it is out of range.
    ///
    /// - Parameters:
    ///   - text: the number as it was written.
    ///   - isWhole: whether it has neither fraction nor exponent.
    static func value(_ text: String, isWhole: Bool) -> JSONValue? {
        if isWhole {
            if let value = Int64(text) { return .integer(value) }
            if let value = UInt64(text) { return .unsigned(value) }
        }
        guard let double = Double(text), double.isFinite else { return nil }
        let digits = significantDigits(text)
        // Below the normal range a `Double` holds fewer digits than its kin.
        if digits <= safeDigits, double.isNormal || digits == 0 { return shortest(double) }
        return value(double: double, exact: digits <= decimalDigits ? Decimal(string: text) : nil)
    }

    /// The double where it prints the exact value, else the exact value, else the double as the nearest there is.
    static func value(double: Double, exact: Decimal?) -> JSONValue {
        guard let exact, exact.isFinite, exact != Decimal(string: double.description) else { return shortest(double) }
        // `Decimal` flushes what is too small for it to zero.
        return exact.isZero && double != 0 ? shortest(double) : .decimal(exact)
    }

    /// `5.0` and `5e0` are the whole number 5, so that equal numbers are equal values. -0 stays a double.
    private static func shortest(_ double: Double) -> JSONValue {
        if double == 0, double.sign == .minus { return .double(double) }
        if let value = Int64(exactly: double) { return .integer(value) }
        return UInt64(exactly: double).map { .unsigned($0) } ?? .double(double)
    }

    private static func significantDigits(_ text: String) -> Int {
        var count = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "e"), UInt8(ascii: "E"): return count
            case UInt8(ascii: "0") where count == 0: continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"): count += 1
            default: continue
            }
        }
        return count
    }
}
