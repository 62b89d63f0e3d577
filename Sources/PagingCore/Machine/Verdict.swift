/// What became of a page that was fitted to what is known.
enum Verdict {
    /// Its rows are in the list, and what they read may be shown.
    case applied(ListUpdate)
    /// It is older than what is known, or belongs elsewhere: nothing of it is shown. The update is what follows all the same.
    case refused(ListUpdate)

    /// What changed in the list.
    var update: ListUpdate {
        switch self {
        case .applied(let update), .refused(let update): update
        }
    }

    /// Whether the page's items are to be shown.
    var isApplied: Bool {
        if case .applied = self { true } else { false }
    }
}
