package import Paging
package import PagingCore

/// A separator of any type.
package struct AnySeparator: Hashable, Sendable {
    package let base: any Hashable & Sendable

    init(_ base: some Hashable & Sendable) { self.base = base }

    package static func == (left: AnySeparator, right: AnySeparator) -> Bool {
        AnyHashable(left.base) == AnyHashable(right.base)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

/// The items of a list that a view shows: its rows, separators between them, and the states of its ends.
///
/// ```
/// item    0            1       2  3          4  5
/// shown   Loading …    row 0   1  ─ Tue ─    2  Loading …
/// ```
///
/// Without separators and ends an item is the row at the same position, and nothing is stored.
package struct ShownRows<Element: Sendable>: Sendable {
    typealias Separated = SeparatedRows<Element, AnySeparator>

    /// An item.
    package enum Item {
        /// The list's row at this position in the list.
        case row(Int)
        case separator(AnySeparator)
        /// The state of an end: more rows load there, or failed to.
        case edge(LoadDirection)
    }

    /// The list's rows.
    package private(set) var rows: PagedArray<Element>
    private var separated: Separated?
    private var hasAbove = false
    private var hasBelow = false

    /// Only the rows.
    package init(_ rows: PagedArray<Element>) { self.rows = rows }

    // MARK: Positions

    /// The number of items.
    package var count: Int { lead + between + (hasBelow ? 1 : 0) }

    private var lead: Int { hasAbove ? 1 : 0 }
    private var between: Int { separated?.count ?? rows.count }

    /// `true` if there are separators, or will be once there are rows.
    var hasSeparators: Bool { separated != nil }

    /// Which ends the separators were made by.
    var ends: Separated.Ends? { separated?.ends }

    package subscript(item: Int) -> Item {
        if item < lead { return .edge(.before) }
        if item - lead >= between { return .edge(.after) }
        switch separated?[item - lead] {
        case .separator(_, let separator): return .separator(separator)
        case .row(let row): return .row(row)
        case nil: return .row(item - lead)
        }
    }

    /// The position of an item's row, or `nil` if it is not a row.
    package func row(at item: Int) -> Int? {
        guard item >= 0, item < count, case .row(let row) = self[item] else { return nil }
        return row
    }

    func isSeparator(_ item: Int) -> Bool {
        guard item >= 0, item < count, case .separator = self[item] else { return false }
        return true
    }

    /// The item of a row.
    ///
    /// - Parameter row: the row's position, from 0, below the number of ``rows``.
    package func item(ofRow row: Int) -> Int { lead + (separated?.position(ofRow: row) ?? row) }

    /// The position of an item's row, or of the next row below it, or of the last.
    func nearestRow(to item: Int) -> Int {
        guard separated != nil || hasAbove || hasBelow else { return item }
        let row = rows(in: 0..<max(0, min(item, count))).upperBound
        return max(0, min(row, rows.count - 1))
    }

    /// The rows among items on screen, or the nearest one if there are items but no row.
    package func rows(in items: Range<Int>) -> Range<Int> {
        let inner = (items.lowerBound - lead..<items.upperBound - lead).clamped(to: 0..<between)
        guard let separated else { return inner }
        return separated.rows(in: inner)
    }

    /// The rows to report to a list for items on screen: at least one if there is any.
    func rowsToTell(of items: Range<Int>) -> Range<Int> {
        let rows = rows(in: items)
        guard rows.isEmpty, !items.isEmpty, !self.rows.isEmpty else { return rows }
        let nearest = nearestRow(to: items.lowerBound)
        return nearest..<nearest + 1
    }

    /// The place at which a view begins, with the item of its row.
    func item(of beginning: ViewBeginning) -> ViewBeginning {
        if case .row(let row) = beginning { .row(item(ofRow: row)) } else { beginning }
    }

    /// A reader's place by the item of its row.
    func anchor(of place: RowAnchor) -> RowAnchor {
        rows.indices.contains(place.row) ? RowAnchor(row: item(ofRow: place.row), offset: place.offset) : place
    }

    /// The reader's place by the position of the first row on screen.
    func place(of frames: ListFrames) -> RowAnchor {
        let anchor = frames.anchor
        if let row = row(at: anchor.row) { return RowAnchor(row: row, offset: anchor.offset) }
        guard !rows.isEmpty else { return anchor }
        let row = nearestRow(to: anchor.row)
        return RowAnchor(row: row, offset: frames.distance(toTopOf: item(ofRow: row)))
    }

    /// The sections of items: those of rows, with a separator above a row in that row's section.
    func sections(_ sections: ListSections?) -> ListSections? {
        if separated == nil, !hasAbove, !hasBelow { return sections }
        return sections?.moved { row in
            if row >= rows.count { return row - rows.count + count }
            return row == 0 ? 0 : lead + (separated?.position(beforeRow: row) ?? row)
        }
    }

    // MARK: Changes

    /// Sets other separators, or none, from the next change on.
    ///
    /// - Returns: the update of items.
    mutating func separate(_ make: Separated.Make?, ends: Separated.Ends) -> ListUpdate {
        let old = self
        separated = make.map { Separated(rows, ends: ends, make: $0) }
        var update = ListUpdate(oldCount: old.count, newCount: count)
        update.removed = old.separatorItems(in: PositionSet(0..<old.count))
        update.inserted = separatorItems(in: PositionSet(0..<count))
        return update
    }

    /// Follows a change of the list, and returns the change of items.
    mutating func apply(_ change: ListChange<Element>, ends: Separated.Ends) -> ListUpdate {
        let oldCount = count
        let inner = separated?.apply(change, ends: ends) ?? change.update
        rows = change.after
        return inner.moved(by: lead, from: oldCount, to: count)
    }

    /// Follows the known ends of the list.
    mutating func apply(ends: Separated.Ends) -> ListUpdate {
        let oldCount = count
        let inner =
            separated?.apply(ends: ends) ?? ListUpdate(oldCount: rows.count, newCount: rows.count)
        return inner.moved(by: lead, from: oldCount, to: count)
    }

    /// Shows or hides an item at each end.
    mutating func showEdges(above: Bool, below: Bool) -> ListUpdate {
        let old = self
        (hasAbove, hasBelow) = (above, below)
        var update = ListUpdate(oldCount: old.count, newCount: count)
        func ends(_ rows: ShownRows, _ above: Bool, _ below: Bool) -> PositionSet {
            PositionSet((above ? [0..<1] : []) + (below ? [rows.count - 1..<rows.count] : []))
        }
        update.removed = ends(old, old.hasAbove && !hasAbove, old.hasBelow && !hasBelow)
        update.inserted = ends(self, hasAbove && !old.hasAbove, hasBelow && !old.hasBelow)
        return update
    }

    /// `true` if an end is shown.
    func showsEdge(_ direction: LoadDirection) -> Bool { direction == .before ? hasAbove : hasBelow }

    /// The separators among items.
    ///
    /// - Complexity: about O(*separators there* + *ranges* × √*separators*).
    func separatorItems(in items: PositionSet) -> PositionSet {
        guard let separated else { return PositionSet() }
        var found: [Range<Int>] = []
        for range in items.ranges {
            let inner = (range.lowerBound - lead..<range.upperBound - lead).clamped(to: 0..<between)
            found += separated.separators(at: inner).map { $0 + lead..<$0 + lead + 1 }
        }
        return PositionSet(found)
    }
}

extension ListUpdate {
    /// The update of items with others before and behind them.
    fileprivate func moved(by lead: Int, from oldCount: Int, to newCount: Int) -> ListUpdate {
        if lead == 0, oldCount == self.oldCount, newCount == self.newCount { return self }
        func moved(_ set: PositionSet) -> PositionSet {
            PositionSet(set.ranges.map { $0.lowerBound + lead..<$0.upperBound + lead })
        }
        var update = ListUpdate(oldCount: oldCount, newCount: newCount)
        update.removed = moved(removed)
        update.inserted = moved(inserted)
        update.changed = moved(changed)
        update.moves = moves.map { ListUpdate.Move(from: $0.from + lead, to: $0.to + lead) }
        return update
    }
}
