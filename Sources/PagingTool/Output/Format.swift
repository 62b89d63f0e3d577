internal import Foundation

/// Numbers formatted for people.
enum Format {
    /// 155063 as "155,063".
    static func count(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// One digit after the point: "12.3".
    static func tenths(_ number: Double) -> String { String(format: "%.1f", number) }

    /// 75.2 seconds as "1:15".
    static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 359_999).rounded())
        let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
        return hours > 0
            ? String(format: "%d:%02d:%02d", hours, minutes, whole % 60)
            : String(format: "%d:%02d", minutes, whole % 60)
    }

    /// A wait, rounded up: "45 seconds", "12 minutes", "3 hours".
    static func span(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds) + (duration.components.attoseconds > 0 ? 1 : 0)
        if seconds < 120 { return plural(seconds, "second") }
        if seconds < 120 * 60 { return plural((seconds + 59) / 60, "minute") }
        return plural((seconds + 3_599) / 3_600, "hour")
    }

    /// 3251200 as "3.1 MiB".
    static func bytes(_ number: Int) -> String {
        var value = Double(number)
        for unit in ["bytes", "KiB", "MiB", "GiB"] {
            if value < 1024 { return unit == "bytes" ? "\(number) bytes" : "\(tenths(value)) \(unit)" }
            value /= 1024
        }
        return "\(tenths(value)) TiB"
    }

    /// "1 row", "2 rows".
    static func plural(_ number: Int, _ word: String) -> String {
        "\(count(number)) \(word)\(number == 1 ? "" : "s")"
    }
}
