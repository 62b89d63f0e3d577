#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && !os(watchOS) && !os(tvOS)
    internal import Foundation
    internal import Paging
    internal import PagingCore
    internal import SwiftUI

    /// The content of a scroll view as of SwiftUI's last update. Cells are filled from it, so that none shows values captured earlier.
    @MainActor
    final class ScrollViewBox<Element: Sendable, Row: View, Placeholder: View> {
        var content: PagedScrollView<Element, Row, Placeholder>
        /// The action of `refreshable` as of the last update.
        var refresh: RefreshAction?
        /// Receives taps; the view does not keep it.
        let delegate = RowsDelegate()
        /// The reader's pull to refresh, while it goes on.
        private(set) var refreshing: Task<Void, Never>?
        private let kept: KeptPlace
        /// A place that has not been written to the bindings yet.
        private var told: RowAnchor?
        /// The separators that were passed to the view.
        private var separators: ObjectIdentifier?
        private weak var presenter: ListPresenter<Element>?

        init(_ content: PagedScrollView<Element, Row, Placeholder>, kept: KeptPlace) {
            (self.content, self.kept) = (content, kept)
        }

        /// Has a view begin at the app's place, or at the old view's, report its reader's place, and receive taps.
        func connect(_ view: PagedCollectionView<Element>) {
            presenter = view.presenter
            view.onScroll = { [weak self] in self?.tell($0) }
            view.onLayout = { [weak self, weak view] in if let view { self?.showSelection(in: view) } }
            connectDelegate(to: view)
            if let start = content.places.lazy.compactMap({ $0.start() }).first {
                let presenter = view.presenter
                view.startingPlace = start.anchor
                view.startingRow = AwaitedRow(offset: start.anchor.offset) { [weak presenter] in
                    presenter.flatMap(start.row)
                }
            } else {
                view.startingPlace = kept.place(in: content.list)
            }
        }

        /// The content of a row's cell.
        func cell(_ row: ListRow<Element>) -> Identified<SlotID, PagedCell<Element, Row, Placeholder>> {
            Identified(
                id: row.id,
                content: PagedCell(
                    item: row.item, row: content.row, placeholder: content.placeholder,
                    dividerInset: content.hostedDividerInset))
        }

        /// Writes the reader's place to the bindings in a later turn: a layout may be part of SwiftUI's own update, in which no state may be
        /// written.
        func tell(_ place: RowAnchor) {
            kept.keep(place, in: content.list)
            let isUnderWay = told != nil
            told = place
            if isUnderWay || content.places.isEmpty { return }
            content.list.ledger.turn { [weak self] in self?.deliverPlace() }
        }

        private func deliverPlace() {
            guard let told else { return }
            self.told = nil
            let item = presenter.flatMap { told.row < $0.rows.count ? $0.rows[told.row] : nil }
            for place in content.places { place.tell(told, item) }
        }

        /// Passes separators to a view, only once, since that computes rows and separators again.
        func showSeparators(in view: PagedCollectionView<Element>) {
            guard let new = content.separators, new.id != separators else { return }
            separators = new.id
            new.show(view) { [weak self] cell, separator in self?.content.separators?.fill(cell, separator) }
        }

        /// Refreshes by the present action. It continues if the view is drawn again, and ends with the view.
        func pull(whenDone: @escaping @MainActor () -> Void) {
            refreshing = Task { [weak self] in
                await self?.refresh?()
                whenDone()
            }
        }

        /// The view is gone.
        func end() { refreshing?.cancel() }

        // MARK: Taps

        private func connectDelegate(to view: PagedCollectionView<Element>) {
            delegate.canSelect = { [weak self, weak view] path in
                guard let self, view?.element(at: path) != nil else { return false }
                return content.tap != nil || content.selection != nil
            }
            delegate.didSelect = { [weak self, weak view] path in
                guard let self, let view, let item = view.element(at: path) else { return }
                if content.selection == nil { view.deselect(path) }
                content.selection?.change(item, true)
                if content.selection?.isMultiple != true { content.tap?(item) }
            }
            delegate.didDeselect = { [weak self, weak view] path in
                guard let self, let item = view?.element(at: path) else { return }
                content.selection?.change(item, false)
            }
        }

        /// Shows the rows on screen as selected if the app has them selected.
        func showSelection(in view: PagedCollectionView<Element>) {
            guard let selection = content.selection else { return }
            view.select(view.visibleRows) { view.element(at: $0).map(selection.contains) ?? false }
        }
    }
#endif
