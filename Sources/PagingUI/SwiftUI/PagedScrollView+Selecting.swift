#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && !os(watchOS) && !os(tvOS)
    internal import Paging
    public import SwiftUI

    /// Taps and selections.
    extension PagedScrollView {
        /// Calls a closure with the item of a row that is tapped, or clicked.
        ///
        /// ```swift
        /// PagedScrollView(list) { MessageRow($0) } placeholder: { Text("…") }
        ///     .onRowTap { message in path.append(message) }
        /// ```
        ///
        /// A placeholder cannot be tapped. With a selection of one row both happen; with a selection of several a tap selects, and the closure
        /// is not called.
        ///
        /// - Parameter action: called with the item.
        public func onRowTap(perform action: @escaping (Element) -> Void) -> Self {
            var copy = self
            copy.tap = action
            return copy
        }

        /// Has the reader select one row, by an identifier that the app chooses.
        ///
        /// - Parameters:
        ///   - selection: the selected row's identifier. A row that is not loaded may be selected, and is shown as selected once it loads.
        ///   - id: an item's identifier.
        public func rowSelection<ID: Hashable & Sendable>(
            _ selection: Binding<ID?>, id: @escaping (Element) -> ID
        ) -> Self {
            selecting(
                RowSelection(isMultiple: false) {
                    selection.wrappedValue == id($0)
                } change: { item, isSelected in
                    if isSelected {
                        selection.wrappedValue = id(item)
                    } else if selection.wrappedValue == id(item) {
                        selection.wrappedValue = nil
                    }
                })
        }

        /// Has the reader select several rows, by an identifier that the app chooses.
        ///
        /// - Parameters:
        ///   - selection: the selected rows, including rows that were never loaded: `.all(but: [])` is "Select all".
        ///   - id: an item's identifier.
        public func rowSelection<ID: Hashable & Sendable>(
            _ selection: Binding<ListSelection<ID>>, id: @escaping (Element) -> ID
        ) -> Self {
            selecting(
                RowSelection(isMultiple: true) {
                    selection.wrappedValue.contains(id($0))
                } change: { item, isSelected in
                    if isSelected {
                        selection.wrappedValue.insert(id(item))
                    } else {
                        selection.wrappedValue.remove(id(item))
                    }
                })
        }

        /// Has the reader select several rows, by an identifier that the app chooses.
        ///
        /// - Parameters:
        ///   - selection: the identifiers of the selected rows.
        ///   - id: an item's identifier.
        public func rowSelection<ID: Hashable & Sendable>(
            _ selection: Binding<Set<ID>>, id: @escaping (Element) -> ID
        ) -> Self {
            let some = Binding<ListSelection<ID>> {
                .only(selection.wrappedValue)
            } set: {
                if case .only(let ids) = $0 { selection.wrappedValue = ids }
            }
            return rowSelection(some, id: id)
        }

        private func selecting(_ selection: RowSelection<Element>) -> Self {
            var copy = self
            copy.selection = selection
            return copy
        }
    }

    extension PagedScrollView where Element: Identifiable, Element.ID: Sendable {
        /// Has the reader select one row, by its `id`.
        ///
        /// - Parameter selection: the selected row's identifier. A row that is not loaded may be selected, and is shown as selected once it
        ///   loads.
        public func rowSelection(_ selection: Binding<Element.ID?>) -> Self { rowSelection(selection) { $0.id } }

        /// Has the reader select several rows, by their `id`.
        ///
        /// - Parameter selection: the selected rows, including rows that were never loaded: `.all(but: [])` is "Select all".
        public func rowSelection(_ selection: Binding<ListSelection<Element.ID>>) -> Self {
            rowSelection(selection) { $0.id }
        }

        /// Has the reader select several rows, by their `id`.
        ///
        /// - Parameter selection: the identifiers of the selected rows.
        public func rowSelection(_ selection: Binding<Set<Element.ID>>) -> Self { rowSelection(selection) { $0.id } }
    }

    /// The selection of a scroll view, with identifiers of any type.
    struct RowSelection<Element> {
        let isMultiple: Bool
        let contains: (Element) -> Bool
        let change: (_ item: Element, _ isSelected: Bool) -> Void
    }
#endif
