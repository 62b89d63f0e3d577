#if canImport(UIKit)
    import Foundation
    import Paging
    import PagingTesting
    import PagingUI
    import SwiftUI
    import Testing
    import UIKit

    /// Each view is scrolled to its end and back over a list that changes. Its picture is kept at either end.
    @MainActor struct UIKitSmokeTests {
        private let server = ChangingServer()
        private let list: PagedList<Item>
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))

        init() { list = PagedList(server, behavior: ListBehavior(membership: .changes)) }

        private func walk(_ controller: UIViewController, _ name: String) async throws {
            window.rootViewController = controller
            window.makeKeyAndVisible()
            let view: UIView = controller.view
            view.frame = window.bounds
            view.layoutIfNeeded()
            await list.settle()
            view.layoutIfNeeded()
            let scrollView = try #require(self.scrollView(in: view))
            for isDown in [true, false] {
                var steps = 0
                while steps < 200 {
                    let most = scrollView.contentSize.height - scrollView.bounds.height
                    let next = scrollView.contentOffset.y + (isDown ? 1 : -1) * scrollView.bounds.height * 0.8
                    scrollView.contentOffset.y = max(0, min(most, next))
                    view.layoutIfNeeded()
                    await list.settle()
                    steps += 1
                    if steps % 5 == 0 {
                        await server.change()
                        try await list.refresh()
                    }
                    if isDown ? next >= most : next <= 0 { break }
                }
                #expect(steps < 200)
                Attachment.record([UInt8](picture(of: view)), named: "\(name) \(isDown ? "end" : "start").png")
            }
            #expect(list.count > 400 && list.state.error == nil)
            window.rootViewController = nil
        }

        private func scrollView(in view: UIView) -> UIScrollView? {
            view as? UIScrollView ?? view.subviews.lazy.compactMap { self.scrollView(in: $0) }.first
        }

        private func picture(of view: UIView) -> Data {
            UIGraphicsImageRenderer(bounds: view.bounds).pngData { view.layer.render(in: $0.cgContext) }
        }

        private func controller(_ view: UIView) -> UIViewController {
            let controller = UIViewController()
            controller.view = view
            return controller
        }

        @Test func `A collection view`() async throws {
            let view = PagedCollectionView(list, rowHeight: 44) { cell, row in
                var content = UIListContentConfiguration.cell()
                content.text = row.item?.title ?? "…"
                cell.contentConfiguration = content
            }
            try await walk(controller(view), "PagedCollectionView")
        }

        @Test func `A grid`() async throws {
            let grid = ListGrid(columns: .adaptive(minimum: 100), spacing: 2)
            let view = PagedCollectionView(list, grid: grid) { cell, row in
                var background = UIBackgroundConfiguration.clear()
                background.backgroundColor = row.item == nil ? .secondarySystemFill : .systemBackground
                cell.backgroundConfiguration = background
            }
            try await walk(controller(view), "Grid")
        }

        @Test func `A table`() async throws {
            let table = UITableView(frame: window.bounds, style: .plain)
            table.register(UITableViewCell.self, forCellReuseIdentifier: "item")
            let source = PagedTableDataSource(table, list) { table, path, row in
                let cell = table.dequeueReusableCell(withIdentifier: "item", for: path)
                var content = UIListContentConfiguration.cell()
                content.text = row.item?.title ?? "…"
                cell.contentConfiguration = content
                return cell
            }
            try await walk(controller(table), "PagedTableDataSource")
            withExtendedLifetime(source) {}
        }

        @Test func `A scroll view of SwiftUI`() async throws {
            let view = PagedScrollView(list) { item in
                Text(item.title)
            } placeholder: {
                Text("…")
            }
            .rowDividers()
            .footer(height: 44) { _ in Text("End") }
            try await walk(UIHostingController(rootView: view), "PagedScrollView")
        }

        @Test func `Rows of a List`() async throws {
            let view = List {
                PagedForEach(list) { item in
                    Text(item.title)
                } placeholder: {
                    Text("…")
                }
            }
            try await walk(UIHostingController(rootView: view), "PagedForEach")
        }
    }
#endif
