import SwiftUI
import Testing
import UIKit

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// SwiftUI's scroll view of a list, hosted as SwiftUI hosts it.
    @MainActor struct HostedScrollViewTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 880))
        private let world = World(seed: 1, rows: 1_000, behavior: .fixed, policy: LoadPolicy(preloads: false))

        init() { StandIn.onBrokenRule = { Issue.record("\($0)") } }

        private func scrollView(_ mark: String = "", place: Binding<RowAnchor?>? = nil) -> some UIViewRepresentable {
            PagedScrollView(world.list, rowHeight: 44, isSelfSizing: false, place: place) {
                Text($0.text + mark)
            } placeholder: {
                Text("…")
            }.representable
        }

        private func answered(_ view: UIView) {
            view.layoutIfNeeded()
            world.answerAll()
            view.layoutIfNeeded()
        }

        @Test func `Its place is told after the update, not in it`() {
            var place: RowAnchor?
            let binding = Binding(get: { place }, set: { place = $0 })
            let host = StandInHost(scrollView(place: binding), in: window)
            answered(host.view)
            host.update(scrollView(place: binding))
            host.view.frame.size.height = 400
            host.update(scrollView(place: binding))
        }

        @Test func `Content in reused cells has the row's identity`() throws {
            let host = StandInHost(scrollView(), in: window)
            answered(host.view)
            let view = try #require(host.view as? UICollectionView)
            for offset in stride(from: 2_000.0, through: 10_000, by: 2_000) {
                view.contentOffset.y = offset
                answered(view)
            }
        }

        @Test func `Ten previews of one list load what one does`() {
            for _ in 0..<10 {
                let host = StandInHost(scrollView(), in: window)
                answered(host.view)
                host.update(scrollView())
                host.dismantle()
            }
            #expect(world.list.inFlight.isEmpty)
        }
    }
}
