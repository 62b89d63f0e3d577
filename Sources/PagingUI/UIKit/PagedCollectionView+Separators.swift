#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import Paging
    internal import PagingCore
    public import UIKit

    /// Separators between rows.
    extension PagedCollectionView {
        /// Shows separators between rows. They are items of their own, which are not in the list's positions.
        ///
        /// ```swift
        /// view.showSeparators(days, height: 24) { cell, day in
        ///     var content = UIListContentConfiguration.plainHeader()
        ///     content.text = day
        ///     cell.contentConfiguration = content
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - separators: separators of the view's list; the app need not keep them.
        ///   - height: their height in points, or a first guess of it; `nil` for the height of rows. In a grid they are as high as other cells.
        ///   - configure: fills a cell.
        public func showSeparators<Separator: Hashable & Sendable>(
            _ separators: ListSeparators<Element, Separator>, height: CGFloat? = nil,
            configure: @escaping (UICollectionViewListCell, Separator) -> Void
        ) {
            let registration = UICollectionView.CellRegistration<UICollectionViewListCell, AnySeparator> {
                cell, _, separator in
                if let separator = separator.base as? Separator { configure(cell, separator) }
            }
            separatorCell = { [unowned self] path, separator in
                dequeueConfiguredReusableCell(using: registration, for: path, item: separator)
            }
            listLayout.setSeparatorHeight(height)
            listLayout.isSeparator = { [unowned presenter] in presenter.shown.isSeparator($0) }
            presenter.show(separators)
        }
    }
#endif
