/// Dates of the Gregorian calendar in UTC, in ISO 8601 format.
enum CalendarDate {
    private static let secondsPerDay = 86_400

    /// The day of a second since 1970, counted from 1970-01-01.
    static func day(ofSecond second: Int) -> Int {
        (second - (second % secondsPerDay + secondsPerDay) % secondsPerDay) / secondsPerDay
    }

    /// `2024-02-29`.
    ///
    /// Years begin in March, so that the leap day is the last day. 400 of them have 146,097 days.
    static func text(day: Int) -> [UInt8] {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return digits(year / 100) + digits(year % 100) + [dash] + digits(month) + [dash] + digits(dayOfMonth)
    }

    /// `2024-02-29T23:59:59Z`.
    static func text(second: Int, day: [UInt8]) -> [UInt8] {
        let rest = (second % secondsPerDay + secondsPerDay) % secondsPerDay
        var text = day
        text.reserveCapacity(20)
        for (mark, part) in [("T", rest / 3600), (":", rest / 60 % 60), (":", rest % 60)] as [(Unicode.Scalar, Int)] {
            text.append(UInt8(ascii: mark))
            text.append(digit(part / 10))
            text.append(digit(part % 10))
        }
        text.append(UInt8(ascii: "Z"))
        return text
    }

    private static let dash = UInt8(ascii: "-")

    private static func digit(_ value: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(value) }

    private static func digits(_ value: Int) -> [UInt8] { [digit(value / 10), digit(value % 10)] }
}
