import Testing
import UIKit

@testable import Paging
@testable import PagingCore
@testable import PagingUI

extension ViewTests {
    /// A table's data source hears of the table by itself: no call is forwarded by hand.
    @MainActor struct TableListeningTests {
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 440))
        private let table = UITableView(frame: .zero, style: .plain)

        init() { StandIn.onBrokenRule = { Issue.record("\($0)") } }

        private func show(_ world: World, edge: ListEdge = .start) -> PagedTableDataSource<Row> {
            table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
            let source = PagedTableDataSource(table, world.list, edge: edge) { table, path, row in
                let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
                var content = UIListContentConfiguration.cell()
                content.text = row.item.map { "\($0.id)" }
                cell.contentConfiguration = content
                return cell
            }
            table.frame = window.bounds
            window.addSubview(table)
            answer(world)
            return source
        }

        private func answer(_ world: World) {
            for _ in 0..<3 {
                table.layoutIfNeeded()
                world.answerAll()
            }
            table.layoutIfNeeded()
        }

        private var texts: [String?] {
            (table.indexPathsForVisibleRows ?? []).map {
                (table.cellForRow(at: $0)?.contentConfiguration as? UIListContentConfiguration)?.text
            }
        }

        @Test func `What is scrolled to is loaded`() {
            let world = World(seed: 1, rows: 1_000, behavior: .fixed, policy: LoadPolicy(preloads: false))
            let source = show(world)
            table.contentOffset.y = 500 * 44
            answer(world)
            #expect(texts.first == "500" && !texts.contains(nil))
            source.scroll(to: 800, animated: false)
            answer(world)
            #expect(texts.first == "800" && !texts.contains(nil))
        }

        @Test
        func `A table at home at its end begins there, and stays there as the keyboard comes and the device is turned`()
        {
            let world = World(
                seed: 1, rows: 200, readInOrderFrom: .end, policy: LoadPolicy(pageSize: 50, preloads: false))
            let source = show(world, edge: .end)
            #expect(texts.last == "199")
            table.contentInset.bottom = 200
            table.layoutIfNeeded()
            #expect(table.contentOffset.y == table.contentSize.height + 200 - 440)
            table.contentInset.bottom = 0
            table.frame.size = CGSize(width: 440, height: 390)
            table.layoutIfNeeded()
            #expect(table.contentOffset.y == table.contentSize.height - 390)
            _ = source
        }

        @Test func `A short list of a table at home at its end is at its bottom`() {
            let world = World(seed: 1, rows: 3, readInOrderFrom: .end, policy: LoadPolicy(preloads: false))
            let source = show(world, edge: .end)
            #expect((table.contentInset.top - CGFloat(440 - 3 * 44)).magnitude < 0.01)
            _ = source
        }
    }
}
