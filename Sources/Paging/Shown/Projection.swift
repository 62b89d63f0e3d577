internal import PagingCore

/// The rows of a list once rows were hidden or edited: the core's projection, with the contents, which the core does not know.
///
/// A list has none until then, and keeps it from then on, since it owns the identities of the rows shown.
@MainActor
final class Projection<Element: Sendable> {
    /// A view's rows, as the view reported them and as they were passed to the machine.
    struct Viewed {
        var rows: Range<Int>
        var landing: Range<Int>?
        var serverRows: Range<Int>
    }

    var list: ShownList
    /// The rows shown.
    var rows: PagedArray<Element>
    var isHidden: ((Element) -> Bool)?
    /// The reader's contents, of updates and of insertions.
    var contents: [EditID: Element] = [:]
    /// The server's contents of rows that the reader moved. They are shown even if the server's neighbors are evicted.
    var moved: [Int: Element] = [:]
    /// The numbers that edits refer to, which must not be reused meanwhile.
    var kept: Set<Int> = []
    var views: [ViewerID: Viewed] = [:]
    /// How many answers in a row had only hidden rows.
    var fullyHiddenAnswers = 0
    /// The sections shown, computed from the source's, until rows come, go or move, or the source's change.
    var sections: (source: ListSections, shown: ListSections)?

    init(_ machine: ListMachine, rows: PagedArray<Element>) {
        list = ShownList(machine)
        self.rows = rows
    }

    /// The content of a row, by its number and its position on the server, or `nil` for a placeholder.
    func content(of number: Int?, at position: Int?, in server: PagedArray<Element>) -> Element? {
        if let number, list.hasEdits {
            if let content = list.contentEdit(of: number).flatMap({ contents[$0] }) { return content }
            if let position, let item = server[position] { return item }
            return moved[number]
        }
        return position.flatMap { server[$0] }
    }

    /// `true` if a filter hides a loaded row of the server's.
    func hides(_ position: Int, in server: PagedArray<Element>, of machine: ListMachine) -> Bool {
        guard let isHidden, let number = machine.rows[position] else { return false }
        return content(of: number, at: position, in: server).map(isHidden) ?? false
    }

    /// Applies an update to the rows shown, and fills in the content that it and an answer changed.
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

    /// Fills in all rows shown, for a restored list.
    func showAll(server: PagedArray<Element>, machine: ListMachine) {
        rows = PagedArray(count: list.count)
        fill(shown: 0..<list.count, server: server, machine: machine)
    }

    /// Puts contents into rows. A million placeholders cost no more than one.
    private func fill(shown range: Range<Int>, server: PagedArray<Element>, machine: ListMachine) {
        rows.clear(range)
        // Between own rows, a stretch of the server's rows is a stretch of the rows shown.
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
    /// Puts a stretch of the server's rows at the positions where it is shown.
    private func fill(_ loaded: Range<Int>, server: PagedArray<Element>, machine: ListMachine) {
        guard let start = list.shownPosition(ofServer: loaded.lowerBound) else { return }
        let items = loaded.map { content(of: machine.rows[$0], at: $0, in: server) }
        if items.allSatisfy({ $0 != nil }) { return rows.fill(items.compactMap(\.self), at: start) }
        for (offset, item) in items.enumerated() {
            if let item { rows.fill(CollectionOfOne(item), at: start + offset) }
        }
    }
}
