#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import Foundation
    import Paging
    import PagingTesting
    import PagingUI
    import SwiftUI
    import Testing

    /// Each view is scrolled to its end and back over a list that changes. Its picture is kept at either end.
    @MainActor struct AppKitSmokeTests {
        private final class TextItem: NSCollectionViewItem {
            let label = NSTextField(labelWithString: "")
            override func loadView() { view = label }
        }

        private let server = ChangingServer()
        private let list: PagedList<Item>
        private let window = NSWindow(
            contentRect: NSRect(x: 0, y: 0, width: 400, height: 600), styleMask: [.titled], backing: .buffered,
            defer: false)

        init() { list = PagedList(server, behavior: ListBehavior(membership: .changes)) }

        private func walk(_ view: NSView, _ name: String) async throws {
            view.frame = NSRect(x: 0, y: 0, width: 400, height: 600)
            window.contentView = view
            view.layoutSubtreeIfNeeded()
            await list.settle()
            view.layoutSubtreeIfNeeded()
            let scrollView = try #require(self.scrollView(in: view))
            let clip = scrollView.contentView
            for isDown in [true, false] {
                var steps = 0
                while steps < 200 {
                    let most = (scrollView.documentView?.frame.height ?? 0) - clip.bounds.height
                    let next = clip.bounds.minY + (isDown ? 1 : -1) * clip.bounds.height * 0.8
                    clip.scroll(to: NSPoint(x: 0, y: max(0, min(most, next))))
                    scrollView.reflectScrolledClipView(clip)
                    view.layoutSubtreeIfNeeded()
                    await list.settle()
                    steps += 1
                    if steps % 5 == 0 {
                        await server.change()
                        try await list.refresh()
                    }
                    if isDown ? next >= most : next <= 0 { break }
                }
                #expect(steps < 200)
                if let picture = picture(of: view) {
                    Attachment.record([UInt8](picture), named: "\(name) \(isDown ? "end" : "start").png")
                }
            }
            #expect(list.count > 400 && list.state.error == nil)
        }

        private func scrollView(in view: NSView) -> NSScrollView? {
            view as? NSScrollView ?? view.subviews.lazy.compactMap { self.scrollView(in: $0) }.first
        }

        private func picture(of view: NSView) -> Data? {
            guard let bitmap = view.bitmapImageRepForCachingDisplay(in: view.bounds) else { return nil }
            view.cacheDisplay(in: view.bounds, to: bitmap)
            return bitmap.representation(using: .png, properties: [:])
        }

        @Test func `A table on the Mac`() async throws {
            let (table, scrollView) = (NSTableView(frame: .zero), NSScrollView(frame: .zero))
            table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("title")))
            scrollView.documentView = table
            let source = PagedTable(table, list) { _, _, row in
                NSTextField(labelWithString: row.item?.title ?? "…")
            }
            try await walk(scrollView, "PagedTable")
            withExtendedLifetime(source) {}
        }

        @Test func `A collection view on the Mac`() async throws {
            let scrollView = NSScrollView(frame: .zero)
            scrollView.documentView = PagedCollectionView(
                list, layout: PagedListLayout(rowHeight: 24), item: TextItem.self
            ) { item, row in
                item.label.stringValue = row.item?.title ?? "…"
            }
            try await walk(scrollView, "PagedCollectionView")
        }

        @Test func `A scroll view of SwiftUI on the Mac`() async throws {
            let view = PagedScrollView(list, rowHeight: 24) { item in
                Text(item.title)
            } placeholder: {
                Text("…")
            }
            .rowDividers()
            try await walk(NSHostingView(rootView: view), "PagedScrollView")
        }
    }
#endif
