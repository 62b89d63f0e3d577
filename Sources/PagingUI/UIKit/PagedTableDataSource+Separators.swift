#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import Paging
    internal import PagingCore
    public import UIKit

    /// Rows, separators between them, and their index paths.
    extension PagedTableDataSource {
        /// A row's index path.
        ///
        /// - Parameter position: the row's position in the list, as far as it is shown.
        public func indexPath(of position: Int) -> IndexPath { path(ofItem: presenter.shown.item(ofRow: position)) }

        /// The position in the list of an index path's row; for a separator, the position of the row below it.
        public func position(of path: IndexPath) -> Int { presenter.shown.nearestRow(to: item(at: path)) }

        /// The element in an index path's row, for a delegate, or `nil` for a placeholder or if there is no such row.
        ///
        /// The list may be ahead of the view, so its own element at that position may be a different one.
        public func element(at path: IndexPath) -> Element? {
            presenter.shown.row(at: item(at: path)).flatMap { presenter.rows[$0] }
        }

        /// `true` if a row of the table is a separator between rows of the list.
        public func isSeparator(at path: IndexPath) -> Bool { presenter.shown.isSeparator(item(at: path)) }

        /// Shows separators between rows. They are rows of the table of their own, which are not in the list's positions.
        ///
        /// ```swift
        /// dataSource.showSeparators(days) { tableView, path, day in
        ///     let cell = tableView.dequeueReusableCell(withIdentifier: "day", for: path)
        ///     var content = UIListContentConfiguration.plainHeader()
        ///     content.text = day
        ///     cell.contentConfiguration = content
        ///     return cell
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - separators: separators of the table's list; the app need not keep them.
        ///   - cell: makes a separator's cell. The table's delegate, or the cell itself, sets its height.
        public func showSeparators<Separator: Hashable & Sendable>(
            _ separators: ListSeparators<Element, Separator>,
            cell: @escaping (UITableView, IndexPath, Separator) -> UITableViewCell
        ) {
            separatorCell = { tableView, path, separator in
                guard let separator = separator.base as? Separator else {
                    return UITableViewCell(style: .default, reuseIdentifier: nil)
                }
                return cell(tableView, path, separator)
            }
            presenter.show(separators)
        }
    }
#endif
