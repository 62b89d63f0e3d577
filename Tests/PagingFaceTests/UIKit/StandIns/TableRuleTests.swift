import Testing
import UIKit

extension ViewTests {
    /// The rules of tables. Names begin with the rule of the catalog of devices.
    @MainActor struct TableRuleTests {
        final class Source: NSObject, UITableViewDataSource {
            var count = 10
            var height: CGFloat?
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
                cell.fittingHeight = height
                return cell
            }
        }
        private let source = Source()
        private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 500), style: .plain)
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 500))
        private final class Broken { var rules: [String] = [] }
        private let broken = Broken()

        init() {
            table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
            table.dataSource = source
            window.addSubview(table)
            StandIn.onBrokenRule = { [broken] in broken.rules.append($0) }
            table.layoutIfNeeded()
        }

        @Test func `UTV-1: Rows that are inserted outside a batch are a batch of their own`() {
            source.count = 11
            table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
            #expect(broken.rules.contains { $0.contains("before the block") })
            broken.rules = []
            table.performBatchUpdates {
                source.count = 12
                table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
            }
            #expect(broken.rules.isEmpty && table.numberOfRows(inSection: 0) == 12)
        }

        @Test func `UTV-1: A reload forgets the counts, so that they are not changed before a batch`() {
            source.count = 11
            table.reloadData()
            table.performBatchUpdates { table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none) }
            #expect(broken.rules.contains { $0.contains("invalid number of items in section 0") })
        }

        @Test func `UTV-2: A reload forgets heights, and rows above may or may not be corrected for`() {
            table.estimatedRowHeight = 44
            (source.count, source.height) = (100, 60)
            table.reloadData()
            table.layoutIfNeeded()
            let measured = table.contentSize.height
            table.reloadData()
            table.setNeedsLayout()
            #expect(measured > 4_400 && table.rectForRow(at: IndexPath(row: 99, section: 0)).maxY == 4_400)
            for correctsAbove in [false, true] {
                table.correctsAbove = correctsAbove
                table.reloadData()
                table.contentOffset.y = 440
                table.layoutIfNeeded()
                let below = IndexPath(row: 12, section: 0)
                let before = table.rectForRow(at: below).minY - table.contentOffset.y
                // A row's upper part comes on screen, which is measured.
                table.contentOffset.y -= 10
                table.layoutIfNeeded()
                let moved = table.rectForRow(at: below).minY - table.contentOffset.y - before - 10
                #expect(moved == (correctsAbove ? 0 : 16))
            }
        }

        @Test func `UTV-3: Rows that come above move those on screen`() {
            source.count = 100
            table.reloadData()
            table.contentOffset.y = 440
            table.layoutIfNeeded()
            table.performBatchUpdates {
                source.count += 1
                table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
            }
            #expect(table.contentOffset.y == 440 && table.rectForRow(at: IndexPath(row: 11, section: 0)).minY == 484)
        }

        @Test func `UTV-4: A table is laid out in a window alone`() {
            #expect(broken.rules.isEmpty)
            table.removeFromSuperview()
            table.setNeedsLayout()
            table.layoutIfNeeded()
            #expect(broken.rules == ["a table is laid out outside a window"])
        }

        @Test func `UTV-5: A header's height is read when it is set`() {
            let header = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
            table.tableHeaderView = header
            header.frame.size.height = 90
            table.layoutIfNeeded()
            #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 30)
            table.tableHeaderView = header
            #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 90)
        }

        @Test func `UCV-35: A table's batches may overlap, and their ends fail or never come`() {
            var ends: [Bool] = []
            for end in [StandIn.BatchEnd.never, .interrupted] {
                table.batchEnd = end
                table.performBatchUpdates {
                    source.count -= 1
                    table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .none)
                } completion: {
                    ends.append($0)
                }
                table.finishAnimations()
                #expect(ends.isEmpty == (end == .never))
            }
            #expect(ends == [false, false] && broken.rules.isEmpty)
        }
    }
}
