#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Paging
    internal import PagingCore

    /// Rows of the list, separators between them, and the table's rows.
    extension PagedTable {
        /// The element that a row shows, for a selection; `nil` for a placeholder or where there is no such row.
        ///
        /// The list may be ahead of what is shown: its own element at that position may be another.
        ///
        /// - Parameter row: a row of the table.
        public func element(at row: Int) -> Element? {
            presenter.shown.row(at: row).flatMap { presenter.rows[$0] }
        }

        /// Shows separators between rows: rows of their own, which are not in the list's positions.
        ///
        /// ```swift
        /// table.showSeparators(days, height: 20) { _, column, day in NSTextField(labelWithString: day) }
        /// ```
        ///
        /// - Parameters:
        ///   - separators: separators of the table's list; it need not be kept.
        ///   - height: how high they are in points, in a table whose rows are of several heights; `nil` for the table view's `rowHeight`.
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

        /// The table's row of a row of the list.
        ///
        /// - Parameter position: the row's position in the list, as far as it is shown.
        public func row(of position: Int) -> Int { presenter.shown.item(ofRow: position) }

        /// The position in the list of a row of the table; of a separator, that of the row below it.
        public func position(ofRow row: Int) -> Int { presenter.shown.nearestRow(to: row) }
    }
#endif
