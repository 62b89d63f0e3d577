/// The state of a database in which an answer was given: while it lasts, the answer to an equal request is the same.
struct AnswerValidity: Sendable {
    let database: Database
    let version: DatabaseVersion
    /// When the answer is too old all the same, in nanoseconds of the monotonic clock.
    let end: UInt64

    /// `true` if the state cannot be looked at without waiting.
    var waits: Bool { if case .postgres = database { true } else { false } }

    /// `true` if the database is in that state. Looks at it now, or waits for one who does.
    func holds() -> Bool {
        guard Platform.monotonicNanoseconds < end else { return false }
        return (waits ? database.sharedVersion() : database.versionAtOnce()) == version
    }
}
