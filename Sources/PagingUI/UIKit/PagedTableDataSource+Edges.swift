#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import Paging
    internal import PagingCore
    internal import UIKit

    /// A table's starting place, the row it keeps in place, and its end.
    extension PagedTableDataSource {
        /// Scrolls to the list's end, as far as it is loaded.
        ///
        /// If rows that are not loaded follow, call ``PagedList/jump(to:)`` with ``StartingPlace/end`` first.
        ///
        /// - Parameter animated: `true` to animate the scroll.
        public func scrollToEnd(animated: Bool = true) {
            guard let tableView, !presenter.rows.isEmpty else { return }
            let isThere = distanceToEnd(in: tableView) <= ListFramesLimits.sameOffset
            endTarget = animated && !isThere ? lastOffset(in: tableView) : nil
            tableView.scrollToRow(at: path(ofItem: presenter.shown.count - 1), at: .bottom, animated: animated)
            endGrip = endTarget == nil ? tableView.contentOffset.y : nil
        }

        /// Scrolls a row to the top, or as near as the list's end allows.
        ///
        /// - Parameters:
        ///   - position: the row's position; past the end the last one.
        ///   - animated: `true` to animate the scroll.
        public func scroll(to position: Int, animated: Bool = true) {
            guard let tableView, !presenter.rows.isEmpty else { return }
            let row = max(0, min(position, presenter.rows.count - 1))
            tableView.scrollToRow(at: indexPath(of: row), at: .top, animated: animated)
        }

        /// Scrolls the row of an item to the top, or as near as the list's end allows.
        ///
        /// - Parameters:
        ///   - id: the item's identifier.
        ///   - animated: `true` to animate the scroll.
        /// - Returns: `true` if the row is loaded. If not, ``PagedList/jump(to:)`` loads it and the table goes there.
        @discardableResult
        public func scroll(toID id: some Hashable & Sendable, animated: Bool = true) -> Bool {
            guard let row = presenter.position(ofID: id) else { return false }
            scroll(to: row, animated: animated)
            return true
        }

        // MARK: Starting place

        /// Goes to the list's starting place, as soon as that is known and the table is in a window.
        func begin(in tableView: UITableView) {
            guard tableView.window != nil, let beginning = presenter.takeBeginning(edge: edge) else { return }
            layOut(tableView)
            switch beginning {
            case .row(let row): scroll(to: row, animated: false)
            case .end: scrollToEnd(animated: false)
            }
            layOut(tableView)
            keepEnd(in: tableView)
        }

        private func lastOffset(in tableView: UITableView) -> CGFloat {
            let insets = tableView.adjustedContentInset
            let rows = tableView.contentSize.height - (belowView?.frame.height ?? 0)
            return max(-insets.top, rows + insets.bottom - tableView.bounds.height)
        }

        private func distanceToEnd(in tableView: UITableView) -> CGFloat {
            lastOffset(in: tableView) - tableView.contentOffset.y
        }

        /// Holds the table at its end, as rows there turn out to have other heights than guessed.
        func keepEnd(in tableView: UITableView) {
            if isKeepingEnd { return }
            isKeepingEnd = true
            defer { isKeepingEnd = false }
            if tableView.isTracking { (endGrip, endTarget) = (nil, nil) }
            if let grip = endGrip, (tableView.contentOffset.y - grip).magnitude > 0.5 { endGrip = nil }
            for _ in 0..<ListFramesLimits.rounds {
                let isThere = endTarget.map { (tableView.contentOffset.y - $0).magnitude < 0.5 } ?? false
                guard isThere || endGrip != nil else { return }
                if distanceToEnd(in: tableView) <= ListFramesLimits.sameOffset {
                    return (endGrip, endTarget) = (tableView.contentOffset.y, nil)
                }
                scrollToEnd(animated: isThere)
                if !isThere { layOut(tableView) }
            }
        }

        /// `true` if the table follows rows that come at the list's end.
        func sticksToEnd(in tableView: UITableView) -> Bool {
            guard edge == .end, presenter.ends.isEndKnown, !presenter.rows.isEmpty, !tableView.isTracking else {
                return false
            }
            return endTarget != nil || distanceToEnd(in: tableView) <= max(endThreshold, ListFramesLimits.sameOffset)
        }

        /// Keeps a short list at the bottom, by a part of the table's inset.
        func fillFromEnd(in tableView: UITableView) {
            guard edge == .end, tableView.window != nil else { return }
            layOut(tableView)
            let insets = tableView.adjustedContentInset
            let free = tableView.bounds.height - insets.bottom - (insets.top - slack) - tableView.contentSize.height
            let wanted = presenter.rows.isEmpty ? 0 : max(0, free)
            if (wanted - slack).magnitude <= ListFramesLimits.sameOffset { return }
            tableView.contentInset.top += wanted - slack
            slack = wanted
            if wanted > 0 { tableView.contentOffset.y = -tableView.adjustedContentInset.top }
        }

        /// Moves the content along with the covered bottom, so that the last row stays above it.
        func keepAboveInset(in tableView: UITableView) {
            let inset = tableView.adjustedContentInset.bottom
            let change = inset - bottomInset
            bottomInset = inset
            guard edge == .end, change != 0 else { return }
            if endGrip != nil { return scrollToEnd(animated: false) }
            let most = tableView.contentSize.height + inset - tableView.bounds.height
            let offset = min(most, tableView.contentOffset.y + change)
            tableView.contentOffset.y = max(-tableView.adjustedContentInset.top, offset)
        }

        // MARK: Place

        /// The first visible row, and how far below its top the screen begins, or `nil` at the list's top.
        ///
        /// - Parameter isLaidOut: `true` if the rows that the table calls visible are the rows at its offset.
        func place(in tableView: UITableView, isLaidOut: Bool = true) -> PlaceAnchor? {
            let top = tableView.contentOffset.y + tableView.adjustedContentInset.top
            let rows = tableView.window != nil && isLaidOut ? tableView.indexPathsForVisibleRows : nil
            guard top > 0 || !presenter.ends.isStartKnown,
                let first = (rows ?? tableView.indexPathsForRows(in: tableView.bounds))?.first
            else { return nil }
            // The anchor is a row of the list: separators come and go.
            var item = item(at: first)
            if presenter.shown.isSeparator(item), item + 1 < presenter.shown.count { item += 1 }
            let offset = Double(tableView.contentOffset.y - tableView.rectForRow(at: path(ofItem: item)).minY)
            return PlaceAnchor(RowAnchor(row: item, offset: offset), in: presenter.shown)
        }

        func keep(_ place: PlaceAnchor?, across update: ListUpdate, in tableView: UITableView) {
            guard let place, update.newCount > 0 else { return }
            let new = place.place(in: presenter.shown, after: update)
            // Rows that are measured meanwhile may move it again.
            for _ in 0..<ListFramesLimits.rounds {
                let offset = tableView.rectForRow(at: path(ofItem: new.row)).minY + CGFloat(new.offset)
                if (tableView.contentOffset.y - offset).magnitude < 0.5 { break }
                tableView.contentOffset.y = offset
                layOut(tableView)
            }
        }

        /// Keeps the rows on screen in place while rows there are measured.
        func keepWhileMeasuring(in tableView: UITableView, from place: PlaceAnchor?) {
            layOut(tableView)
            let count = presenter.shown.count
            keep(place, across: ListUpdate(oldCount: count, newCount: count), in: tableView)
        }

        /// Lays out a table in a window: outside one its rows would be measured with other widths.
        func layOut(_ tableView: UITableView) {
            if tableView.window != nil { tableView.layoutIfNeeded() }
        }
    }
#endif
