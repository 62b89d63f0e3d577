#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI)
    public import Paging
    public import SwiftUI

    /// Scrolling to rows of ``PagedForEach``.
    extension ScrollViewProxy {
        /// Scrolls to the row of an item.
        ///
        /// ```swift
        /// ScrollViewReader { proxy in
        ///     List { PagedForEach(list) { RowView($0) } placeholder: { Text("…") } }
        ///     Button("Go") { proxy.scroll(toID: 7, of: list, anchor: .top) }
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - id: the item's identifier, as the list tells them apart.
        ///   - list: the list.
        ///   - anchor: the point of the screen at which the row is put; `nil` for the shortest way.
        /// - Returns: `true` if the row is loaded. If not, ``PagedList/jump(to:)`` loads it.
        @MainActor @discardableResult
        public func scroll(
            toID id: some Hashable & Sendable, of list: PagedList<some Sendable>, anchor: UnitPoint? = nil
        ) -> Bool {
            guard let position = list.position(ofID: id) else { return false }
            scroll(to: position, of: list, anchor: anchor)
            return true
        }

        /// Scrolls to a row, loaded or not.
        ///
        /// - Parameters:
        ///   - position: the row's position; past the end the call has no effect.
        ///   - list: the list.
        ///   - anchor: the point of the screen at which the row is put; `nil` for the shortest way.
        @MainActor
        public func scroll(to position: Int, of list: PagedList<some Sendable>, anchor: UnitPoint? = nil) {
            guard let slot = list.slotID(at: position) else { return }
            scrollTo(slot, anchor: anchor)
        }
    }
#endif
