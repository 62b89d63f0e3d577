internal import PagingCore

/// Keeps the shown rows up to date with the server's list.
extension PagedList {
    /// The projection; it is made if there is none yet.
    func projected() -> Projection<Element> {
        if let projection { return projection }
        let new = Projection(machine, rows: store.rows)
        for view in machine.views {
            new.views[view.viewer] = .init(rows: view.rows, landing: view.landing, serverRows: view.rows)
        }
        projection = new
        return new
    }

    /// The server's position of a row, or `nil` for one of the reader's own.
    func serverPosition(ofShown position: Int) -> Int? {
        guard let list = projection?.list else { return position }
        if position >= list.count { return list.serverCount + position - list.count }
        return list.serverPosition(ofShown: position)
    }

    /// The server's rows among those shown.
    func serverRange(covering range: Range<Int>) -> Range<Int> {
        guard let list = projection?.list else { return range }
        // A list that grows is asked for more before its end is reached, and all following rows may be hidden.
        return list.serverRange(
            covering: range, endingWithin: machine.endIsKnown ? 0 : machine.policy.preloadDistance)
    }

    func shownSections(_ sections: ListSections?) -> ListSections? {
        guard let sections else { return nil }
        let count = observers.list.count
        guard let projection else {
            // Rows may have been removed since the server reported its sections.
            return sections.rowCount > count ? sections.moved { min($0, count) } : sections
        }
        if let known = projection.sections, known.source == sections { return known.shown }
        let (list, end) = (projection.list, projection.list.serverCount)
        let moved = sections.moved { $0 >= end ? list.count : list.shownCount(beforeServer: $0) }
        projection.sections = (sections, moved)
        return moved
    }

    // MARK: Following the server's list

    /// The hidden rows that an update empties, by number. Their items may come up at other slots, and then nothing is known of these.
    func vacated(by update: ListUpdate?) -> [(slot: Int, number: Int)] {
        guard let update, let filtered = projection?.list.filtered, !filtered.isEmpty else { return [] }
        return update.changedBefore.intersection(filtered).positions.compactMap { position in
            guard let number = store.rows[position].flatMap({ store.numbers.number(of: $0) }) else { return nil }
            return (position, number)
        }
    }

    /// Updates the shown rows to the state of the server's list.
    ///
    /// - Returns: the update of the shown rows.
    func project(
        _ update: ListUpdate?, _ arrived: ArrivedItems<Element>?, _ request: RequestID?,
        _ coverage: ShownList.Coverage, _ vacated: [(slot: Int, number: Int)]
    ) -> ListUpdate? {
        guard let projection, update != nil || arrived != nil || projection.list.awaitsAnswer else { return nil }
        let update = update ?? ListUpdate(oldCount: machine.rows.count, newCount: machine.rows.count)
        let places = PositionSet(
            (arrived?.numbers ?? []).compactMap { machine.position(of: $0) }.map { $0..<$0 + 1 })
        let looked = update.inserted.union(update.changed).union(places)
        let edits = projection.list.edits
        for edit in edits {
            guard case .move = edit.kind else { continue }
            if let item = machine.position(of: edit.number).flatMap({ store.rows[$0] }) {
                projection.moved[edit.number] = item
            }
        }
        var (hiding, showing) = judge(looked)
        let map = update.positionMap
        for (slot, number) in vacated where machine.position(of: number) != nil {
            if let slot = map.newPosition(of: slot), machine.rows[slot] == nil { showing.insert(slot..<slot + 1) }
        }
        var shown = projection.list.follow(
            update, along: map, hiding: hiding, showing: showing,
            seen: edits.isEmpty ? [] : Set(arrived?.numbers ?? []),
            answer: request?.rawValue ?? .max, covering: coverage, isForgetting: !machine.hasAnswered, in: machine)
        // The last answer of a refresh may not be a page: it may be sections or a check.
        if let mark = driver.freshness.requestToProve, request?.rawValue ?? driver.lastRequest > mark,
            machine.isConfirmedThroughout
        {
            driver.freshness.endProof()
            if let forgotten = projection.list.forgetMissing(confirmedBefore: mark, in: machine) {
                shown = shown.followed(by: forgotten)
            }
        }
        let refilled = places.positions.compactMap { projection.list.shownPosition(ofServer: $0) }
        let padded = finish(shown, refilling: PositionSet(refilled.map { $0..<$0 + 1 }))
        tidy(edits)
        let shownMap = padded.positionMap
        for (viewer, viewed) in projection.views {
            projection.views[viewer]?.rows = shownMap.following(viewed.rows)
            projection.views[viewer]?.serverRows = map.following(viewed.serverRows)
        }
        if let arrived, !arrived.items.isEmpty {
            projection.fullyHiddenAnswers = refilled.isEmpty ? projection.fullyHiddenAnswers + 1 : 0
        }
        return padded
    }

