#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && !os(watchOS) && !os(tvOS)
    internal import Paging
    public import SwiftUI

    /// Views in place of rows, and lines between rows.
    extension PagedScrollView {
        /// Shows a view in place of rows if the list has none.
        ///
        /// ```swift
        /// PagedScrollView(list) { MessageRow($0) } placeholder: { Text("…") }
        ///     .emptyContent { ContentUnavailableView("No messages", systemImage: "tray") }
        ///     .loadingContent { ProgressView() }
        ///     .failedContent { error in
        ///         Button("\(error.localizedDescription) Try again.") { list.retry() }
        ///     }
        /// ```
        ///
        /// The list's own view stays behind it, and can be pulled to refresh.
        ///
        /// - Parameter content: the view, which is centered.
        public func emptyContent(@ViewBuilder content: @escaping () -> some View) -> Self {
            var copy = self
            copy.contents.empty = { AnyView(content()) }
            return copy
        }

        /// Shows a view in place of rows while the first rows load.
        ///
        /// - Parameter content: the view, which is centered.
        public func loadingContent(@ViewBuilder content: @escaping () -> some View) -> Self {
            var copy = self
            copy.contents.loading = { AnyView(content()) }
            return copy
        }

        /// Shows a view in place of rows if the first rows could not be loaded.
        ///
        /// - Parameter content: the view for the error, which is centered; offer ``PagedList/retry()``.
        public func failedContent(@ViewBuilder content: @escaping (any Error) -> some View) -> Self {
            var copy = self
            copy.contents.failed = { AnyView(content($0)) }
            return copy
        }

        /// Draws a line below each row. A grid has none.
        ///
        /// - Parameter inset: the distance from the leading edge at which lines begin, in points.
        public func rowDividers(inset: CGFloat = 16) -> Self {
            var copy = self
            copy.dividerInset = inset
            return copy
        }
    }

    /// The views of a scroll view in place of rows.
    struct ContentsInPlaceOfRows {
        var empty: (() -> AnyView)?
        var loading: (() -> AnyView)?
        var failed: ((any Error) -> AnyView)?

        var isEmpty: Bool { empty == nil && loading == nil && failed == nil }
    }

    /// The view in place of rows. Only this view is evaluated when the list's state changes.
    struct InPlaceOfRows<Element: Sendable>: View {
        let list: PagedList<Element>
        let contents: ContentsInPlaceOfRows

        @ViewBuilder var body: some View {
            if let content { content }
        }

        var content: AnyView? {
            if contents.isEmpty { return nil }
            switch EmptyState(list) {
            case .none: return nil
            case .loading: return contents.loading?()
            case .failed(let error): return contents.failed?(error)
            case .empty: return contents.empty?()
            }
        }
    }
#endif
