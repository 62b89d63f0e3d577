#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Paging
    internal import PagingCore

    /// Separators between rows.
    extension PagedCollectionView {
        /// Shows separators between rows. They are items of their own, which are not in the list's positions.
        ///
        /// ```swift
        /// view.showSeparators(days, height: 20, item: TitleItem.self) { item, day in item.label.stringValue = day }
        /// ```
        ///
        /// - Parameters:
        ///   - separators: separators of the view's list; the app need not keep them.
        ///   - height: their height in points; `nil` for the height of rows. In a grid they are as high as other items.
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
    }
#endif
