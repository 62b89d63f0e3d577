#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && !os(watchOS) && !os(tvOS)
    internal import Paging
    internal import PagingCore
    internal import SwiftUI

    /// The content of a scroll view as of SwiftUI's last update. Cells are filled from it, so that none shows what an earlier value captured.
    @MainActor
    final class ScrollViewBox<Element: Sendable, Row: View, Placeholder: View> {
        var content: PagedScrollView<Element, Row, Placeholder>
        /// The action of `refreshable` as of the last update.
        var refresh: RefreshAction?
        /// A pull of the reader's, as long as it goes on.
        private(set) var refreshing: Task<Void, Never>?
        private let kept: KeptPlace
        /// A place that the binding has not been given yet.
        private var told: RowAnchor?
        /// The separators that the view has been given.
        private var separators: ObjectIdentifier?

        init(_ content: PagedScrollView<Element, Row, Placeholder>, kept: KeptPlace) {
            (self.content, self.kept) = (content, kept)
        }

        /// Where the view is to begin.
        var startingPlace: RowAnchor? { content.place?.wrappedValue ?? kept.place(in: content.list) }

        /// The content of a row's cell.
        func cell(_ row: ListRow<Element>) -> Identified<SlotID, PagedCell<Element, Row, Placeholder>> {
            Identified(
                id: row.id, content: PagedCell(item: row.item, row: content.row, placeholder: content.placeholder))
        }

        /// Tells the binding where the reader is, in a later turn: a layout may be part of SwiftUI's own update, in which no state may be written.
        func tell(_ place: RowAnchor) {
            kept.keep(place, in: content.list)
            let isUnderWay = told != nil
            told = place
            if isUnderWay || content.place == nil { return }
            content.list.ledger.turn { [weak self] in self?.deliverPlace() }
        }

        private func deliverPlace() {
            defer { told = nil }
            if let binding = content.place, binding.wrappedValue != told { binding.wrappedValue = told }
        }

        /// Hands a view its separators: once, since rows and separators are worked out anew by that.
        func showSeparators(in view: PagedCollectionView<Element>) {
            guard let new = content.separators, new.id != separators else { return }
            separators = new.id
            new.show(view) { [weak self] cell, separator in self?.content.separators?.fill(cell, separator) }
        }

        /// Refreshes by the action as it is now. It goes on though the view is drawn anew, and ends with it.
        func pull(whenDone: @escaping @MainActor () -> Void) {
            refreshing = Task { [weak self] in
                await self?.refresh?()
                whenDone()
            }
        }

        /// The view is gone.
        func end() { refreshing?.cancel() }
    }
#endif
