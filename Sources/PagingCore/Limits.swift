/// The core's fixed limits, in one place.
enum Limits {
    /// Rows: the most that one request asks for, and the most preload distance.
    static let rowsPerRequest = 100_000
    /// Slots: the longest list. What a server claims beyond is a defect; half of the 32-bit range leaves room for arithmetic.
    static let slots = Int.bitWidth == 32 ? 1 << 30 : 1 << 50
    /// Answers of an earlier version, one after another, after which the server is believed to have gone back to it.
    static let outdatedAnswers = 3
    /// Times that a list may go back to an earlier version before that is an error, until somebody looks again.
    static let reversions = 3
    /// Earlier versions that are told from new ones.
    static let versionsRemembered = 8
    /// Rows: how many of those read last, with no viewport told, count as looked at.
    static let rowsReadLast = 64
}
