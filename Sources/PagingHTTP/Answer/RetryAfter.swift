import Foundation

/// Reads `Retry-After`: seconds, or a date.
///
/// Source: RFC 9110 §10.2.3 and §5.6.7 (a date may be written in three ways).
enum RetryAfter {
    /// The longest wait that is believed, in seconds: a week.
    static let maximumSeconds = 7 * 24 * 3600

    /// How long to wait from `now` on; `nil` where the value is neither seconds nor a date.
    static func duration(_ value: String, now: Date) -> Duration? {
        let text = value.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int(text) ?? maximumSeconds, maximumSeconds))
        }
        guard let date = date(text) else { return nil }
        return .seconds(min(max(0, Int(date.timeIntervalSince(now).rounded(.up))), maximumSeconds))
    }

    /// A date as HTTP writes it.
    static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        let formats = ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"]
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
