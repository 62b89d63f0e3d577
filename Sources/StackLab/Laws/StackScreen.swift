package import Paging
package import PagingCore
internal import PagingUI

/// A screen at the end of the stack: what a view shows of a list, as text, by the updates that it is given.
@MainActor
package final class StackScreen {
    private let list: PagedList<StackRow>
    private let display: Display
    private let dress: StackExtras.Dress
    private let presenter: ListPresenter<StackRow>
    private var observation: ListObservation?
    /// The rows as updates made them: `nil` for a placeholder.
    private var lines: [StackRow?] = []
    /// The first update that was not true.
    package private(set) var defect: String?
    /// Called with a change after which views go to the place where the list begins.
    package var onReplacement: @MainActor () -> Void = {}
    /// Called with each update of the rows.
    package var onUpdate: @MainActor (ListUpdate) -> Void = { _ in }
    /// `true` if the last change that was told came with a failure.
    package private(set) var toldFailure = false

    package init(_ list: PagedList<StackRow>, dress: StackExtras.Dress = .plain) {
        (self.list, self.dress) = (list, dress)
        let presenter = ListPresenter(list)
        self.presenter = presenter
        display = Display { [weak presenter] in presenter.map { Self.items(of: $0) } ?? [] }
        presenter.display = display
        display.begin()
        if [.separators, .both].contains(dress) { presenter.show(list.separators(Self.separator)) }
        if [.ends, .both].contains(dress) { presenter.showEdges(above: true, below: true) }
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
        onUpdate(update)
        if change.reason.contains(.replacement) { onReplacement() }
    }

    /// No list of a world is so long: a view would be asked for the height of each.
    private static let mostRows = 10_000

    private func text(_ row: StackRow?) -> String { row?.text ?? "a placeholder" }

    package var shown: [StackRow?] { Array(presenter.rows) }

    /// The title of each shown row's section, a title a row, or `nil` if the view shows no sections.
    package var sections: [String]? {
        let paths = SectionPaths(count: presenter.rows.count, sections: presenter.sections)
        return paths.titles.map { titles in
            titles.enumerated().flatMap { section, title in
                Array(repeating: title, count: paths.rowCount(ofSection: section))
            }
        }
    }

    /// The separator between two rows of the screen: a line at the beginning of a shelf, and one at the end of the list.
    nonisolated private static let separator: @Sendable (StackRow?, StackRow?) -> String? = { above, below in
        guard let below else { return above.map { "end of \($0.shelf)" } }
        return above?.shelf == below.shelf ? nil : "shelf \(below.shelf)"
    }

    /// The items of a view, a line each.
    private static func items(of presenter: ListPresenter<StackRow>) -> [String] {
        let shown = presenter.shown
        return (0..<shown.count).map { item in
            switch shown[item] {
            case .row(let row): shown.rows[row]?.text ?? "·"
            case .separator(let separator): "— \(separator.base)"
            case .edge(let direction): "… \(direction)"
            }
        }
    }

    /// The first defect of the items between and around the rows, at rest, or of an update that left one out.
    package var itemDefect: String? {
        if let defect = display.defect { return defect }
        let rows = Array(presenter.rows)
        var wanted: [String] = []
        for (position, row) in rows.enumerated() {
            let above = position > 0 ? rows[position - 1] : nil
            let isKnown = position > 0 ? above != nil : list.isStartKnown
            if let row, isKnown, let line = Self.separator(above, row) { wanted.append("— \(line)") }
            wanted.append(row?.text ?? "·")
        }
        if list.isEndKnown, let last = rows.last, let last, let line = Self.separator(last, nil) {
            wanted.append("— \(line)")
        }
        if ![.separators, .both].contains(dress) { wanted.removeAll { $0.hasPrefix("—") } }
        if [.ends, .both].contains(dress) { wanted = ["… before"] + wanted + ["… after"] }
        let items = Self.items(of: presenter)
        return items == wanted ? nil : "the items are \(items), wanted are \(wanted)"
    }

    /// A view that has a line for each item, and changes those that it is told.
    private final class Display: RowsDisplay {
        let isReadyForBatches = true
        let batchesSections = true
        let visibleRows = 0..<10
        private(set) var defect: String?
        private var lines: [String] = []
        private let items: () -> [String]

        init(_ items: @escaping () -> [String]) { self.items = items }

        func begin() { lines = items() }

        func show(
            _ plan: BatchPlan, of update: ListUpdate, advance: @escaping @MainActor () -> Void,
            completion: @escaping @MainActor () -> Void
        ) {
            advance()
            compare(update)
            completion()
        }
        func reload(_ update: ListUpdate, advance: @MainActor () -> Void) {
            advance()
            lines = items()
        }
        func reconfigure(_ rows: [Int], arrived: [Int]) {}
        func contentChanged(_ rows: PositionSet) {
            let new = items()
            if lines.count == new.count {
                for (item, line) in new.enumerated() where line != lines[item] && !rows.contains(item) {
                    defect = defect ?? "item \(item) is \(line), was \(lines[item]), and nothing told so"
                }
            }
            lines = new
        }
        func showSections() {}

        /// Makes the update in the lines alone, and compares them with the items.
        private func compare(_ update: ListUpdate) {
            let new = items()
            if update.oldCount == lines.count, update.newCount == new.count {
                let map = update.positionMap
                for (item, line) in new.enumerated() where !update.changed.contains(item) {
                    guard let old = map.oldPosition(of: item), lines[old] != line else { continue }
                    defect = defect ?? "item \(item) is \(line), was \(lines[old]), and the update does not name it"
                }
            } else {
                defect =
                    defect
                    ?? "an update of \(update.oldCount) to \(update.newCount) items, where \(lines.count) became \(new.count)"
            }
            lines = new
        }
    }
}
