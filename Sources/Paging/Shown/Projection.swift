internal import PagingCore

/// The rows of a list once rows were hidden or edited: the core's projection, with the contents that it knows nothing of.
///
/// A list has none until then, and keeps it from then on, since the identities of the rows shown are its own.
@MainActor
final class Projection<Element: Sendable> {
    /// A view's rows, as it told them and as the machine was told.
    struct Viewed {
        var rows: Range<Int>
        var landing: Range<Int>?
        var serverRows: Range<Int>
    }

    var list: ShownList
    /// The rows that are shown.
    var rows: PagedArray<Element>
    var isHidden: ((Element) -> Bool)?
    /// The reader's contents, of updates and of insertions.
    var contents: [EditID: Element] = [:]
    /// The server's contents of rows that the reader moved, which are shown although the server's neighbors are evicted.
    var moved: [Int: Element] = [:]
    /// The numbers that edits speak of, which must mean nothing else meanwhile.
    var kept: Set<Int> = []
    var views: [ViewerID: Viewed] = [:]
    /// Answers in a row that brought rows, all of them hidden.
    var fullyHiddenAnswers = 0
    /// The sections made of the source's, until rows come, go or move, or these change.
    var sections: (source: ListSections, shown: ListSections)?

    init(_ machine: ListMachine, rows: PagedArray<Element>) {
        list = ShownList(machine)
        self.rows = rows
    }

    /// The content of a row, by its number and where the server has it; `nil` for a placeholder.
    func content(of number: Int?, at position: Int?, in server: PagedArray<Element>) -> Element? {
        if let number, list.hasEdits {
            if let content = list.contentEdit(of: number).flatMap({ contents[$0] }) { return content }
            if let position, let item = server[position] { return item }
            return moved[number]
        }
        return position.flatMap { server[$0] }
    }

    /// `true` if a filter hides a row of the server's that is loaded.
    func hides(_ position: Int, in server: PagedArray<Element>, of machine: ListMachine) -> Bool {
        guard let isHidden, let number = machine.rows[position] else { return false }
        return content(of: number, at: position, in: server).map(isHidden) ?? false
    }

    /// Brings the rows shown to where an update puts them, and fills in what it and an answer changed.
    func follow(
        _ update: ListUpdate, padded: ListUpdate, refilling arrived: PositionSet, server: PagedArray<Element>,
        machine: ListMachine
    ) {
        rows.rearrange(by: padded)
        if update.shiftsRows || update.oldCount != update.newCount { sections = nil }
        for range in update.inserted.union(update.changed).union(arrived).ranges {
            fill(shown: range, server: server, machine: machine)
        }
    }

    /// Fills in everything that is shown: of a list that was restored.
    func showAll(server: PagedArray<Element>, machine: ListMachine) {
        rows = PagedArray(count: list.count)
        fill(shown: 0..<list.count, server: server, machine: machine)
    }

    /// Puts into rows what they show. A million placeholders cost no more than one.
    private func fill(shown range: Range<Int>, server: PagedArray<Element>, machine: ListMachine) {
        rows.clear(range)
        // Between own rows, what is one stretch of the server's rows is one of those shown.
        for stretch in PositionSet(range).subtracting(list.ownPositions).ranges {
            for part in list.serverPositions(ofShown: PositionSet(stretch)).ranges {
                for loaded in machine.rows.loadedRanges(in: part).ranges {
                    fill(loaded, server: server, machine: machine)
                }
            }
        }
        for place in list.ownPositions.intersection(range).positions {
            guard case .own(let number) = list.row(at: place) else { continue }
            let item = content(of: number, at: machine.position(of: number), in: server)
            if let item { rows.fill(CollectionOfOne(item), at: place) }
        }
    }
    /// Puts a stretch of the server's rows where it is shown.
    private func fill(_ loaded: Range<Int>, server: PagedArray<Element>, machine: ListMachine) {
        guard let start = list.shownPosition(ofServer: loaded.lowerBound) else { return }
        let items = loaded.map { content(of: machine.rows[$0], at: $0, in: server) }
        if items.allSatisfy({ $0 != nil }) { return rows.fill(items.compactMap(\.self), at: start) }
        for (offset, item) in items.enumerated() {
            if let item { rows.fill(CollectionOfOne(item), at: start + offset) }
        }
    }
}
