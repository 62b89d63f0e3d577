extension ShownList {
    /// Follows an update of the server's list.
    ///
    /// - Parameters:
    ///   - update: the update, in the server's positions.
    ///   - map: the update's ``ListUpdate/positionMap``, if it is at hand; otherwise it is computed again.
    ///   - hiding: rows that a filter hides from now on, as positions in the server's new list.
    ///   - showing: rows that it no longer hides.
    ///   - seen: the numbers in an answer, known before or not.
    ///   - answer: the number of the answered request, which counts up; the highest possible number if there was none.
    ///   - coverage: the part of the list whose order the answer shows.
    ///   - isForgetting: `true` if the list was emptied to be loaded anew: the rows it loses are still on the server.
    ///   - server: the server's new list.
    /// - Returns: the update of the shown list.
    /// - Complexity: O(*n* log *n*) in the number of ranges hidden and changed, of own rows and of edits.
    package mutating func follow(
        _ update: ListUpdate, along map: PositionMap? = nil, hiding: PositionSet = [], showing: PositionSet = [],
        seen: Set<Int> = [], answer: Int = .max, covering coverage: Coverage = .rows, isForgetting: Bool = false,
        in server: some NumberedRows
    ) -> ListUpdate {
        precondition(update.oldCount == serverCount, "ShownList: the update is of a list with another count")
        let before = Before(self)
        let map = map ?? update.positionMap
        precondition(map.newCount == update.newCount, "ShownList: the map is of another update")
        serverCount = update.newCount
        if !update.isInPlace { filtered = map.newPositions(ofAll: filtered) }
        if !hiding.isEmpty { filtered = filtered.union(hiding) }
        if !showing.isEmpty { filtered = filtered.subtracting(showing) }
        var touched: Set<Int> = []
        if !table.isEmpty {
            let forgotten = isForgetting ? table.rows.filter { !$0.value.isGone }.map { $0.key } : []
            touched = find(map, in: server)
            for number in seen where table.rows[number] != nil { touched.insert(number) }
            placeOwnRows(along: map, seen: seen, answer: answer, in: server)
            let settled = settle(seen: seen, answer: answer, covering: coverage, in: server)
            // Edits that were placed next to a settled one are placed anew, next to the server's row.
            if !settled.isEmpty { placeOwnRows(along: unchanged.positionMap, in: server) }
            touched.formUnion(settled)
            // Confirmed edits have ended, as all requests from before are cancelled. The others wait for an answer about their row.
            for number in forgotten { table.setGone(number, false) }
        }
        return arrange(update, since: before, touched: touched, in: server)
    }

    /// Hides these rows of the server's list, and no others, by a filter.
    ///
    /// - Returns: the update of the shown list.
    package mutating func filter(_ positions: PositionSet, in server: some NumberedRows) -> ListUpdate {
        follow(
            unchanged, hiding: positions.subtracting(filtered), showing: filtered.subtracting(positions), answer: .min,
            in: server)
    }

    // MARK: Steps

    /// Finds the present positions of the edited rows on the server.
    ///
    /// - Returns: the rows that were loaded or lost since.
    private mutating func find(_ map: PositionMap, in server: some NumberedRows) -> Set<Int> {
        var touched: Set<Int> = []
        for (number, was) in table.rows {
            var (slot, isGone) = (server.position(of: number), false)
            let isLoaded = slot != nil
            if !isLoaded, let old = was.slot {
                let position = map.newPosition(of: old)
                // A slot that holds another row by now is no longer this one's.
                slot = position.flatMap { server.rows[$0] == nil ? $0 : nil }
                isGone = was.isLoaded && position == nil
            } else if !isLoaded {
                isGone = was.isGone
            }
            if isLoaded != was.isLoaded { touched.insert(number) }
            table.setRow(number, slot: slot, isLoaded: isLoaded, isGone: isGone)
        }
        return touched
    }

    /// Forgets confirmed edits whose row or place is covered by an answer to a request sent after the confirmation.
    ///
    /// - Returns: the rows whose content may have changed because of that.
    mutating func settle(
        seen: Set<Int>, answer: Int, covering coverage: Coverage = .rows, in server: some NumberedRows
    ) -> Set<Int> {
        table.forEach { edit in
            guard edit.isOlder(thanAnswer: answer), edit.isInsertion else { return }
            edit.sides.formUnion(Self.sides(of: edit, coverage, seen, server))
        }
        var settled: [RowEdit] = []
        for edit in table.all {
            let isSince = edit.isOlder(thanAnswer: answer)
            let isGone = table.rows[edit.number]?.isGone ?? false
            let isSettled: Bool =
                switch edit.kind {
                case .insert: server.position(of: edit.number) != nil || isSince && edit.sides == .both
                case .update: isSince && (seen.contains(edit.number) || isGone)
                case .move, .remove: isSince && (seen.contains(edit.number) || isGone || coverage.isWhole)
                }
            if isSettled { settled.append(edit) }
        }
        if settled.isEmpty { return [] }
        for edit in settled { forget(superseded(by: edit)) }
        return Set(settled.map { $0.number })
    }

    /// The sides of an inserted row on which an answer shows the server's rows.
    private static func sides(
        of edit: RowEdit, _ coverage: Coverage, _ seen: Set<Int>, _ server: some NumberedRows
    ) -> RowEdit.Sides {
        switch coverage {
        case .rows: return []
        case .list(let mayHave): return mayHave(edit.number) ? [] : .both
        case .page:
            if seen.isEmpty { return [] }
            let rows = server.rows
            func shows(_ position: Int) -> Bool { rows[position].map { seen.contains($0) } ?? false }
            var sides: RowEdit.Sides = []
            let (gap, isAtEnd) = (edit.gap, edit.gap == rows.count)
            if gap == 0 ? !isAtEnd : shows(gap - 1) { sides.insert(.above) }
            if isAtEnd ? server.endIsKnown : shows(gap) { sides.insert(.below) }
            return sides
        }
    }

    /// The edits of a row that no longer show anything once the server has this one.
    func superseded(by edit: RowEdit) -> [RowEdit] {
        table.edits(of: edit.number).filter { $0.id <= edit.id && $0.isSuperseded(by: edit) }
    }

    /// Forgets edits, and rows without edits.
    mutating func forget(_ edits: [RowEdit]) {
        for edit in edits where edit.isPlacement { order.remove(at: orderIndex(of: edit.id, in: edit.gap)) }
        table.forget(edits.lazy.map { $0.id })
    }

    /// Moves own rows to their places after an update of the server's list.
    private mutating func placeOwnRows(
        along map: PositionMap, seen: Set<Int> = [], answer: Int = .min, in server: some NumberedRows
    ) {
        // A row's neighbor was put there before it, so in order of age each neighbor is found in its place.
        for id in order.sorted() {
            guard let edit = table[id] else { continue }
            let gap =
                switch edit.place {
                case .start where edit.gap > 0: map.newPosition(ofOrAfter: edit.gap)
                case .start:
                    answer < .max && edit.isOlder(thanAnswer: answer) ? grown(along: map, seen: seen, in: server) : 0
                case .end: serverCount
                case .before(let number): neighbor(number, in: server)?.start ?? map.newPosition(ofOrAfter: edit.gap)
                case .after(let number): neighbor(number, in: server)?.end ?? map.newGap(ofPrevious: edit.gap)
                case nil: map.newGap(ofPrevious: edit.gap)
                }
            if gap != edit.gap { table.setGap(id, gap) }
        }
        guard order.count > 1 else { return }
        let gaps = order.enumerated().map { (gap: table[$0.element]?.gap ?? 0, index: $0.offset, id: $0.element) }
        order = gaps.sorted { ($0.gap, $0.index) < ($1.gap, $1.index) }.map { $0.id }
    }

    /// The number of new rows at the list's start in an answer. They are newer than an insertion that the server had accepted before.
    private func grown(along map: PositionMap, seen: Set<Int>, in server: some NumberedRows) -> Int {
        let come = map.newPosition(ofOrAfter: 0)
        return (0..<come).first { server.rows[$0].map { !seen.contains($0) } ?? true } ?? come
    }

    /// The gaps before and behind a row that another is placed beside; both the same for an own row.
    func neighbor(_ number: Int, in server: some NumberedRows) -> (start: Int, end: Int)? {
        if let own = table.activePlacement(of: number) { return (own.gap, own.gap) }
        return server.position(of: number).map { ($0, $0 + 1) }
    }
}

