#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Paging
    internal import PagingCore

    /// Rows of the list, separators between them, and the table's rows.
    extension PagedTable {
        /// The element in a row, for a selection, or `nil` for a placeholder or if there is no such row.
        ///
        /// The list may be ahead of the view, so its own element at that position may be a different one.
        ///
        /// - Parameter row: a row of the table.
        public func element(at row: Int) -> Element? {
            presenter.shown.row(at: row).flatMap { presenter.rows[$0] }
        }

        /// Shows separators between rows. They are rows of the table of their own, which are not in the list's positions.
        ///
        /// ```swift
        /// table.showSeparators(days, height: 20) { _, column, day in NSTextField(labelWithString: day) }
        /// ```
        ///
        /// - Parameters:
        ///   - separators: separators of the table's list; the app need not keep them.
        ///   - height: their height in points, in a table whose rows have several heights; `nil` for the table view's `rowHeight`.
        ///   - cell: makes a separator's view in a column.
        public func showSeparators<Separator: Hashable & Sendable>(
            _ separators: ListSeparators<Element, Separator>, height: CGFloat? = nil,
            cell: @escaping (NSTableView, NSTableColumn?, Separator) -> NSView?
        ) {
            separatorView = { tableView, column, separator in
                (separator.base as? Separator).flatMap { cell(tableView, column, $0) }
            }
            separatorHeight = height
            presenter.show(separators)
        }

        /// `true` if a row of the table is a separator between rows of the list.
        public func isSeparator(at row: Int) -> Bool { presenter.shown.isSeparator(row) }

        /// The table's row for a row of the list.
        ///
        /// - Parameter position: the row's position in the list, as far as it is shown.
        public func row(of position: Int) -> Int { presenter.shown.item(ofRow: position) }

        /// The position in the list of a row of the table; for a separator, the position of the row below it.
        public func position(ofRow row: Int) -> Int { presenter.shown.nearestRow(to: row) }
    }
#endif
