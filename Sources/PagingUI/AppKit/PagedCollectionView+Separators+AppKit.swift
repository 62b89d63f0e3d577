#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Paging
    internal import PagingCore

    /// Rows, separators between them, and their index paths.
    extension PagedCollectionView {
        /// The element that an index path's row shows, for a delegate; `nil` for a placeholder or where there is no such row.
        ///
        /// The list may be ahead of what is shown: its own element at that position may be another.
        public func element(at path: IndexPath) -> Element? {
            presenter.shown.row(at: path.item).flatMap { presenter.rows[$0] }
        }

        /// Shows separators between rows: items of their own, which are not in the list's positions.
        ///
        /// ```swift
        /// view.showSeparators(days, height: 20, item: TitleItem.self) { item, day in item.label.stringValue = day }
        /// ```
        ///
        /// - Parameters:
        ///   - separators: separators of the view's list; it need not be kept.
        ///   - height: how high they are in points; `nil` for as high as rows. In a grid they are as other items.
        ///   - item: the class of their items.
        ///   - configure: fills an item.
        public func showSeparators<Separator: Hashable & Sendable, Item: NSCollectionViewItem>(
            _ separators: ListSeparators<Element, Separator>, height: CGFloat? = nil, item: Item.Type,
            configure: @escaping (Item, Separator) -> Void
        ) {
            register(item, forItemWithIdentifier: Self.separatorIdentifier)
            configureSeparator = { item, separator in
                if let item = item as? Item, let separator = separator.base as? Separator { configure(item, separator) }
            }
            listLayout.setSeparatorHeight(height)
            presenter.show(separators)
        }

        /// Whether an item is a separator between rows.
        public func isSeparator(at path: IndexPath) -> Bool { presenter.shown.isSeparator(path.item) }

        /// The index path of a row.
        ///
        /// - Parameter position: the row's position in the list, as far as it is shown.
        public func indexPath(of position: Int) -> IndexPath { Self.path(presenter.shown.item(ofRow: position)) }

        /// The position in the list of an index path's row; of a separator, that of the row below it.
        public func position(of path: IndexPath) -> Int { presenter.shown.nearestRow(to: path.item) }
    }
#endif
