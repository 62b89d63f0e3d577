#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit
    internal import Paging

    /// The states of the list's ends.
    extension PagedTable {
        /// Shows the ends in their present height.
        func fillEdges(_ before: EdgeState, _ after: EdgeState) {
            let isOn = edgeHeight > 0
            presenter.showEdges(above: isOn && before.isShown, below: isOn && after.isShown)
            guard let tableView, tableView.numberOfRows == presenter.shown.count else { return }
            var rows = IndexSet()
            if presenter.shown.showsEdge(.before) { rows.insert(0) }
            if presenter.shown.showsEdge(.after) { rows.insert(presenter.shown.count - 1) }
            tableView.reloadData(forRowIndexes: rows, columnIndexes: IndexSet(integer: 0))
        }

        func edgeView(_ direction: LoadDirection, in column: NSTableColumn?, of tableView: NSTableView) -> NSView? {
            guard column == nil || column === tableView.tableColumns.first else { return nil }
            let view = NSTextField(labelWithString: "")
            configureEdge(view, EdgeState(list, direction), direction)
            return view
        }
    }
#endif
