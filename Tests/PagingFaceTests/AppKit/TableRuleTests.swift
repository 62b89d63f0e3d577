import AppKit
import Testing

extension ViewTests {
    /// The rules of a table on the Mac. Names begin with the rule of the catalog of devices.
    @MainActor struct TableRuleTests {
        final class Source: NSObject, NSTableViewDataSource, NSTableViewDelegate {
            var count = 10
            var whileMeasuring: (NSTableView) -> Void = { _ in }
            func numberOfRows(in tableView: NSTableView) -> Int { count }
            func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
                NSView(frame: .zero)
            }
            func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat {
                whileMeasuring(tableView)
                return 40
            }
        }
        private let source = Source()
        private let table = NSTableView(frame: .zero)
        private let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 100, height: 100))
        private final class Broken { var rules: [String] = [] }
        private let broken = Broken()

        init() {
            (table.dataSource, table.delegate) = (source, source)
            scrollView.standInWindow = .standIn()
            scrollView.documentView = table
            StandIn.onBrokenRule = { [broken] in broken.rules.append($0) }
            table.standInLayout()
        }

        @Test func `APK-2: Each change is checked against the rows at that moment, and the count at the end`() {
            table.beginUpdates()
            table.removeRows(at: [9])
            table.insertRows(at: [9])
            source.count = 10
            table.endUpdates()
            #expect(broken.rules.isEmpty)
            table.beginUpdates()
            table.removeRows(at: [9])
            table.insertRows(at: [11])
            #expect(broken.rules == ["a row inserted at 11 of 9"])
        }

        @Test func `APK-3: A table is not changed when it says, while it tiles, that its bounds changed`() {
            table.tilesByScrolling = true
            scrollView.contentView.postsBoundsChangedNotifications = true
            let inserted = NotificationCenter.default.addObserver(
                forName: NSView.boundsDidChangeNotification, object: scrollView.contentView, queue: nil
            ) { [table, source] _ in
                MainActor.assumeIsolated {
                    source.count += 1
                    table.insertRows(at: [0])
                }
            }
            table.standInLayout()
            NotificationCenter.default.removeObserver(inserted)
            #expect(broken.rules.first == "rows change while the table asks for views or tiles")
            broken.rules = []
            source.count += 1
            table.insertRows(at: [0])
            table.standInLayout()
            #expect(broken.rules.isEmpty)
        }

        @Test func `APK-4: A height is told without a look at the row's view`() {
            source.whileMeasuring = { _ = $0.view(atColumn: 0, row: 0, makeIfNecessary: false) }
            table.reloadData()
            #expect(broken.rules.first == "a view of row 0 while the table asks for heights")
            source.whileMeasuring = { _ in }
            broken.rules = []
            table.reloadData()
            _ = table.view(atColumn: 0, row: 0, makeIfNecessary: true)
            #expect(broken.rules.isEmpty)
        }

        @Test func `APK-7: A row that is reloaded keeps its height until it is noted`() {
            table.reloadData(forRowIndexes: [0], columnIndexes: [0])
            #expect(table.rect(ofRow: 1).minY == 40 && broken.rules.isEmpty)
        }

        @Test func `APK-12: Every row's height is asked for at a reload, and noted heights animate unless told not to`()
        {
            var asked = 0
            source.whileMeasuring = { _ in asked += 1 }
            table.reloadData()
            #expect(asked >= 10)
            table.noteHeightOfRows(withIndexesChanged: [0])
            #expect(broken.rules == ["heights change in an animation"])
            NSAnimationContext.beginGrouping()
            NSAnimationContext.current.duration = 0
            table.noteHeightOfRows(withIndexesChanged: [0])
            NSAnimationContext.endGrouping()
            #expect(broken.rules.count == 1)
        }

        @Test(arguments: [false, true])
        func `APK-8: A table keeps the first row on screen with automatic heights alone`(isAutomatic: Bool) {
            source.count = 100
            table.usesAutomaticRowHeights = isAutomatic
            table.reloadData()
            scrollView.contentView.scroll(to: NSPoint(x: 0, y: 400))
            table.standInLayout()
            source.count += 1
            table.insertRows(at: [0])
            #expect(scrollView.contentView.bounds.minY == 400)
            table.standInLayout()
            #expect(scrollView.contentView.bounds.minY == (isAutomatic ? 440 : 400) && broken.rules.isEmpty)
        }

        @Test func `APK-9: A clip view is set anywhere, has to tell the scrollers, and is left alone in a bounce`() {
            let clip = scrollView.contentView
            clip.scroll(to: NSPoint(x: 0, y: -30))
            #expect(clip.bounds.minY == -30 && !clip.isReflected)
            scrollView.reflectScrolledClipView(clip)
            #expect(clip.isReflected && broken.rules.isEmpty)
            clip.standInScroll(to: -50)
            #expect(clip.isBouncing)
            clip.scroll(to: .zero)
            #expect(broken.rules == ["a scroll in a bounce, which snaps"])
            clip.standInScroll(to: -20)
            clip.standInEndBounce()
            clip.scroll(to: NSPoint(x: 0, y: 10))
            #expect(broken.rules.count == 1 && clip.bounds.minY == 10)
        }

        @Test func `APK-10: Responsive scrolling tells bounds less often than live scrolling`() {
            @MainActor final class Counts { var bounds = 0, live = 0 }
            let (counts, clip) = (Counts(), scrollView.contentView)
            clip.postsBoundsChangedNotifications = true
            clip.postsLessOften = true
            let tokens = [
                NotificationCenter.default.addObserver(
                    forName: NSView.boundsDidChangeNotification, object: clip, queue: nil
                ) { _ in MainActor.assumeIsolated { counts.bounds += 1 } },
                NotificationCenter.default.addObserver(
                    forName: NSScrollView.didLiveScrollNotification, object: scrollView, queue: nil
                ) { _ in MainActor.assumeIsolated { counts.live += 1 } },
            ]
            for step in 1...9 { clip.standInScroll(to: CGFloat(step) * 10) }
            for token in tokens { NotificationCenter.default.removeObserver(token) }
            #expect(counts.bounds == 3 && counts.live == 9)
        }

        @Test func `APK-11: Insets follow the toolbar, unless they are the app's own`() {
            scrollView.standInToolbarHeight = 52
            #expect(scrollView.contentInsets.top == 52)
            scrollView.standInToolbarHeight = 0
            #expect(scrollView.contentInsets.top == 0)
            scrollView.automaticallyAdjustsContentInsets = false
            scrollView.contentInsets.top = 8
            scrollView.standInToolbarHeight = 52
            #expect(scrollView.contentInsets.top == 8)
        }

        @Test func `APK-14: A live resize keeps the views of rows`() {
            let requests = table.viewRequests
            let view = table.standInView(atRow: 0)
            for width in stride(from: 100.0, through: 300, by: 5) {
                scrollView.frame.size.width = width
                table.standInLayout()
            }
            #expect(table.viewRequests == requests && table.standInView(atRow: 0) === view)
        }
    }
}
