#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import Paging
    public import PagingCore
    public import SwiftUI
    internal import UIKit

    extension PagedScrollView {
        /// Makes a scrolling list.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - edge: the end at which the view is at home: ``ListEdge/end`` for a conversation.
        ///   - rowHeight: each row's height in points, or a first guess of it.
        ///   - isSelfSizing: `true` if rows are as high as their content.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - endThreshold: the distance from the list's end, in points, that still counts as at the end. Within it a view that is at home at the
        ///     end follows new rows.
        ///   - scroller: scrolls the view.
        ///   - place: the reader's place. The view begins there and writes the current place to it.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        public init(
            _ list: PagedList<Element>, edge: ListEdge = .start, rowHeight: CGFloat = 44, isSelfSizing: Bool = true,
            headerHeight: CGFloat = 0, endThreshold: CGFloat? = nil, scroller: ListScroller? = nil,
            place: Binding<RowAnchor?>? = nil, @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            self.init(
                list, rows: .list(height: rowHeight, areSelfSizing: isSelfSizing), edge: edge,
                headerHeight: headerHeight, endThreshold: endThreshold, scroller: scroller, place: place, row: row,
                placeholder: placeholder)
        }

        /// Shows separators between rows: date lines, an "unread" mark.
        ///
        /// - Parameters:
        ///   - separators: separators of the view's list; the app need not keep them.
        ///   - height: their height in points, or a first guess of it; `nil` for the height of rows. In a grid they are as high as other cells.
        ///   - separator: a separator.
        public func showSeparators<Separator: Hashable & Sendable>(
            _ separators: ListSeparators<Element, Separator>, height: CGFloat? = nil,
            @ViewBuilder separator: @escaping (Separator) -> some View
        ) -> Self {
            var copy = self
            copy.separators = SeparatorContent(id: ObjectIdentifier(separators)) { view, fill in
                view.showSeparators(separators, height: height) { fill($0, AnySeparator($1)) }
            } fill: { cell, shown in
                guard let shown = shown.base as? Separator else { return }
                cell.host(Identified(id: shown, content: separator(shown)))
            }
            return copy
        }
    }

    /// Modifiers that are only available in UIKit; on the Mac the compiler says so.
    extension PagedScrollView {
        /// Shows a footer below the last row.
        ///
        /// ```swift
        /// PagedScrollView(list) { MessageRow($0) } placeholder: { Text("…") }
        ///     .footer(height: 44) { state in
        ///         if case .end = state { Text("That is all.") }
        ///     }
        /// ```
        ///
        /// - Parameters:
        ///   - height: its height in points.
        ///   - content: the footer, given the list's state.
        public func footer(height: CGFloat, @ViewBuilder content: @escaping (FooterState) -> some View) -> Self {
            var copy = self
            copy.shape.footerHeight = height
            copy.footer = { $0.host(content($1)) }
            return copy
        }

        /// Calls closures with items of rows that are about to appear, and of rows that no longer are, to load pictures ahead.
        ///
        /// ```swift
        /// PagedScrollView(list, grid: grid) { PhotoCell($0) } placeholder: { Color.gray }
        ///     .onPrefetch { photos in
        ///         prefetcher.startPrefetching(with: photos.map(\.url))
        ///     } cancel: { photos in
        ///         prefetcher.stopPrefetching(with: photos.map(\.url))
        ///     }
        /// ```
        ///
        /// Rows that appear are not cancelled, and a placeholder is reported once its item is there.
        ///
        /// - Parameters:
        ///   - prefetch: called with items to load something for.
        ///   - cancel: called with items that no longer need anything.
        public func onPrefetch(
            _ prefetch: @escaping ([Element]) -> Void, cancel: @escaping ([Element]) -> Void = { _ in }
        ) -> Self {
            var copy = self
            copy.prefetching = ItemPrefetching(begin: prefetch, cancel: cancel)
            return copy
        }
    }

    extension PagedScrollView {
        /// None: cells draw dividers at their edge, beyond the margins of their content.
        var hostedDividerInset: CGFloat? { nil }
    }

    /// The view of a header, or of the state of an end.
    typealias ListAccessory = UICollectionViewListCell

    /// Separators in a scroll view.
    struct SeparatorContent<Element: Sendable> {
        let id: ObjectIdentifier
        let show:
            @MainActor (
                PagedCollectionView<Element>, @escaping @MainActor (UICollectionViewListCell, AnySeparator) -> Void
            ) -> Void
        let fill: @MainActor (UICollectionViewListCell, AnySeparator) -> Void
    }

    extension UICollectionViewListCell {
        /// Shows a view in the height that the list has for it, which may be less than a cell's margins and minimum size.
        func host(_ content: some View) {
            contentConfiguration = UIHostingConfiguration { content }.margins(.vertical, 0).minSize(width: 0, height: 0)
        }
    }

    /// The collection view of a scroll view.
    struct ListRepresentable<Element: Sendable, Row: View, Placeholder: View>: UIViewRepresentable {
        let content: PagedScrollView<Element, Row, Placeholder>
        let kept: KeptPlace

        func makeCoordinator() -> ScrollViewBox<Element, Row, Placeholder> { ScrollViewBox(content, kept: kept) }

        /// Makes the collection view. Properties that may change with an update are set in the update.
        func makeUIView(context: Context) -> PagedCollectionView<Element> {
            let box = context.coordinator
            let view = makeCollectionView(box)
            box.connect(view)
            view.delegate = box.delegate
            view.configureFooter = { box.content.footer?($0, $1) }
            view.configureEdge = { box.content.edges?.fill($0, $1, $2) }
            let plainHeader = view.configureHeader
            view.configureHeader = { cell, title in (box.content.header ?? plainHeader)(cell, title) }
            return view
        }

        private func makeCollectionView(_ box: Coordinator) -> PagedCollectionView<Element> {
            let shape = content.shape
            switch shape.rows {
            case .grid(let grid):
                return PagedCollectionView(
                    content.list, edge: shape.edge, grid: grid, headerHeight: shape.headerHeight,
                    footerHeight: shape.footerHeight
                ) { cell, row in
                    cell.contentConfiguration = UIHostingConfiguration { box.cell(row) }.margins(.all, 0).minSize(
                        width: 0, height: 0)
                }
            case .list(let height, let areSelfSizing):
                return PagedCollectionView(
                    content.list, edge: shape.edge, rowHeight: height, isSelfSizing: areSelfSizing,
                    headerHeight: shape.headerHeight, footerHeight: shape.footerHeight
                ) { cell, row in
                    DividerView.show(in: cell, inset: box.content.dividerInset)
                    // Without this no row is lower than a finger needs, even if its content and `rowHeight` are.
                    cell.contentConfiguration = UIHostingConfiguration { box.cell(row) }.minSize(width: 0, height: 0)
                }
            }
        }

        /// Has the view show the present results of the app's closures.
        func updateUIView(_ uiView: PagedCollectionView<Element>, context: Context) {
            let box = context.coordinator
            (box.content, box.refresh) = (content, context.environment.refresh)
            content.scroller?.view = uiView
            if let endThreshold = content.endThreshold { uiView.endThreshold = endThreshold }
            box.showSeparators(in: uiView)
            uiView.edgeHeight = content.edges?.height ?? 0
            uiView.allowsSelection = content.tap != nil || content.selection != nil
            uiView.allowsMultipleSelection = content.selection?.isMultiple ?? false
            uiView.onPrefetch = content.prefetching?.begin
            uiView.onCancelPrefetching = content.prefetching?.cancel
            updateRefreshControl(of: uiView, box)
            uiView.refill()
            box.showSelection(in: uiView)
        }

        private func updateRefreshControl(of view: PagedCollectionView<Element>, _ box: Coordinator) {
            if box.refresh == nil {
                view.refreshControl = nil
            } else if view.refreshControl == nil {
                view.refreshControl = UIRefreshControl(
                    frame: .zero,
                    primaryAction: UIAction { [weak box, weak view] _ in
                        box?.pull { view?.refreshControl?.endRefreshing() }
                    })
            }
        }

        /// Ends everything under way for the view, which may outlive the value that made it.
        static func dismantleUIView(_ uiView: PagedCollectionView<Element>, coordinator: Coordinator) {
            coordinator.end()
            uiView.stopLooking()
        }
    }
#endif
