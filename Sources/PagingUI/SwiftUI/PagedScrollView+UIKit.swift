#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import Paging
    public import PagingCore
    public import SwiftUI
    internal import UIKit

    /// A scrolling list or grid of any length: views are made for the rows on screen, and reused.
    ///
    /// ```swift
    /// PagedScrollView(list, rowHeight: 44) { row in
    ///     Text(row.title)
    /// } placeholder: {
    ///     Text("…").redacted(reason: .placeholder)
    /// }
    /// .refreshable { try? await list.refresh() }
    /// ```
    ///
    /// It is made of ``PagedCollectionView``, whose layout keeps nothing a row and whose offsets stay exact where the content is
    /// taller than layers can tell; `ScrollView` on iOS 17 can neither be told of rows that come above nor say where it will land.
    public struct PagedScrollView<Element: Sendable, Row: View, Placeholder: View>: UIViewRepresentable {
        private let list: PagedList<Element>
        /// How high rows are, in a list; `nil` in a grid.
        private let rows: (height: CGFloat, areSelfSizing: Bool)?
        private let grid: ListGrid?
        private let headerHeight: CGFloat
        private let edge: ListEdge
        private let endThreshold: CGFloat?
        private let scroller: ListScroller?
        private let place: Binding<RowAnchor?>?
        private let row: (Element) -> Row
        private let placeholder: () -> Placeholder
        /// Separators, and what is shown at the list's ends.
        private var additions: [@MainActor (PagedCollectionView<Element>) -> Void] = []

        /// Makes a scrolling list.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - edge: the end at which the view is at home: ``ListEdge/end`` for a conversation.
        ///   - rowHeight: each row's height in points, or a first guess of it.
        ///   - isSelfSizing: whether rows are as high as their content.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - endThreshold: how near the list's end counts as there, in points: from there on a view that is at home at the end follows
        ///     rows that come.
        ///   - scroller: scrolls the view.
        ///   - place: the reader's place: the view begins there, and tells where it is.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        public init(
            _ list: PagedList<Element>, edge: ListEdge = .start, rowHeight: CGFloat = 44, isSelfSizing: Bool = true,
            headerHeight: CGFloat = 0, endThreshold: CGFloat? = nil, scroller: ListScroller? = nil,
            place: Binding<RowAnchor?>? = nil, @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            (self.list, rows, grid, self.headerHeight) = (list, (rowHeight, isSelfSizing), nil, headerHeight)
            (self.edge, self.endThreshold, self.scroller) = (edge, endThreshold, scroller)
            (self.place, self.row, self.placeholder) = (place, row, placeholder)
        }

        /// Makes a scrolling grid, whose cells are filled to their edges.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - edge: the end at which the view is at home.
        ///   - grid: how many columns there are, and how high cells are.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - endThreshold: how near the list's end counts as there, in points: from there on a view that is at home at the end follows
        ///     rows that come.
        ///   - scroller: scrolls the view.
        ///   - place: the reader's place: the view begins there, and tells where it is.
        ///   - row: a cell that is loaded.
        ///   - placeholder: a cell that is not.
        public init(
            _ list: PagedList<Element>, edge: ListEdge = .start, grid: ListGrid, headerHeight: CGFloat = 0,
            endThreshold: CGFloat? = nil, scroller: ListScroller? = nil, place: Binding<RowAnchor?>? = nil,
            @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            (self.list, rows, self.grid, self.headerHeight) = (list, nil, grid, headerHeight)
            (self.edge, self.endThreshold, self.scroller) = (edge, endThreshold, scroller)
            (self.place, self.row, self.placeholder) = (place, row, placeholder)
        }

        /// Shows separators between rows: date lines, an "unread" mark.
        ///
        /// - Parameters:
        ///   - separators: separators of the view's list; it need not be kept.
        ///   - height: how high they are in points, or a first guess of it; `nil` for as high as rows. In a grid they are as other cells.
        ///   - separator: a separator.
        public func showSeparators<Separator: Hashable & Sendable>(
            _ separators: ListSeparators<Element, Separator>, height: CGFloat? = nil,
            @ViewBuilder separator: @escaping (Separator) -> some View
        ) -> Self {
            var copy = self
            copy.additions.append { view in
                view.showSeparators(separators, height: height) { cell, shown in
                    cell.contentConfiguration = UIHostingConfiguration { separator(shown) }
                }
            }
            return copy
        }

        /// Shows at either end of the list what loads or failed there, as long as there may be more rows.
        ///
        /// - Parameters:
        ///   - height: how high it is in points.
        ///   - content: what is shown of an end's state: a spinner, a button that tries again by ``PagedList/loadMore(_:)``.
        public func showEdges(
            height: CGFloat, @ViewBuilder content: @escaping (EdgeState, LoadDirection) -> some View
        ) -> Self {
            var copy = self
            copy.additions.append { view in
                view.configureEdge = { cell, state, direction in
                    cell.contentConfiguration = UIHostingConfiguration { content(state, direction) }
                }
                view.edgeHeight = height
            }
            return copy
        }

        private func makeCollectionView() -> PagedCollectionView<Element> {
            let (row, placeholder) = (row, placeholder)
            if let grid {
                return PagedCollectionView(list, edge: edge, grid: grid, headerHeight: headerHeight) { cell, shown in
                    cell.contentConfiguration = UIHostingConfiguration {
                        if let item = shown.item { row(item) } else { placeholder() }
                    }.margins(.all, 0)
                }
            }
            return PagedCollectionView(
                list, edge: edge, rowHeight: rows?.height ?? 44, isSelfSizing: rows?.areSelfSizing ?? true,
                headerHeight: headerHeight
            ) { cell, shown in
                cell.contentConfiguration = UIHostingConfiguration {
                    if let item = shown.item { row(item) } else { placeholder() }
                }
            }
        }

        /// Makes the collection view.
        public func makeUIView(context: Context) -> PagedCollectionView<Element> {
            let view = makeCollectionView()
            for addition in additions { addition(view) }
            if let endThreshold { view.endThreshold = endThreshold }
            scroller?.view = view
            if let place = place?.wrappedValue { view.startingPlace = place }
            if let place { view.onScroll = { place.wrappedValue = $0 } }
            if let refresh = context.environment.refresh {
                view.refreshControl = UIRefreshControl(
                    frame: .zero,
                    primaryAction: UIAction { [weak view] _ in
                        Task { @MainActor in
                            await refresh()
                            view?.refreshControl?.endRefreshing()
                        }
                    })
            }
            return view
        }

        /// Hands the view to its scroller; it follows its list by itself.
        public func updateUIView(_ uiView: PagedCollectionView<Element>, context: Context) { scroller?.view = uiView }
    }
#endif
