extension ShownList {
    /// Forgets confirmed edits of rows that the server does not have, once its list is known from end to end.
    ///
    /// No later answer would bring such a row: it was dropped, or removed again since, and no answer about its place need come.
    ///
    /// - Parameters:
    ///   - mark: the last request sent before those whose answers showed the list. Edits that were confirmed later stay.
    ///   - server: the server's list, completely confirmed by requests that were sent later.
    /// - Returns: the update of the shown list, or `nil` if no edit is forgotten.
    package mutating func forgetMissing(confirmedBefore mark: Int, in server: some NumberedRows) -> ListUpdate? {
        func isOver(_ edit: RowEdit) -> Bool {
            edit.state == .confirmed && edit.mark <= mark && server.position(of: edit.number) == nil
        }
        let over = table.all.filter(isOver)
        guard !over.isEmpty else { return nil }
        let before = Before(self)
        forget(over)
        return arrange(unchanged, since: before, touched: Set(over.map { $0.number }), in: server)
    }
}
