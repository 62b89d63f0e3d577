import PagingUI
import Testing
import UIKit

@testable import Paging
@testable import PagingCore

extension ViewTests {
    /// A collection view keeps to what devices do beyond what the documentation says.
    @MainActor struct DeviceRuleTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))

        init() { StandIn.onBrokenRule = { Issue.record("\($0)") } }

        private func show<Element>(_ view: PagedCollectionView<Element>, _ world: World) -> PagedCollectionView<Element>
        {
            view.frame = window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
            world.answerAll()
            view.layoutIfNeeded()
            return view
        }

        @Test func `An index title that is gone since leads to a row that exists`() {
            let world = World(
                seed: 1, rows: 60, behavior: .fixed, sections: 6, policy: LoadPolicy(preloads: false))
            let view = show(
                PagedCollectionView(world.list, rowHeight: 44, headerHeight: 28) { _, _ in }, world)
            #expect(view.indexTitles(for: view)?.count == 6)
            let path = view.collectionView(view, indexPathForIndexTitle: "8", at: 8)
            #expect((0..<60).contains(path.item))
            let third = view.collectionView(view, indexPathForIndexTitle: "3", at: 5)
            #expect(third.item == world.list.sections?[3].rows.lowerBound)
        }
    }
}
