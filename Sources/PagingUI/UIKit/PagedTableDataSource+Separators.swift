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

        /// The position in the list of an index path's row; of a separator, that of the row below it.
        public func position(of path: IndexPath) -> Int { presenter.shown.nearestRow(to: item(at: path)) }

        /// The element that an index path's row shows, for a delegate; `nil` for a placeholder or where there is no such row.
        ///
        /// The list may be ahead of what is shown: its own element at that position may be another.
        public func element(at path: IndexPath) -> Element? {
            presenter.shown.row(at: item(at: path)).flatMap { presenter.rows[$0] }
        }

        /// `true` if a row of the table is a separator between rows of the list.
        public func isSeparator(at path: IndexPath) -> Bool { presenter.shown.isSeparator(item(at: path)) }

        /// Shows separators between rows: rows of their own, which are not in the list's positions.
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
        ///   - separators: separators of the table's list; it need not be kept.
        ///   - cell: makes a separator's cell, which is as high as the table's delegate says, or as it is itself.
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
