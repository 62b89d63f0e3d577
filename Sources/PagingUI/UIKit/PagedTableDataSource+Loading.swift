#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Paging
    internal import PagingCore
    internal import UIKit

    /// The states of the list's ends.
    extension PagedTableDataSource {
        /// Shows the ends in their present height.
        func fillEdges(_ before: EdgeState, _ after: EdgeState) {
            guard let tableView else { return }
            if let view = fill(&aboveView, before, .before) { show(view, above: tableView) }
            if let view = fill(&belowView, after, .after) { tableView.tableFooterView = view }
        }

        /// Fills the view at an end and sets its height. Returns it if the table has to set it again, or `nil` if its height is as before.
        private func fill(
            _ kept: inout UITableViewHeaderFooterView?, _ state: EdgeState, _ direction: LoadDirection
        ) -> UIView? {
            let height = state.isShown ? edgeHeight : 0
            if kept == nil, height == 0 { return nil }
            let view = kept ?? UITableViewHeaderFooterView(reuseIdentifier: nil)
            kept = view
            configureEdge(view, state, direction)
            if view.frame.height == height { return nil }
            view.frame.size.height = height
            return view
        }

        /// Sets the table's header with its new height, and keeps the rows on screen in place.
        private func show(_ view: UIView, above tableView: UITableView) {
            let place = place(in: tableView)
            tableView.tableHeaderView = view
            layOut(tableView)
            keep(
                place, across: ListUpdate(oldCount: presenter.shown.count, newCount: presenter.shown.count),
                in: tableView)
        }
    }
#endif
