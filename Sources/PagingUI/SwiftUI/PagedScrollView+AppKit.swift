#if canImport(SwiftUI) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Paging
    public import SwiftUI

    /// A scrolling list of any length: views are made for the rows on screen, and reused. Rows are of one height.
    ///
    /// It stands on ``PagedTable``, a table view with one column and no header.
    public struct PagedScrollView<Element: Sendable, Row: View, Placeholder: View>: NSViewRepresentable {
        private let list: PagedList<Element>
        private let rowHeight: CGFloat
        private let row: (Element) -> Row
        private let placeholder: () -> Placeholder

        /// Makes a scrolling list.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - rowHeight: each row's height in points.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        public init(
            _ list: PagedList<Element>, rowHeight: CGFloat = 24, @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            (self.list, self.rowHeight, self.row, self.placeholder) = (list, rowHeight, row, placeholder)
        }

        /// Keeps the table's data source, which the table does not.
        public final class Coordinator {
            var table: PagedTable<Element>?
        }

        /// Makes the coordinator.
        public func makeCoordinator() -> Coordinator { Coordinator() }

        /// Makes the scroll view with its table.
        public func makeNSView(context: Context) -> NSScrollView {
            let (row, placeholder) = (row, placeholder)
            let tableView = NSTableView(frame: .zero)
            tableView.rowHeight = rowHeight
            tableView.headerView = nil
            tableView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("row")))
            let scrollView = NSScrollView(frame: .zero)
            scrollView.hasVerticalScroller = true
            scrollView.documentView = tableView
            context.coordinator.table = PagedTable(tableView, list) { _, _, shown in
                NSHostingView(rootView: PagedCell(item: shown.item, row: row, placeholder: placeholder))
            }
            return scrollView
        }

        /// Nothing: the view follows its list by itself.
        public func updateNSView(_ nsView: NSScrollView, context: Context) {}
    }

    /// What a table's cell shows.
    struct PagedCell<Element, Row: View, Placeholder: View>: View {
        let item: Element?
        let row: (Element) -> Row
        let placeholder: () -> Placeholder

        @ViewBuilder var body: some View {
            if let item { row(item) } else { placeholder() }
        }
    }
#endif
