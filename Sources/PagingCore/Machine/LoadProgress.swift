/// How far a list has come since it was emptied or refreshed.
struct LoadProgress: Sendable {
    /// Whether any page has arrived since the list was last emptied.
    var hasPage = false
    /// Whether any answer has arrived since the last refresh or reload.
    var hasAnswer = false
    /// Whether pages say how many rows the list has.
    var tellsTotal = false
    /// Whether the list was restored and not looked at since, so that its rows are not confirmed.
    var isUnconfirmed = false
    /// Counts refreshes and reloads.
    var generation = 0
    /// The activity of the list as a whole.
    var phase = ListPhase.idle
}
