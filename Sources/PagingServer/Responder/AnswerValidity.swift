/// The state of a database in which an answer was made. While it lasts, an equal request has the same answer.
struct AnswerValidity: Sendable {
    let database: Database
    let version: DatabaseVersion
    /// The time at which the answer expires anyway, in nanoseconds of the monotonic clock.
    let end: UInt64

    /// `true` if checking the state may wait.
    var waits: Bool { if case .postgres = database { true } else { false } }

    /// `true` if the database is still in that state, as far as can be found out without waiting.
    func holdsAtOnce() -> Bool { Platform.monotonicNanoseconds < end && database.versionAtOnce() == version }
}
