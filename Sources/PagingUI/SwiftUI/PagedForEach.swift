#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI)
    public import Foundation
    public import Paging
    public import SwiftUI

    /// A list's rows inside a `List`, a lazy stack or a grid: each row is evaluated when its own content changes, and no other.
    ///
    /// ```swift
    /// List {
    ///     PagedForEach(list) { row in
    ///         Text(row.title)
    ///     } placeholder: {
    ///         Text("…").redacted(reason: .placeholder)
    ///     }
    /// }
    /// ```
    ///
    /// SwiftUI gathers every row's identity whenever rows come or go, so this is for lists of up to some ten thousand rows. For
    /// longer ones take ``PagedScrollView``.
    ///
    /// A row's identity is its slot's, kept when it loads. To select rows by another identifier give each a `tag`, and to scroll to one take
    /// the slot's: `proxy.scrollTo(list.slotID(at: position))`.
    public struct PagedForEach<Element: Sendable, Row: View, Placeholder: View>: View {
        private let list: PagedList<Element>
        private let row: (Element) -> Row
        private let placeholder: () -> Placeholder
        private var delete: ((IndexSet) -> Void)?
        private var move: ((IndexSet, Int) -> Void)?

        /// Makes the rows of a list.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        public init(
            _ list: PagedList<Element>, @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            (self.list, self.row, self.placeholder) = (list, row, placeholder)
        }

        /// The rows.
        public var body: some View {
            ForEach(list.slotIDs, id: \.self) { id in
                PagedRow(list: list, id: id, row: row, placeholder: placeholder)
            }
            .onDelete(perform: delete)
            .onMove(perform: move)
        }

        /// Has the reader delete rows.
        ///
        /// ```swift
        /// PagedForEach(list) { RowView($0) } placeholder: { Text("…") }
        ///     .onDelete { positions in
        ///         for id in positions.compactMap({ list[$0]?.id }) { try? list.remove(id: id).confirm() }
        ///     }
        /// ```
        ///
        /// - Parameter action: called with the rows' positions in the list; `nil` where rows cannot be deleted.
        public func onDelete(perform action: ((IndexSet) -> Void)?) -> Self {
            var copy = self
            copy.delete = action
            return copy
        }

        /// Has the reader move rows.
        ///
        /// - Parameter action: called with the rows' positions in the list, and with the position before which they are put; `nil` where rows
        ///   cannot be moved.
        public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> Self {
            var copy = self
            copy.move = action
            return copy
        }
    }

    extension PagedForEach: DynamicViewContent {
        /// The rows' identities.
        public var data: ListSlotIDs<Element> { list.slotIDs }
    }

    /// One row, which observes itself alone.
    struct PagedRow<Element: Sendable, Row: View, Placeholder: View>: View {
        let list: PagedList<Element>
        let id: SlotID
        let row: (Element) -> Row
        let placeholder: () -> Placeholder

        var body: some View {
            // A row that appears is on screen or about to be. One that is evaluated need not be: in debug builds a `List` evaluates them all.
            content.onAppear { if let shown = list.row(id) { list.noteRead(shown.position) } }
        }

        @ViewBuilder private var content: some View {
            if let item = list.row(id)?.item { row(item) } else { placeholder() }
        }
    }
#endif
