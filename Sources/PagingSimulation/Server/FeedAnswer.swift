package import Paging

/// An answer of a ``SimulatedFeed``.
package struct FeedAnswer: Sendable {
    /// The content of an answer, by its request.
    package enum Content: Sendable {
        /// A page of items.
        case page(Page<Int>)
        /// How many rows each section has.
        case sections([Int])
        /// All identifiers.
        case snapshot(ListSnapshot<Int>)
        /// The items asked for that are in the list.
        case items([Int])
        /// The changes since a version, or `nil` if the server cannot report them.
        case changes(ListChanges<Int>?)
        /// The check of a version.
        case check(VersionCheck)
        /// A message of a stream: changes, or the list's version.
        case live(ListChanges<Int>?, version: Version)
    }

    /// The content.
    package var content: Content
    /// The number of the state that it was taken from.
    package var state: Int
    /// For each item that it brings, how often that was edited before.
    package var revisions: [Int32] = []

    /// The items that it brings, not their identifiers alone.
    package var items: [Int] {
        switch content {
        case .page(let page): page.items
        case .items(let items): items
        case .sections, .snapshot, .changes, .check, .live: []
        }
    }

    /// How many bytes such an answer takes on its way: 300 for any, 200 for each item, 8 for each identifier alone.
    package var byteCount: Int {
        switch content {
        case .page(let page): 300 + 200 * page.items.count
        case .items(let items): 300 + 200 * items.count
        case .sections(let counts): 300 + 8 * counts.count
        case .snapshot(let snapshot): 300 + 8 * snapshot.identifiers.count
        case .changes(let changes), .live(let changes, _):
            300 + 8 * ((changes?.removed.count ?? 0) + (changes?.edited?.count ?? 0))
                + 16 * (changes?.added.count ?? 0)
        case .check: 300
        }
    }
}
