#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && !os(watchOS) && !os(tvOS)
    public import Paging
    internal import PagingCore
    public import SwiftUI

    /// The reader's place.
    extension PagedScrollView {
        /// Begins at a place that is kept by the row's identifier, and reports the reader's place.
        ///
        /// - Parameters:
        ///   - place: the reader's place, written in a later turn than the layout that it reports.
        ///   - id: an item's identifier, in the list's terms.
        public func readerPlace<ID: Hashable & Sendable>(
            _ place: Binding<ReaderPlace<ID>?>, id: @escaping (Element) -> ID
        ) -> Self {
            var copy = self
            copy.places.append(
                TrackedPlace {
                    guard let start = place.wrappedValue else { return nil }
                    return .init(anchor: RowAnchor(row: start.position, offset: start.offset)) { presenter in
                        start.id.flatMap { presenter.position(ofID: $0) }
                    }
                } tell: { anchor, item in
                    let new = ReaderPlace(id: item.map(id), position: anchor.row, offset: anchor.offset)
                    if place.wrappedValue != new { place.wrappedValue = new }
                })
            return copy
        }
    }

    extension PagedScrollView where Element: Identifiable, Element.ID: Sendable {
        /// Begins at a place that is kept by the row's `id`, and reports the reader's place.
        ///
        /// ```swift
        /// @SceneStorage("messages") var place: ReaderPlace<Row.ID>?
        ///
        /// PagedScrollView(list) { MessageRow($0) } placeholder: { Text("…") }
        ///     .readerPlace($place)
        /// ```
        ///
        /// If the row has moved, the view goes to it only if it is loaded with the rows at its former position. To begin at a row wherever it
        /// is, make the list with `startingAt: .id(…)`.
        ///
        /// - Parameter place: the reader's place, written in a later turn than the layout that it reports.
        public func readerPlace(_ place: Binding<ReaderPlace<Element.ID>?>) -> Self { readerPlace(place) { $0.id } }
    }

    /// A reader's place that an app keeps, with identifiers of any type.
    struct TrackedPlace<Element: Sendable> {
        struct Start {
            let anchor: RowAnchor
            /// The position of its row, or `nil` if that is not known.
            var row: @MainActor (ListPresenter<Element>) -> Int? = { _ in nil }
        }

        /// The place at which the view begins.
        let start: @MainActor () -> Start?
        /// The place of the first row on screen, and its item.
        let tell: @MainActor (RowAnchor, Element?) -> Void
    }

    extension TrackedPlace {
        @MainActor
        init(_ binding: Binding<RowAnchor?>) {
            self.init {
                binding.wrappedValue.map { Start(anchor: $0) }
            } tell: { anchor, _ in
                if binding.wrappedValue != anchor { binding.wrappedValue = anchor }
            }
        }
    }
#endif
