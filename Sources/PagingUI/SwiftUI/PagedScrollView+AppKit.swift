#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Paging
    public import PagingCore
    public import SwiftUI

    /// A scrolling list or grid of any length: views are made for the rows on screen, and reused.
    ///
    /// ```swift
    /// PagedScrollView(list, rowHeight: 24) { row in
    ///     Text(row.title)
    /// } placeholder: {
    ///     Text("…").redacted(reason: .placeholder)
    /// }
    /// ```
    ///
    /// It is made of ``PagedCollectionView``. All rows are of one height.
    public struct PagedScrollView<Element: Sendable, Row: View, Placeholder: View>: NSViewRepresentable {
        private let list: PagedList<Element>
        private let makeLayout: @MainActor () -> PagedListLayout
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
        ///   - rowHeight: each row's height in points.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - endThreshold: how near the list's end counts as there, in points: from there on a view that is at home at the end follows
        ///     rows that come.
        ///   - scroller: scrolls the view.
        ///   - place: the reader's place: the view begins there, and tells where it is.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        public init(
            _ list: PagedList<Element>, edge: ListEdge = .start, rowHeight: CGFloat = 24, headerHeight: CGFloat = 0,
            endThreshold: CGFloat? = nil, scroller: ListScroller? = nil, place: Binding<RowAnchor?>? = nil,
            @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            makeLayout = { PagedListLayout(rowHeight: rowHeight, headerHeight: headerHeight) }
            (self.edge, self.endThreshold, self.scroller) = (edge, endThreshold, scroller)
            (self.list, self.place, self.row, self.placeholder) = (list, place, row, placeholder)
        }

        /// Makes a scrolling grid.
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
            makeLayout = { PagedListLayout(grid: grid, headerHeight: headerHeight) }
            (self.edge, self.endThreshold, self.scroller) = (edge, endThreshold, scroller)
            (self.list, self.place, self.row, self.placeholder) = (list, place, row, placeholder)
        }

        /// Shows separators between rows: date lines, an "unread" mark.
        ///
        /// - Parameters:
        ///   - separators: separators of the view's list; it need not be kept.
        ///   - height: how high they are in points; `nil` for as high as rows. In a grid they are as other cells.
        ///   - separator: a separator.
        public func showSeparators<Separator: Hashable & Sendable, Line: View>(
            _ separators: ListSeparators<Element, Separator>, height: CGFloat? = nil,
            @ViewBuilder separator: @escaping (Separator) -> Line
        ) -> Self {
            var copy = self
            copy.additions.append { view in
                view.showSeparators(separators, height: height, item: HostingItem<Line>.self) { item, shown in
                    item.show(separator(shown))
                }
            }
            return copy
        }

        /// Shows at either end of the list what loads or failed there, as long as there may be more rows.
        ///
        /// - Parameters:
        ///   - height: how high it is in points.
        ///   - content: what is shown of an end's state: a spinner, a button that tries again by ``PagedList/loadMore(_:)``.
        public func showEdges<Content: View>(
            height: CGFloat, @ViewBuilder content: @escaping (EdgeState, LoadDirection) -> Content
        ) -> Self {
            var copy = self
            copy.additions.append { view in
                view.configureEdge = { field, state, direction in
                    if let host = field.subviews.lazy.compactMap({ $0 as? NSHostingView<Content> }).first {
                        host.rootView = content(state, direction)
                        return
                    }
                    let host = NSHostingView(rootView: content(state, direction))
                    host.frame = field.bounds
                    host.autoresizingMask = [.width, .height]
                    field.addSubview(host)
                }
                view.edgeHeight = height
            }
            return copy
        }

        /// Makes the scroll view with its collection view.
        public func makeNSView(context: Context) -> NSScrollView {
            let (row, placeholder) = (row, placeholder)
            let layout = makeLayout()
            layout.edge = edge
            if let endThreshold { layout.endThreshold = endThreshold }
            let view = PagedCollectionView(
                list, layout: layout, item: HostingItem<PagedCell<Element, Row, Placeholder>>.self
            ) { item, shown in
                item.show(PagedCell(item: shown.item, row: row, placeholder: placeholder))
            }
            for addition in additions { addition(view) }
            if let place = place?.wrappedValue { view.startingPlace = place }
            if let place { view.onScroll = { place.wrappedValue = $0 } }
            scroller?.view = view
            let scrollView = NSScrollView(frame: .zero)
            scrollView.hasVerticalScroller = true
            scrollView.documentView = view
            return scrollView
        }

        /// Hands the view to its scroller; it follows its list by itself.
        public func updateNSView(_ nsView: NSScrollView, context: Context) {
            scroller?.view = nsView.documentView as? PagedCollectionView<Element>
        }
    }

    /// An item that shows a view of SwiftUI.
    final class HostingItem<Content: View>: NSCollectionViewItem {
        private var host: NSHostingView<Content>?

        override func loadView() { view = NSView(frame: .zero) }

        func show(_ content: Content) {
            if let host {
                host.rootView = content
                return
            }
            let host = NSHostingView(rootView: content)
            host.frame = view.bounds
            host.autoresizingMask = [.width, .height]
            view.addSubview(host)
            self.host = host
        }
    }

    /// The view that an item shows of a row.
    struct PagedCell<Element, Row: View, Placeholder: View>: View {
        let item: Element?
        let row: (Element) -> Row
        let placeholder: () -> Placeholder

        @ViewBuilder var body: some View {
            if let item { row(item) } else { placeholder() }
        }
    }
#endif
