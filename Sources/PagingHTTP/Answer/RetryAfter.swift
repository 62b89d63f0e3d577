import Foundation

/// Reads `Retry-After`: seconds, or a date.
///
/// Source: RFC 9110 §10.2.3 and §5.6.7, which has three formats for dates.
enum RetryAfter {
    /// The longest accepted wait, in seconds: a week.
    static let maximumSeconds = 7 * 24 * 3600

    /// The wait from `now` on, or `nil` if the value is neither seconds nor a date.
    static func duration(_ value: String, now: Date) -> Duration? {
        let text = value.trimmingCharacters(in: .whitespaces)
        guard let seconds = seconds(text) ?? date(text)?.timeIntervalSince(now) else { return nil }
        return wait(seconds, atMost: maximumSeconds)
    }

    /// Seconds in digits. RFC 9110 allows only whole ones, but servers also send a fraction, such as `2.5`. A number that is too large is
    /// infinite.
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

    /// A date in one of HTTP's formats.
    static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        // A two-digit year that seems to be more than 50 years in the future is in the past (RFC 9110 §5.6.7).
        formatter.twoDigitStartDate = Date(timeIntervalSinceNow: -50 * 365.25 * 86_400)
        let formats = ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"]
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }

    /// The wait until the rate limit resets, or `nil` without such a header: `X-RateLimit-Reset` as seconds or as a time, `RateLimit:
    /// "default";r=0;t=30` (draft-ietf-httpapi-ratelimit-headers), `RateLimit-Reset`.
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
            // The number is seconds from now, or since 1970.
            return wait(number < leastTime ? number : number - now.timeIntervalSince1970, atMost: longestRateLimit)
        }
        return nil
    }

    /// The smallest number that is a time since 1970 instead of seconds to wait: a day in 2001.
    private static let leastTime = 1e9

    /// The longest accepted wait: a day.
    private static let longestRateLimit = 86_400
}
