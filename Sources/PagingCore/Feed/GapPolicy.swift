/// The action of a refresh if the new first page shares no row with the loaded ones, so that an unknown number of rows is missing between them.
/// It applies to lists that are read in order, by cursors, and behind positions without a total.
public enum GapPolicy: Hashable, Sendable {
    /// The loaded rows are dropped; the list begins anew.
    case reset
    /// Pages are loaded from the top down until one meets the loaded rows, at most so many. If none does, the gap is shown.
    case fill(maxPages: Int)
    /// The gap is shown. It is filled when the app says so.
    case showGap
}

/// A place in a list where an unknown number of rows may be missing.
struct Gap: Hashable, Sendable {
    /// The row behind the gap.
    var position: Int
    /// The number of that row, remembered even if it is evicted: a page that brings it has met the known rows. `nil` if it was evicted before
    /// the list was saved, and in lists whose rows may be removed, which do not need it.
    var number: Int?
    /// Pages that may still be loaded to close it.
    var pagesLeft: Int
}
