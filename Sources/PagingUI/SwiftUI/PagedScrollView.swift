#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && !os(watchOS) && !os(tvOS)
    public import Paging
    public import PagingCore
    public import SwiftUI

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
    /// It is made of ``PagedCollectionView``. Its layout stores nothing for each row, and its offsets stay exact even if the content is taller
    /// than layers can resolve. `ScrollView` on iOS 17 neither keeps its place when rows are inserted above nor reports where it will stop.
    ///
    /// A row has an identity of its own: its `@State` and its tasks end when its cell shows another row. Put gestures, `contextMenu` and
    /// `draggable` on the row. On the Mac all rows have the same height, and there is no pull to refresh.
    public struct PagedScrollView<Element: Sendable, Row: View, Placeholder: View>: View {
        let list: PagedList<Element>
        var shape: ScrollViewShape
        let endThreshold: CGFloat?
        let scroller: ListScroller?
        let row: (Element) -> Row
        let placeholder: () -> Placeholder
        var places: [TrackedPlace<Element>] = []
        var separators: SeparatorContent<Element>?
        var edges: EdgeContent?
        var header: ((ListAccessory, String) -> Void)?
        var footer: ((ListAccessory, FooterState) -> Void)?
        var tap: ((Element) -> Void)?
        var selection: RowSelection<Element>?
        var prefetching: ItemPrefetching<Element>?
        /// The distance from the leading edge to the dividers between rows, in points; `nil` for no dividers.
        var dividerInset: CGFloat?
        var contents = ContentsInPlaceOfRows()
        /// Survives the view: a new one, with other measures, begins at the place of the old one.
        @State private var kept = KeptPlace()

        init(
            _ list: PagedList<Element>, rows: ScrollViewShape.Rows, edge: ListEdge, headerHeight: CGFloat,
            endThreshold: CGFloat?, scroller: ListScroller?, place: Binding<RowAnchor?>?,
            row: @escaping (Element) -> Row, placeholder: @escaping () -> Placeholder
        ) {
            shape = ScrollViewShape(list: ObjectIdentifier(list), rows: rows, edge: edge, headerHeight: headerHeight)
            (self.list, self.endThreshold, self.scroller) = (list, endThreshold, scroller)
            (self.row, self.placeholder) = (row, placeholder)
            if let place { places = [TrackedPlace(place)] }
        }

        /// Makes a scrolling grid, whose cells are filled to their edges.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - edge: the end at which the view is at home.
        ///   - grid: the number of columns and the height of cells.
        ///   - headerHeight: the height of section headers in points; 0 for none.
        ///   - endThreshold: the distance from the list's end, in points, that still counts as at the end. Within it a view that is at home at
        ///     the end follows new rows.
        ///   - scroller: scrolls the view.
        ///   - place: the reader's place. The view begins there and writes the current place to it.
        ///   - row: a cell that is loaded.
        ///   - placeholder: a cell that is not.
        public init(
            _ list: PagedList<Element>, edge: ListEdge = .start, grid: ListGrid, headerHeight: CGFloat = 0,
            endThreshold: CGFloat? = nil, scroller: ListScroller? = nil, place: Binding<RowAnchor?>? = nil,
            @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            self.init(
                list, rows: .grid(grid), edge: edge, headerHeight: headerHeight, endThreshold: endThreshold,
                scroller: scroller, place: place, row: row, placeholder: placeholder)
        }

        /// The list's view. Another list, or other measures, get a new view.
        public var body: some View {
            representable.id(shape).overlay { InPlaceOfRows(list: list, contents: contents) }
        }

        var representable: ListRepresentable<Element, Row, Placeholder> {
            ListRepresentable(content: self, kept: kept)
        }

        /// Shows the state of loading at either end of the list, while there may be more rows.
        ///
        /// - Parameters:
        ///   - height: its height in points.
        ///   - content: the view for an end's state: a spinner, or a button that tries again by ``PagedList/loadMore(_:)``.
        public func showEdges(
            height: CGFloat, @ViewBuilder content: @escaping (EdgeState, LoadDirection) -> some View
        ) -> Self {
            var copy = self
            copy.edges = EdgeContent(height: height) { $0.host(content($1, $2)) }
            return copy
        }

        /// Shows the app's own section headers; without this they are the system's.
        ///
        /// - Parameters:
        ///   - height: the height of headers in points; `nil` for the view's `headerHeight`, or for 28 if that is 0.
        ///   - content: the header of a section, by its title. It only hides the rows that scroll below it if it has a background.
        public func sectionHeader(
            height: CGFloat? = nil, @ViewBuilder content: @escaping (String) -> some View
        ) -> Self {
            var copy = self
            if let height { copy.shape.headerHeight = height }
            if copy.shape.headerHeight == 0 { copy.shape.headerHeight = ScrollViewShape.usualHeaderHeight }
            copy.header = { $0.host(Identified(id: $1, content: content($1))) }
            return copy
        }
    }

    /// The app's closures for rows that are about to appear.
    struct ItemPrefetching<Element> {
        let begin: ([Element]) -> Void
        let cancel: ([Element]) -> Void
    }

    /// The list of a scroll view, and its measures. If one of them changes, the view is replaced.
    struct ScrollViewShape: Hashable {
        enum Rows: Hashable {
            case list(height: CGFloat, areSelfSizing: Bool)
            case grid(ListGrid)
        }

        let list: ObjectIdentifier
        let rows: Rows
        let edge: ListEdge
        var headerHeight: CGFloat
        var footerHeight: CGFloat = 0

        /// The height of section headers, in points, if the app sets none.
        static let usualHeaderHeight: CGFloat = 28
    }

    /// The states of the list's ends in a scroll view.
    struct EdgeContent {
        let height: CGFloat
        let fill: (ListAccessory, EdgeState, LoadDirection) -> Void
    }

    /// A reader's place in a list.
    @MainActor
    final class KeptPlace {
        private weak var list: AnyObject?
        private var anchor: RowAnchor?

        func keep(_ place: RowAnchor, in list: AnyObject) { (anchor, self.list) = (place, list) }

        /// The place, or `nil` if the reader was in another list.
        func place(in list: AnyObject) -> RowAnchor? { self.list === list ? anchor : nil }
    }

    /// A view of a row, a separator or a header. Without an identity a reused cell would keep the state of its last content.
    struct Identified<ID: Hashable, Content: View>: View {
        let id: ID
        let content: Content

        var body: some View { content.id(id) }
    }

    /// The view of a row, loaded or not.
    struct PagedCell<Element, Row: View, Placeholder: View>: View {
        let item: Element?
        let row: (Element) -> Row
        let placeholder: () -> Placeholder

        /// A line below the row, on the Mac; in UIKit cells draw it.
        var dividerInset: CGFloat?

        @ViewBuilder var body: some View {
            if let dividerInset {
                content.overlay(alignment: .bottom) { Divider().padding(.leading, dividerInset) }
            } else {
                content
            }
        }

        @ViewBuilder private var content: some View {
            if let item { row(item) } else { placeholder() }
        }
    }
#endif
