/// How far a list has come since it was emptied or refreshed.
struct LoadProgress: Sendable {
    /// `true` if any page has arrived since the list was last emptied.
    var hasPage = false
    /// `true` if any answer has arrived since the last refresh or reload.
    var hasAnswer = false
    /// `true` if pages say how many rows the list has.
    var tellsTotal = false
    /// `true` if the list was restored and not looked at since, so that its rows are not confirmed.
    var isUnconfirmed = false
    /// Counts refreshes and reloads.
    var generation = 0
    /// The activity of the list as a whole.
    var phase = ListPhase.idle
}
