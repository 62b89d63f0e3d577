#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI)
    public import Paging
    public import SwiftUI

    /// A list's rows with separators between them, inside a `List` or a lazy stack; see ``PagedForEach``.
    ///
    /// ```swift
    /// SeparatedForEach(days) { message in
    ///     MessageRow(message)
    /// } placeholder: {
    ///     Text("…").redacted(reason: .placeholder)
    /// } separator: { day in
    ///     Text(day).font(.caption)
    /// }
    /// ```
    ///
    /// Keep the ``ListSeparators`` beside the list.
    public struct SeparatedForEach<
        Element: Sendable, Separator: Hashable & Sendable, ID: Hashable, Row: View, Placeholder: View, Line: View
    >: View {
        private let separators: ListSeparators<Element, Separator>
        private let views: RowViews<Element, ID, Row, Placeholder>
        private let line: (Separator) -> Line

        /// Makes the rows and separators of a list.
        ///
        /// - Parameters:
        ///   - separators: the list's rows with separators between them.
        ///   - id: the identifier by which a `List` selects an item's row.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        ///   - separator: a separator.
        public init(
            _ separators: ListSeparators<Element, Separator>, id: @escaping (Element) -> ID,
            @ViewBuilder row: @escaping (Element) -> Row, @ViewBuilder placeholder: @escaping () -> Placeholder,
            @ViewBuilder separator: @escaping (Separator) -> Line
        ) {
            views = RowViews(id: id, row: row, placeholder: placeholder)
            (self.separators, line) = (separators, separator)
        }

        /// The rows and separators.
        public var body: some View {
            ForEach(separators.ids, id: \.self) { id in
                SeparatedRowView(list: separators.list, id: id, views: views, line: line)
            }
        }
    }

    extension SeparatedForEach where Element: Identifiable, ID == Element.ID {
        /// Makes the rows and separators of a list, whose rows a `List` selects by their items' `id`.
        ///
        /// - Parameters:
        ///   - separators: the list's rows with separators between them.
        ///   - row: a row that is loaded.
        ///   - placeholder: a row that is not.
        ///   - separator: a separator.
        public init(
            _ separators: ListSeparators<Element, Separator>, @ViewBuilder row: @escaping (Element) -> Row,
            @ViewBuilder placeholder: @escaping () -> Placeholder, @ViewBuilder separator: @escaping (Separator) -> Line
        ) {
            self.init(separators, id: { $0.id }, row: row, placeholder: placeholder, separator: separator)
        }
    }

    /// A row, which observes only itself, or a separator.
    struct SeparatedRowView<
        Element: Sendable, Separator: Hashable & Sendable, ID: Hashable, Row: View, Placeholder: View, Line: View
    >: View {
        let list: PagedList<Element>
        let id: SeparatedRowID<Separator>
        let views: RowViews<Element, ID, Row, Placeholder>
        let line: (Separator) -> Line

        @ViewBuilder var body: some View {
            switch id {
            case .row(let slot): PagedRow(list: list, id: slot, views: views).body
            case .separator(_, let separator): line(separator)
            }
        }
    }
#endif
