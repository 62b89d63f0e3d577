#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(UIKit) && !os(watchOS)
    public import Paging
    public import PagingCore
    public import UIKit
#elseif (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit)
    public import AppKit
    public import Paging
    public import PagingCore
#endif

#if (canImport(Darwin) || APPLE_STAND_INS) && ((canImport(UIKit) && !os(watchOS)) || canImport(AppKit))
    /// A section of a list in a snapshot. Titles may repeat, but the identifiers of a snapshot may not.
    public struct SnapshotSection: Hashable, Sendable {
        /// The section's title; empty if the list is not in sections.
        public let title: String
        /// How many sections above it have the same title.
        public let occurrence: Int
    }

    extension PagedList {
        /// Rows by their identities, for a diffable data source.
        public typealias Snapshot = NSDiffableDataSourceSnapshot<SnapshotSection, SlotID>

        /// Calls a closure with a snapshot of the list's present rows, and then with one for each change, in the same turn.
        ///
        /// For an app with a diffable data source. A snapshot holds the identity of every row, including placeholders, and is compared with the
        /// last one: this is for lists of up to some ten thousand rows. Rows load as they are read: let cells read the list by its subscript.
        ///
        /// ```swift
        /// observation = list.observeSnapshots { snapshot in
        ///     diffable.apply(snapshot, animatingDifferences: false)
        /// }
        /// ```
        ///
        /// - Parameter body: called on the main actor. It is kept until the observation ends.
        /// - Returns: the observation, which ends when it is cancelled or released.
        /// - Complexity: O(*count*) a change.
        public func observeSnapshots(_ body: @escaping @MainActor (Snapshot) -> Void) -> ListObservation {
            observe { change in
                let isNews = !change.update.isEmpty || change.reason == .initial || change.reason.contains(.sections)
                if isNews { body(Snapshot(change)) }
            }
        }
    }

    extension NSDiffableDataSourceSnapshot
    where SectionIdentifierType == SnapshotSection, ItemIdentifierType == SlotID {
        @MainActor
        init(_ change: ListChange<some Sendable>) {
            self.init()
            let rows = change.after
            let paths = SectionPaths(count: rows.count, sections: change.sections)
            var titles: [String: Int] = [:]
            var first = 0
            for section in 0..<paths.sectionCount {
                let title = paths.title(ofSection: section) ?? ""
                let id = SnapshotSection(title: title, occurrence: titles[title, default: 0])
                titles[title, default: 0] += 1
                let end = first + paths.rowCount(ofSection: section)
                appendSections([id])
                appendItems((first..<end).map { rows.slotID(at: $0) }, toSection: id)
                first = end
            }
            let changed = change.update.changed.positions.map { rows.slotID(at: $0) }
            #if canImport(UIKit)
                reconfigureItems(changed)
            #else
                reloadItems(changed)
            #endif
        }
    }
#endif