    /// The rows that a filter hides from now on, and those that it shows again.
    func judge(_ positions: PositionSet) -> (hiding: PositionSet, showing: PositionSet) {
        guard let projection, projection.isHidden != nil else { return ([], projection?.list.filtered ?? []) }
        var (hidden, shown): ([Range<Int>], [Range<Int>]) = ([], [])
        for range in positions.ranges {
            // Evicted rows stay hidden or shown as they were.
            for loaded in machine.rows.loadedRanges(in: range).ranges {
                for position in loaded {
                    let hides = projection.hides(position, in: store.rows, of: machine)
                    if hides { hidden.append(position..<position + 1) } else { shown.append(position..<position + 1) }
                }
            }
        }
        return (PositionSet(hidden), PositionSet(shown).intersection(projection.list.filtered))
    }

    /// Applies an update to the rows shown.
    ///
    /// - Returns: the update, with the placeholders behind the rows.
    func finish(_ shown: ListUpdate, refilling refilled: PositionSet = []) -> ListUpdate {
        guard let projection else { return shown }
        let padded = shown.padded(from: projection.rows.count - shown.oldCount, to: dueEndPlaceholders)
        projection.follow(shown, padded: padded, refilling: refilled, server: store.rows, machine: machine)
        return padded
    }

    /// Publishes a change of the shown rows made by the reader or the app.
    func show(_ update: ListUpdate, because reason: ListChangeReason) {
        guard let projection else { return }
        let before = observers.deliveries.isEmpty ? nil : rows
        let padded = finish(update)
        let map = padded.positionMap
        for (viewer, viewed) in projection.views {
            projection.views[viewer]?.rows = map.following(viewed.rows)
        }
        observers.list.follow(machine, count: rows.count)
        publish([padded], from: before, reason)
        projection.fullyHiddenAnswers = 0
        observers.deliveries.deliver()
        followUp()
    }

    /// Forgets the data of edits that are forgotten.
    ///
    /// - Parameters:
    ///   - edits: edits that may be forgotten by now, as they were before.
    ///   - number: a row that they may have become since.
    func tidy(_ edits: [RowEdit], orOf number: Int? = nil) {
        guard let projection else { return }
        for edit in edits where projection.list.edit(named: edit.id) == nil { projection.contents[edit.id] = nil }
        for number in Set(edits.flatMap { [$0.number, $0.neighbor ?? $0.number] } + [number].compactMap(\.self)) {
            if !projection.list.hasEdits(of: number) { projection.moved[number] = nil }
            if !projection.list.names(number), projection.kept.remove(number) != nil {
                store.numbers.stopKeeping(number, isUsed: machine.position(of: number) != nil)
            }
        }
    }

    /// Keeps the number that an edit refers to.
    func keep(_ number: Int) {
        if projected().kept.insert(number).inserted { store.numbers.keep(number) }
    }

    // MARK: Viewports

    /// A view shows these rows.
    func view(_ range: Range<Int>, landing: Range<Int>?, viewer: ViewerID) {
        guard let projection else { return }
        let known = projection.views[viewer]
        if known?.rows != range || known?.landing != landing { resumeLoading() }
        // While loading is paused, a view that only redraws does not resume it.
        let rows =
            observers.list.hasPausedLoading
            ? known?.serverRows ?? serverRange(covering: range) : serverRange(covering: range)
        projection.views[viewer] = .init(rows: range, landing: landing, serverRows: rows)
        apply(
            machine.viewport(
                rows, landing: landing.map(serverRange), viewer: viewer, now: driver.time.now()))
    }

    /// Rows have come into view that no view has reported, since rows before them are hidden. They are loaded too.
    ///
    /// Loading pauses after ``LoadPolicy/fruitlessAnswerLimit`` answers without a row to show. Otherwise a list whose rows are all hidden would
    /// load to its end.
    ///
    /// - Returns: `false` if there are none.
    func lookAgain() -> Bool {
        guard let projection else { return false }
        for (viewer, viewed) in projection.views {
            let rows = serverRange(covering: viewed.rows)
            guard rows != viewed.serverRows else { continue }
            if projection.fullyHiddenAnswers >= machine.policy.fruitlessAnswerLimit {
                pauseLooking()
                return false
            }
            projection.views[viewer]?.serverRows = rows
            apply(
                machine.viewport(
                    rows, landing: viewed.landing.map(serverRange), viewer: viewer, now: driver.time.now()))
            return true
        }
        return false
    }

    private func pauseLooking() {
        guard !observers.list.hasPausedLoading else { return }
        observers.list.hasPausedLoading = true
        enqueueUnchanged(.arrival)
        observers.deliveries.deliver()
    }
}
