import AppKit
import SwiftUI
import Testing

extension ViewTests {
    /// Platform views inside SwiftUI, and SwiftUI's views inside items. Names begin with the rule of the catalog of devices.
    @MainActor struct HostingRuleTests {
        final class Items: NSObject, NSCollectionViewDataSource {
            var hasIdentities = false
            func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int { 500 }
            func collectionView(
                _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
            ) -> NSCollectionViewItem {
                let item = collectionView.makeItem(withIdentifier: Items.id, for: indexPath)
                let text = AnyView(Text("\(indexPath.item)"))
                let content = hasIdentities ? AnyView(text.id(indexPath.item)) : text
                if let hosted = item.view as? NSHostingView<AnyView> {
                    hosted.rootView = content
                } else {
                    item.view = NSHostingView(rootView: content)
                }
                return item
            }
            static let id = NSUserInterfaceItemIdentifier("item")
        }
        final class Item: NSCollectionViewItem {
            override func loadView() { view = NSView(frame: .zero) }
        }
        final class Layout: NSCollectionViewLayout {
            override var collectionViewContentSize: NSSize { NSSize(width: 100, height: 50 * 500) }
            override func layoutAttributesForElements(in rect: NSRect) -> [NSCollectionViewLayoutAttributes] {
                (max(0, Int(rect.minY / 50))..<min(500, Int(rect.maxY / 50) + 1)).map { row in
                    let attributes = NSCollectionViewLayoutAttributes(forItemWith: IndexPath(item: row, section: 0))
                    attributes.frame = NSRect(x: 0, y: 50 * CGFloat(row), width: 100, height: 50)
                    return attributes
                }
            }
        }
        struct Scroll: NSViewRepresentable {
            let title: String
            var isUpdating = true
            var onUpdate: () -> Void = {}
            func makeNSView(context: Context) -> NSScrollView {
                let view = NSScrollView(frame: .zero)
                view.documentView = NSTextField(labelWithString: title)
                return view
            }
            func updateNSView(_ nsView: NSScrollView, context: Context) {
                if isUpdating { (nsView.documentView as? NSTextField)?.stringValue = title }
                onUpdate()
            }
        }
        private final class Broken { var rules: [String] = [] }
        private let broken = Broken()

        init() { StandIn.onBrokenRule = { [broken] in broken.rules.append($0) } }

        @Test func `SUI-1: No state is modified in an update`() {
            let state = State(wrappedValue: 0)
            let host = StandInHost(Scroll(title: "a"), in: .standIn(), size: NSSize(width: 100, height: 300))
            state.wrappedValue = 1
            #expect(broken.rules.isEmpty)
            host.update(Scroll(title: "a", onUpdate: { state.wrappedValue = 2 }))
            #expect(broken.rules == ["state is modified during a view update"])
        }

        @Test func `SUI-2: A view is made once, and every later value comes by an update`() {
            for isUpdating in [false, true] {
                let host = StandInHost(
                    Scroll(title: "a", isUpdating: isUpdating), in: .standIn(), size: NSSize(width: 100, height: 300))
                host.update(Scroll(title: "b", isUpdating: isUpdating))
                #expect((host.view.documentView as? NSTextField)?.stringValue == (isUpdating ? "b" : "a"))
            }
        }

        @Test(arguments: [false, true])
        func `SUI-3: Content in a reused item has the row's own identity`(hasIdentities: Bool) {
            let (view, source, scrollView) = (NSCollectionView(frame: .zero), Items(), NSScrollView(frame: .zero))
            source.hasIdentities = hasIdentities
            view.collectionViewLayout = Layout()
            view.register(Item.self, forItemWithIdentifier: Items.id)
            view.dataSource = source
            scrollView.frame.size = NSSize(width: 100, height: 300)
            scrollView.standInWindow = .standIn()
            scrollView.documentView = view
            view.layoutSubtreeIfNeeded()
            #expect(broken.rules.isEmpty)
            for offset in [5_000.0, 10_000] {
                scrollView.contentView.scroll(to: NSPoint(x: 0, y: offset))
                view.layoutSubtreeIfNeeded()
            }
            let isReported = broken.rules.first?.hasPrefix("content without an id in a reused item") ?? false
            #expect(isReported == !hasIdentities)
        }
    }
}
