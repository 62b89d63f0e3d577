import Testing

#if canImport(UIKit)
    import UIKit
#else
    import AppKit
#endif

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// Snapshots for diffable data sources.
    @MainActor struct SnapshotTests {
        init() { onBrokenRule { Issue.record("\($0)") } }

        @Test func `Snapshots have every row in its section, and what changed, through a random history`() {
            let world = World(seed: 3, rows: 60, sections: 5, policy: LoadPolicy(pageSize: 20, preloads: false))
            var snapshots: [PagedList<Row>.Snapshot] = []
            let observation = world.list.observeSnapshots { snapshots.append($0) }
            #expect(snapshots.count == 1 && snapshots[0].numberOfItems == 0)
            for step in 0..<60 {
                world.list.viewport(step % 40..<step % 40 + 20)
                if step % 3 == 0 { world.answerAll() } else { world.edit() }
                if step % 7 == 0 { world.changeServer() }
            }
            world.answerAll()
            let rows = world.list.rows
            #expect(snapshots.last?.itemIdentifiers == rows.indices.map { rows.slotID(at: $0) })
            #expect(snapshots.contains { $0.sectionIdentifiers.map(\.title) == ["0", "1", "2", "3", "4"] })
            #expect(
                snapshots.contains { !$0.reconfiguredItemIdentifiers.isEmpty || !$0.reloadedItemIdentifiers.isEmpty })
            observation.cancel()
        }
    }
}
