#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit
    internal import Paging
    internal import PagingCore

    /// A table's starting place, the row it keeps in place, and its end.
    extension PagedTable {
        /// Shows the list's end, as far as it is loaded.
        public func scrollToEnd() {
            guard let tableView, !presenter.rows.isEmpty else { return }
            tableView.scroll(NSPoint(x: tableView.visibleRect.minX, y: lastOffset(of: tableView)))
        }

        /// Shows a row at the top, or as near as the list's end allows.
        ///
        /// - Parameter position: the row's position; past the end the last one.
        public func scroll(to position: Int) {
            guard let tableView, !presenter.rows.isEmpty else { return }
            let row = presenter.shown.item(ofRow: max(0, min(position, presenter.rows.count - 1)))
            scroll(to: RowAnchor(row: row, offset: Double(-insets(of: tableView).top)), in: tableView)
        }

        /// Shows the row of an item at the top, or as near as the list's end allows.
        ///
        /// - Parameter id: the item's identifier.
        /// - Returns: `true` if the row is loaded. If not, ``PagedList/jump(to:)`` loads it and the table goes there.
        @discardableResult
        public func scroll(toID id: some Hashable & Sendable) -> Bool {
            guard let row = presenter.position(ofID: id) else { return false }
            scroll(to: row)
            return true
        }

        // MARK: Starting place

        /// Goes to the list's starting place, as soon as that is known and the table is in a window.
        func begin(in tableView: NSTableView) {
            guard tableView.window != nil, tableView.visibleRect.height > 0,
                let beginning = presenter.takeBeginning(edge: edge)
            else { return }
            fillFromEnd(in: tableView)
            switch beginning {
            case .row(let row): scroll(to: row)
            case .end: scrollToEnd()
            }
        }

        /// `true` if the table follows rows that come at the list's end.
        func sticksToEnd(in tableView: NSTableView) -> Bool {
            edge == .end && presenter.ends.isEndKnown && isAtEnd(of: tableView)
        }

        func isAtEnd(of tableView: NSTableView) -> Bool {
            !presenter.rows.isEmpty
                && lastOffset(of: tableView) - tableView.visibleRect.minY
                    <= max(endThreshold, ListFramesLimits.sameOffset)
        }

        /// Keeps a short list at the bottom, by a part of the scroll view's inset.
        func fillFromEnd(in tableView: NSTableView) {
            guard edge == .end, let scrollView = tableView.enclosingScrollView else { return }
            let insets = insets(of: tableView)
            let free = tableView.visibleSize.height - insets.bottom - (insets.top - slack) - rowsHeight(of: tableView)
            let wanted = presenter.rows.isEmpty ? 0 : max(0, free)
            if (wanted - slack).magnitude <= ListFramesLimits.sameOffset { return }
            scrollView.automaticallyAdjustsContentInsets = false
            scrollView.contentInsets.top += wanted - slack
            slack = wanted
            if wanted > 0 { scrollToEnd() }
        }

        private func insets(of tableView: NSTableView) -> NSEdgeInsets {
            tableView.enclosingScrollView?.contentInsets ?? NSEdgeInsets()
        }

        private func rowsHeight(of tableView: NSTableView) -> CGFloat {
            presenter.rows.isEmpty ? 0 : tableView.rect(ofRow: presenter.shown.count - 1).maxY
        }

        private func lastOffset(of tableView: NSTableView) -> CGFloat {
            let insets = insets(of: tableView)
            return max(-insets.top, rowsHeight(of: tableView) + insets.bottom - tableView.visibleSize.height)
        }

        // MARK: Place

        /// The first visible row, and how far below its top the view begins, or `nil` at the list's top.
        func place(in tableView: NSTableView) -> PlaceAnchor? {
            let top = tableView.visibleRect.minY
            guard top > 0 || !presenter.ends.isStartKnown, let first = visibleRows.first else { return nil }
            // The anchor is a row of the list: separators come and go.
            let row = visibleRows.first { presenter.shown.row(at: $0) != nil } ?? first
            let offset = Double(top - tableView.rect(ofRow: row).minY)
            return PlaceAnchor(RowAnchor(row: row, offset: offset), in: presenter.shown)
        }

        func keep(_ place: PlaceAnchor?, across update: ListUpdate, in tableView: NSTableView) {
            guard let place, update.newCount > 0 else { return }
            scroll(to: place.place(in: presenter.shown, after: update), in: tableView)
        }

        func scroll(to anchor: RowAnchor, in tableView: NSTableView) {
            let top = tableView.rect(ofRow: anchor.row).minY + CGFloat(anchor.offset)
            tableView.scroll(NSPoint(x: tableView.visibleRect.minX, y: top))
        }
    }
#endif
