#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit
    public import Paging
    public import PagingCore
    public import SwiftUI

    extension PagedScrollView {
        /// Makes a scrolling list.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - edge: the end at which the view is at home: ``ListEdge/end`` for a conversation.
        ///   - rowHeight: each row's height in points.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - endThreshold: the distance from the list's end, in points, that still counts as at the end. Within it a view that is at home at
        ///     the end follows new rows.
        ///   - scroller: scrolls the view.
        ///   - place: the reader's place. The view begins there and writes the current place to it.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        public init(
            _ list: PagedList<Element>, edge: ListEdge = .start, rowHeight: CGFloat = 24, headerHeight: CGFloat = 0,
            endThreshold: CGFloat? = nil, scroller: ListScroller? = nil, place: Binding<RowAnchor?>? = nil,
            @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            self.init(
                list, rows: .list(height: rowHeight, areSelfSizing: false), edge: edge, headerHeight: headerHeight,
                endThreshold: endThreshold, scroller: scroller, place: place, row: row, placeholder: placeholder)
        }

        /// Shows separators between rows: date lines, an "unread" mark.
        ///
        /// - Parameters:
        ///   - separators: separators of the view's list; the app need not keep them.
        ///   - height: their height in points; `nil` for the height of rows. In a grid they are as high as other cells.
        ///   - separator: a separator.
        public func showSeparators<Separator: Hashable & Sendable, Line: View>(
            _ separators: ListSeparators<Element, Separator>, height: CGFloat? = nil,
            @ViewBuilder separator: @escaping (Separator) -> Line
        ) -> Self {
            typealias Item = HostingItem<Identified<Separator, Line>>
            var copy = self
            copy.separators = SeparatorContent(id: ObjectIdentifier(separators)) { view, fill in
                view.showSeparators(separators, height: height, item: Item.self) { fill($0, AnySeparator($1)) }
            } fill: { item, shown in
                guard let item = item as? Item, let shown = shown.base as? Separator else { return }
                item.show(Identified(id: shown, content: separator(shown)))
            }
            return copy
        }
    }

    /// Modifiers that are not available on the Mac; the compiler says so.
    extension PagedScrollView {
        /// Not available on the Mac.
        @available(*, unavailable, message: "On the Mac, showEdges(height:content:) shows the state of the list's end.")
        public func footer(height: CGFloat, @ViewBuilder content: @escaping (FooterState) -> some View) -> Self { self }

        /// Not available on the Mac.
        @available(*, unavailable, message: "On the Mac, have the row's own view load what it shows.")
        public func onPrefetch(
            _ prefetch: @escaping ([Element]) -> Void, cancel: @escaping ([Element]) -> Void = { _ in }
        ) -> Self { self }
    }

    extension PagedScrollView {
        /// The distance from a row's leading edge to a divider that is a part of the row's view, or `nil` for none.
        var hostedDividerInset: CGFloat? {
            if case .list = shape.rows { dividerInset } else { nil }
        }
    }

    /// The view of a header, or of the state of an end.
    typealias ListAccessory = NSTextField

    /// Separators in a scroll view.
    struct SeparatorContent<Element: Sendable> {
        let id: ObjectIdentifier
        let show:
            @MainActor (
                PagedCollectionView<Element>, @escaping @MainActor (NSCollectionViewItem, AnySeparator) -> Void
            ) -> Void
        let fill: @MainActor (NSCollectionViewItem, AnySeparator) -> Void
    }

    extension NSView {
        /// Shows a SwiftUI view in the existing host, or in a new one for another type.
        func host<Content: View>(_ content: Content) {
            if let host = subviews.lazy.compactMap({ $0 as? NSHostingView<Content> }).first {
                host.rootView = content
                return
            }
            let host = NSHostingView(rootView: content)
            host.frame = bounds
            host.autoresizingMask = [.width, .height]
            addSubview(host)
        }
    }

    /// An item that shows a SwiftUI view.
    final class HostingItem<Content: View>: NSCollectionViewItem {
        override func loadView() {
            view = NSView(frame: .zero)
            view.wantsLayer = true
        }

        override var isSelected: Bool {
            didSet {
                // The color whose kind does not require another text color.
                let color = isSelected ? NSColor.unemphasizedSelectedContentBackgroundColor : nil
                view.layer?.backgroundColor = color?.cgColor
            }
        }

        func show(_ content: Content) { view.host(content) }
    }

    /// The scroll view and its collection view.
    struct ListRepresentable<Element: Sendable, Row: View, Placeholder: View>: NSViewRepresentable {
        let content: PagedScrollView<Element, Row, Placeholder>
        let kept: KeptPlace

        func makeCoordinator() -> ScrollViewBox<Element, Row, Placeholder> { ScrollViewBox(content, kept: kept) }

        /// Makes the scroll view. Properties that may change with an update are set in the update.
        func makeNSView(context: Context) -> NSScrollView {
            typealias Item = HostingItem<Identified<SlotID, PagedCell<Element, Row, Placeholder>>>
            let box = context.coordinator
            let view = PagedCollectionView(content.list, layout: makeLayout(), item: Item.self) { item, row in
                item.show(box.cell(row))
            }
            box.connect(view)
            view.delegate = box.delegate
            view.configureEdge = { box.content.edges?.fill($0, $1, $2) }
            let plainHeader = view.configureHeader
            view.configureHeader = { field, title in (box.content.header ?? plainHeader)(field, title) }
            let scrollView = NSScrollView(frame: .zero)
            scrollView.hasVerticalScroller = true
            scrollView.documentView = view
            return scrollView
        }

        private func makeLayout() -> PagedListLayout {
            let shape = content.shape
            let layout =
                switch shape.rows {
                case .grid(let grid): PagedListLayout(grid: grid, headerHeight: shape.headerHeight)
                case .list(let height, _): PagedListLayout(rowHeight: height, headerHeight: shape.headerHeight)
                }
            layout.edge = shape.edge
            return layout
        }

        /// Has the view show the present results of the app's closures.
        func updateNSView(_ nsView: NSScrollView, context: Context) {
            guard let view = nsView.documentView as? PagedCollectionView<Element> else { return }
            let box = context.coordinator
            box.content = content
            content.scroller?.view = view
            if let endThreshold = content.endThreshold { view.endThreshold = endThreshold }
            box.showSeparators(in: view)
            view.edgeHeight = content.edges?.height ?? 0
            view.isSelectable = content.tap != nil || content.selection != nil
            view.allowsMultipleSelection = content.selection?.isMultiple ?? false
            view.refill()
            box.showSelection(in: view)
        }

        /// Ends everything under way for the view, which may outlive the value that made it.
        static func dismantleNSView(_ nsView: NSScrollView, coordinator: Coordinator) {
            coordinator.end()
            (nsView.documentView as? PagedCollectionView<Element>)?.stopLooking()
        }
    }
#endif
