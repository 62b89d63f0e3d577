/// The jobs that an app waits for: which are open and which have ended, until the app is ended itself.
struct JobLedger: Sendable {
    private(set) var open: Set<Int> = []
    private var ended: Set<Int> = []

    mutating func begin(_ job: Int) { open.insert(job) }

    /// - Returns: `true` if the job had not ended before.
    mutating func end(_ job: Int) -> Bool {
        open.remove(job)
        return ended.insert(job).inserted
    }

    /// The law was found broken, so no job is awaited any longer.
    mutating func forgetOpen() { open.removeAll() }
}
