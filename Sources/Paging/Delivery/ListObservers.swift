/// The readers of a list: views that follow its changes, and readers of single rows or of the list as a whole.
@MainActor
struct ListObservers<Element: Sendable> {
    let deliveries = Deliveries<Element>()
    /// Readers of rows.
    let rows = RowSignals()
    /// Readers of the list as a whole.
    let list = ListSignals()
    /// The rows that came below the screen.
    let unseen = UnseenRows()
}
