#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI)
    public import Foundation
    public import Paging
    public import SwiftUI

    /// A list's rows inside a `List`, a lazy stack or a grid: each row is only evaluated when its own content changes.
    ///
    /// ```swift
    /// List {
    ///     PagedForEach(list) { row in
    ///         Text(row.title)
    ///     } placeholder: {
    ///         Text("…").redacted(reason: .placeholder)
    ///     }
    ///     .sectionHeader { title in Text(title) }
    /// }
    /// ```
    ///
    /// SwiftUI collects the identities of all rows whenever rows come or go, so this is for lists of up to some ten thousand rows. For longer
    /// ones use ``PagedScrollView``.
    ///
    /// A row's identity is its slot's, which it keeps when it loads. Rows are selected by their items' identifiers, and `ScrollViewProxy`
    /// scrolls to them by ``SwiftUI/ScrollViewProxy/scroll(toID:of:anchor:)``.
    public struct PagedForEach<Element: Sendable, ID: Hashable, Row: View, Placeholder: View>: View {
        let list: PagedList<Element>
        private let rows: RowViews<Element, ID, Row, Placeholder>
        private var delete: ((IndexSet) -> Void)?
        private var move: ((IndexSet, Int) -> Void)?

        /// Makes the rows of a list.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - id: the identifier by which a `List` selects an item's row, for example `\.code`.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        public init(
            _ list: PagedList<Element>, id: @escaping (Element) -> ID, @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            self.list = list
            rows = RowViews(id: id, row: row, placeholder: placeholder)
        }

        /// The rows.
        public var body: some View {
            let ids = list.slotIDs
            rows(of: ids, in: 0..<ids.count)
        }

        /// Some of the rows. The reader's edits are reported in their offsets.
        func rows(of ids: ListSlotIDs<Element>, in range: Range<Int>) -> some DynamicViewContent {
            ForEach(ids[range], id: \.self) { id in
                PagedRow(list: list, id: id, views: rows)
            }
            .onDelete(
                perform: delete.map { delete in
                    { offsets in delete(IndexSet(offsets.compactMap { position(of: ids, range.lowerBound + $0) })) }
                }
            )
            .onMove(
                perform: move.map { move in
                    { offsets, target in
                        let moved = IndexSet(offsets.compactMap { position(of: ids, range.lowerBound + $0) })
                        let last = range.lowerBound + target - 1
                        let place = target > 0 ? position(of: ids, last).map { $0 + 1 } : position(of: ids, last + 1)
                        move(moved, place ?? min(last + 1, list.count))
                    }
                })
        }

        /// The current position of a row that was at an offset when it was shown.
        private func position(of ids: ListSlotIDs<Element>, _ offset: Int) -> Int? {
            ids.indices.contains(offset) ? list.row(ids[offset])?.position : nil
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
        /// - Parameter action: called with the rows' positions in the list, or `nil` if rows cannot be deleted.
        public func onDelete(perform action: ((IndexSet) -> Void)?) -> Self {
            var copy = self
            copy.delete = action
            return copy
        }

        /// Has the reader move rows, in a list with ``sectionHeader(content:)`` within a section.
        ///
        /// - Parameter action: called with the rows' positions in the list and the position before which they are put, or `nil` if rows cannot
        ///   be moved.
        public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> Self {
            var copy = self
            copy.move = action
            return copy
        }

        /// Puts the rows into a `Section` for each of the list's, once these are known.
        ///
        /// Call it last: its result is no longer a ``PagedForEach``.
        ///
        /// - Parameter content: the header of a section, by its title.
        public func sectionHeader<Header: View>(
            @ViewBuilder content: @escaping (String) -> Header
        ) -> SectionedForEach<Element, ID, Row, Placeholder, Header> {
            SectionedForEach(rows: self, header: content)
        }
    }

    extension PagedForEach where Element: Identifiable, ID == Element.ID {
        /// Makes the rows of a list, which a `List` selects by their items' `id`.
        ///
        /// - Parameters:
        ///   - list: the list.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        public init(
            _ list: PagedList<Element>, @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            self.init(list, id: { $0.id }, row: row, placeholder: placeholder)
        }
    }

    extension PagedForEach: DynamicViewContent {
        /// The rows' identities.
        public var data: ListSlotIDs<Element> { list.slotIDs }
    }

    /// How rows are shown, and how they are selected.
    struct RowViews<Element: Sendable, ID: Hashable, Row: View, Placeholder: View> {
        let id: (Element) -> ID
        let row: (Element) -> Row
        let placeholder: () -> Placeholder
    }

    /// One row, which observes only itself.
    struct PagedRow<Element: Sendable, ID: Hashable, Row: View, Placeholder: View>: View {
        let list: PagedList<Element>
        let id: SlotID
        let views: RowViews<Element, ID, Row, Placeholder>

        var body: some View {
            // A row that appears is on screen or about to be. A row that is evaluated need not be: in debug builds a `List` evaluates all of
            // them.
            content.onAppear { if let shown = list.row(id) { list.noteRead(shown.position) } }
        }

        @ViewBuilder private var content: some View {
            if let item = list.row(id)?.item { views.row(item).tag(views.id(item)) } else { views.placeholder() }
        }
    }
#endif
