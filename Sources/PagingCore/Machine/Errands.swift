/// The requests that are no pages: at most one of each kind at a time.
struct Errands: Sendable {
    var sections = Errand()
    var snapshot = Errand()
    var changes = Errand()
    var check = Errand()
    /// What rows read by now.
    var content = Errand()

    /// Whether what is shown is being compared with the server's list as a whole.
    var isProving: Bool { snapshot.isOpen || changes.isOpen || check.isOpen }

    /// Whether any is wanted.
    var hasWork: Bool {
        sections.isWanted || snapshot.isWanted || changes.isWanted || check.isWanted || content.isWanted
    }

    /// When the first of them is to be repeated.
    var wakeAt: Instant? {
        guard hasWork else { return nil }
        return [sections, snapshot, changes, check, content].lazy.compactMap { $0.retryAt }.min()
    }

    /// Calls off what is under way.
    mutating func renew() -> [RequestID] {
        sections.renew() + snapshot.renew() + changes.renew() + check.renew() + content.renew()
    }
}
