/// How far a list has come since it was emptied or refreshed.
struct LoadProgress: Sendable {
    /// Whether any page has arrived since the list was last emptied.
    var hasPage = false
    /// Whether any answer has arrived since the last refresh or reload.
    var hasAnswer = false
    /// Whether pages say how many rows the list has.
    var tellsTotal = false
    /// Whether what is shown was restored and no reader has looked at it since.
    var isUnproven = false
    /// Counts refreshes and reloads.
    var generation = 0
    /// What the list as a whole is doing.
    var phase = ListPhase.idle
}
