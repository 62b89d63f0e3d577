import Foundation

/// Reads `Retry-After`: seconds, or a date.
///
/// Source: RFC 9110 §10.2.3 and §5.6.7 (a date may be written in three ways).
enum RetryAfter {
    /// The longest wait that is believed, in seconds: a week.
    static let maximumSeconds = 7 * 24 * 3600

    /// How long to wait from `now` on, or `nil` if the value is neither seconds nor a date.
    static func duration(_ value: String, now: Date) -> Duration? {
        let text = value.trimmingCharacters(in: .whitespaces)
        guard let seconds = seconds(text) ?? date(text)?.timeIntervalSince(now) else { return nil }
        return wait(seconds, atMost: maximumSeconds)
    }

    /// Seconds in digits. RFC 9110 has whole ones only; servers also send a fraction, `2.5`. An overlong number is infinite.
    private static func seconds(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let digits: ClosedRange<UInt8> = 0x30...0x39
        let areDigits = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(digits.contains) }
        guard parts.count <= 2, areDigits else { return nil }
        return Double(text)
    }

    /// Rounding up, so that a request is never sent before its time.
    private static func wait(_ seconds: Double, atMost most: Int) -> Duration {
        .seconds(Int(max(0, min(seconds.rounded(.up), Double(most)))))
    }

    /// A date as HTTP writes it.
    static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        // A year of two digits that seems to be more than 50 years from now is one that has passed (RFC 9110 §5.6.7).
        formatter.twoDigitStartDate = Date(timeIntervalSinceNow: -50 * 365.25 * 86_400)
        let formats = ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"]
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }

    /// How long until requests are taken again, where headers about their number say so: `X-RateLimit-Reset` as seconds or as a time,
    /// `RateLimit: "default";r=0;t=30` (draft-ietf-httpapi-ratelimit-headers), `RateLimit-Reset`.
    static func ofRateLimit(_ headers: HTTPHeaders, now: Date) -> Duration? {
        if let field = headers["RateLimit"] {
            let parameters = field.split { $0 == ";" || $0 == "," }.map { $0.filter { !$0.isWhitespace } }
            if let seconds = parameters.first(where: { $0.hasPrefix("t=") || $0.hasPrefix("reset=") })?
                .split(separator: "=").last.flatMap({ seconds($0) })
            {
                return wait(seconds, atMost: longestRateLimit)
            }
        }
        for name in ["RateLimit-Reset", "X-RateLimit-Reset", "X-Rate-Limit-Reset"] {
            guard let number = headers[name].flatMap({ seconds($0.trimmingCharacters(in: .whitespaces)) }) else {
                continue
            }
            // Seconds from now, or since 1970.
            return wait(number < leastTime ? number : number - now.timeIntervalSince1970, atMost: longestRateLimit)
        }
        return nil
    }

    /// The least number that is a time, and not seconds to wait: 2001.
    private static let leastTime = 1e9

    /// The longest wait that is believed: a day.
    private static let longestRateLimit = 86_400
}