extension ShownList {
    /// The list as it was shown before a step.
    struct Before {
        let layout: Layout
        /// The positions at which rows with an edit were shown.
        var positions: [Int: Int] = [:]
        /// The rows with an edit that the server's list had, but no item.
        var empty: Set<Int> = []

        init(_ list: ShownList) {
            layout = list.layout
            guard !list.table.isEmpty else { return }
            for (number, row) in list.table.rows where !row.isLoaded { empty.insert(number) }
            positions = layout.ownPositions
            for (number, row) in list.table.rows where positions[number] == nil {
                positions[number] = row.slot.flatMap { list.shownPosition(ofServer: $0) }
            }
        }
    }

    /// Decides anew which rows are hidden and where own rows are, and finds the resulting update.
    ///
    /// - Parameters:
    ///   - update: the update of the server's list in this step.
    ///   - before: the list as it was shown before it.
    ///   - touched: rows whose content may have changed.
    ///   - server: the server's list after the step.
    mutating func arrange(
        _ update: ListUpdate, since before: Before, touched: Set<Int> = [], in server: some NumberedRows
    ) -> ListUpdate {
        layout = arranged()
        let own = layout.own.isEmpty ? [:] : layout.ownPositions
        func position(of number: Int) -> Int? {
            if let position = own[number] { return position }
            return (table.rows[number]?.slot ?? server.position(of: number)).flatMap { shownPosition(ofServer: $0) }
        }
        var changed: [Range<Int>] = []
        for number in touched { if let place = position(of: number) { changed.append(place..<place + 1) } }
        for (number, place) in own {
            if let slot = table.rows[number]?.slot, update.changed.contains(slot) { changed.append(place..<place + 1) }
        }
        if update.isInPlace, before.layout.own == layout.own,
            layout.own.isEmpty || before.layout.hidden == layout.hidden
        {
            return pureStep(update, since: before.layout, touched: PositionSet(changed))
        }
        var result = before.layout.leaving.followed(by: update).followed(by: layout.entering)
        // The composition only has the server's rows: an own row is removed from the old list and inserted into the new one.
        let wereOwn = Set(before.layout.own.map { $0.number })
        var links: [ListUpdate.Move] = []
        for (number, from) in before.positions where wereOwn.contains(number) || own[number] != nil {
            // A slot that was shown before its row was known keeps its identity, and the own row is removed.
            guard let to = position(of: number), result.removed.contains(from), result.inserted.contains(to) else {
                continue
            }
            links.append(.init(from: from, to: to))
            // An own row always has an item; the server's row may have been evicted.
            let wasShown = wereOwn.contains(number) || !before.empty.contains(number)
            let isShown = own[number] != nil || server.position(of: number) != nil
            if wasShown != isShown { changed.append(to..<to + 1) }
        }
        result.removed = result.removed.subtracting(PositionSet(links.map { $0.from..<$0.from + 1 }))
        result.inserted = result.inserted.subtracting(PositionSet(links.map { $0.to..<$0.to + 1 }))
        result.moves += links
        result.changed = result.changed.union(PositionSet(changed)).subtracting(result.inserted)
        result.settleMoves()
        return result
    }

