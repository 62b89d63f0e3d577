import Foundation

/// Finds the case of ``JSONValue`` that preserves a number's value.
enum JSONNumber {
    /// A decimal with this many digits survives conversion to a `Double` and back.
    static let safeDigits = 15

    /// The most digits of a `Decimal`.
    static let decimalDigits = 38

    /// The value of a number's text, which must follow the grammar of RFC 8259 §6, or `nil` if it is out of range.
    ///
    /// - Parameters:
    ///   - text: the number, as it was written.
    ///   - isWhole: `true` if it has neither a fraction nor an exponent.
    static func value(_ text: String, isWhole: Bool) -> JSONValue? {
        if isWhole {
            if let value = Int64(text) { return .integer(value) }
            if let value = UInt64(text) { return .unsigned(value) }
        }
        guard let double = Double(text), double.isFinite else { return nil }
        let written = Digits(text)
        // Below the normal range a `Double` has fewer significant digits.
        if written.digits.count <= safeDigits, double.isNormal || written.digits.isEmpty { return shortest(double) }
        if written == Digits(double.description) { return shortest(double) }
        return value(double: double, exact: written.digits.count <= decimalDigits ? Decimal(string: text) : nil)
    }

    /// The double if it prints the exact value, otherwise the exact value. If there is none, it is the double, as the nearest value.
    static func value(double: Double, exact: Decimal?) -> JSONValue {
        guard let exact, exact.isFinite, Digits(exact.description) != Digits(double.description) else {
            return shortest(double)
        }
        // `Decimal` rounds values that are too small for it to zero.
        return exact.isZero && double != 0 ? shortest(double) : .decimal(exact)
    }

    /// A number's digits without zeros at either end, and the position of the point. Equal numbers with different spellings are equal.
    private struct Digits: Equatable {
        var digits: [UInt8] = []
        var exponent = 0
        var isNegative = false

        init(_ text: String) {
            var (isBehindPoint, written) = (false, 0)
            var rest = text.utf8[...]
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "-"): isNegative = true
                case UInt8(ascii: "."): isBehindPoint = true
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    digits.append(byte)
                    if isBehindPoint { exponent -= 1 }
                case UInt8(ascii: "e"), UInt8(ascii: "E"):
                    written = Int(String(rest) ?? "") ?? 0
                    rest = rest[rest.endIndex...]
                default: break
                }
            }
            digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
            while digits.last == UInt8(ascii: "0") {
                digits.removeLast()
                exponent += 1
            }
            // An exponent that overflows `Int` also overflows `Double`.
            exponent = digits.isEmpty ? 0 : exponent.addingReportingOverflow(written).partialValue
        }
    }

    /// Converts `5.0` and `5e0` to the whole number 5, so that equal numbers are equal values. -0 stays a double.
    private static func shortest(_ double: Double) -> JSONValue {
        if double == 0, double.sign == .minus { return .double(double) }
        if let value = Int64(exactly: double) { return .integer(value) }
        return UInt64(exactly: double).map { .unsigned($0) } ?? .double(double)
    }
}
