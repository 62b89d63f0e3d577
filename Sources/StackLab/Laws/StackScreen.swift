package import Paging
internal import PagingCore
internal import PagingUI

/// A screen at the end of the stack: what a view shows of a list, as text, by the updates that it is given.
@MainActor
package final class StackScreen {
    private let list: PagedList<StackRow>
    private let display = Display()
    private let presenter: ListPresenter<StackRow>
    private var observation: ListObservation?
    /// The rows as updates made them: `nil` for a placeholder.
    private var lines: [StackRow?] = []
    /// The first update that was not true.
    package private(set) var defect: String?
    /// Whether the last change that was told came with a failure.
    package private(set) var toldFailure = false

    package init(_ list: PagedList<StackRow>) {
        self.list = list
        presenter = ListPresenter(list)
        presenter.display = display
        lines = Array(presenter.rows)
        observation = list.observe { [weak self] change in self?.follow(change) }
    }

    /// Makes the update in the lines alone, and compares these with the rows that come with it.
    private func follow(_ change: ListChange<StackRow>) {
        toldFailure = list.state.error != nil
        if change.reason == .initial { return }
        if change.after.count > Self.mostRows {
            defect = defect ?? "a list of \(change.after.count) rows"
            return
        }
        let (update, after) = (change.update, Array(change.after))
        if update.newCount != after.count || update.oldCount != lines.count {
            defect =
                defect
                ?? "an update of \(update.oldCount) to \(update.newCount) rows, where \(lines.count) became \(after.count)"
        }
        let map = update.positionMap
        for (position, row) in after.enumerated() where !update.changed.contains(position) {
            guard let old = map.oldPosition(of: position), lines.indices.contains(old) else { continue }
            if lines[old] != row {
                defect =
                    defect
                    ?? "row \(position) is \(text(row)), was \(text(lines[old])), and the update does not name it"
            }
        }
        lines = after
    }

    /// No list of a world is so long: a view would be asked for the height of each.
    private static let mostRows = 10_000

    private func text(_ row: StackRow?) -> String { row?.text ?? "a placeholder" }

    package var shown: [StackRow?] { Array(presenter.rows) }

    /// The titles of sections that have rows, and how many; `nil` where the view shows none.
    package var sections: [String]? {
        let paths = SectionPaths(count: presenter.rows.count, sections: presenter.sections)
        return paths.titles.map { titles in
            titles.enumerated().flatMap { section, title in
                Array(repeating: title, count: paths.rowCount(ofSection: section))
            }
        }
    }

    private final class Display: RowsDisplay {
        let isReadyForBatches = true
        let batchesSections = true
        let visibleRows = 0..<10
        func show(
            _ plan: BatchPlan, of update: ListUpdate, advance: @escaping @MainActor () -> Void,
            completion: @escaping @MainActor () -> Void
        ) {
            advance()
            completion()
        }
        func reload(_ update: ListUpdate, advance: @MainActor () -> Void) { advance() }
        func reconfigure(_ rows: [Int], arrived: [Int]) {}
        func showSections() {}
    }
}
