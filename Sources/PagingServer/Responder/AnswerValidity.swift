/// The state of a database in which an answer was made. While it lasts, an equal request has the same answer.
struct AnswerValidity: Sendable {
    let database: Database
    let version: DatabaseVersion
    /// The time at which the answer expires anyway, in nanoseconds of the monotonic clock.
    let end: UInt64

    /// `true` if checking the state may wait.
    var waits: Bool { if case .postgres = database { true } else { false } }

    /// `true` if the database is still in that state. It checks that now, or waits for another caller that does.
    func holds() -> Bool {
        guard Platform.monotonicNanoseconds < end else { return false }
        return (waits ? database.sharedVersion() : database.versionAtOnce()) == version
    }
}
