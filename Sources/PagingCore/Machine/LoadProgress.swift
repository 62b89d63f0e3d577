/// The progress of a list since it was emptied or refreshed.
struct LoadProgress: Sendable {
    /// `true` if any page has arrived since the list was last emptied.
    var hasPage = false
    /// `true` if any answer has arrived since the last refresh or reload.
    var hasAnswer = false
    /// `true` if pages report a total.
    var tellsTotal = false
    /// The last total that was smaller than its own answer shows: the server counts differently, or stops counting at a limit. Until it reports
    /// another total, this one says nothing about the end.
    private(set) var disprovenTotal: Int?
    /// `true` if the list was restored and not shown since, so that its rows are not confirmed.
    var isUnconfirmed = false
    /// Counts refreshes and reloads.
    var generation = 0
    /// The activity of the list as a whole.
    var phase = ListPhase.idle

    /// Removes a total from an answer if its rows, or those of an earlier answer, disprove it.
    ///
    /// - Parameter start: the position of the page's first row.
    /// - Returns: `true` if the answer's own rows disprove its total, so that the list's end is not known from it.
    mutating func judgeTotal(of page: inout Page<Int>, from start: Int) -> Bool {
        guard let total = page.total else { return false }
        let isDisproven = !page.items.isEmpty && start + page.items.count > total
        if isDisproven || total != disprovenTotal { disprovenTotal = isDisproven ? total : nil }
        if disprovenTotal != nil { page.total = nil }
        return isDisproven
    }
}