    /// A step that only filled, hid or showed rows, between own rows that stay: its cost depends only on the changes.
    private func pureStep(_ update: ListUpdate, since before: Layout, touched: PositionSet) -> ListUpdate {
        var result = ListUpdate(oldCount: before.entering.newCount, newCount: count)
        let (hidden, wereHidden) = (layout.hidden, before.hidden)
        result.removed = before.map.newPositions(ofKept: hidden.subtracting(wereHidden))
        result.inserted = layout.map.newPositions(ofKept: wereHidden.subtracting(hidden))
        result.changed = layout.map.newPositions(ofKept: update.changed).union(touched).subtracting(result.inserted)
        return result
    }

    func arranged() -> Layout {
        guard !table.isEmpty else { return Layout(serverCount: serverCount, hidden: filtered, own: []) }
        var away: [Range<Int>] = []
        var placements: [EditID: Layout.Own] = [:]
        for (number, row) in table.rows {
            let goal = goal(of: number)
            if goal.isAway, let slot = row.slot { away.append(slot..<slot + 1) }
            if let placement = goal.placement { placements[placement.id] = Layout.Own(placement) }
        }
        let own = order.compactMap { placements[$0] }
        return Layout(serverCount: serverCount, hidden: filtered.union(PositionSet(away)), own: own)
    }
}

extension RowEdit {
    /// `true` if an answer is to a request that was sent after the server had accepted the edit.
    func isOlder(thanAnswer answer: Int) -> Bool { state == .confirmed && answer > mark }

    /// `true` if it is superseded once the server has a later edit of the same row.
    func isSuperseded(by later: RowEdit) -> Bool {
        id == later.id || isPlacement && later.isPlacement || !isPlacement && kind == later.kind
    }
}

extension PositionMap {
    /// A gap's position in the new list: behind the row before it or, if that was removed, behind the row before that.
    func newGap(ofPrevious gap: Int) -> Int {
        if gap > 0, let previous = newPosition(of: gap - 1) { return previous + 1 }
        let staying = gap - gone.count(below: gap)
        return staying > 0 ? come.position(ofNonMember: staying - 1) + 1 : 0
    }
}
