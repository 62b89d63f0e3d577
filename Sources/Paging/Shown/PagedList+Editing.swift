public import PagingCore

extension PagedList {
    /// The place of a row that the reader inserts or moves.
    public enum Place: Hashable, Sendable {
        /// Before all other rows.
        case start
        /// Behind all other rows, also those loaded later.
        case end
    }

    // MARK: Editing

    /// Shows a row with other content, at once and at any position.
    ///
    /// ```swift
    /// var post = post
    /// post.isLiked = true
    /// try await list.update(post).confirm { try await api.like(post.id) }
    /// ```
    ///
    /// The row is found by its identifier. It need not be loaded: the new content is shown when it arrives. Once the edit is confirmed and the
    /// server has shown the row since, the server's content is shown again.
    ///
    /// It sends no request: that is up to the app. Edits of one row are a stack, of which the last one made is shown.
    ///
    /// - Parameter item: the row as it is to be shown.
    /// - Returns: the edit, to be confirmed or rolled back.
    @discardableResult
    public func update(_ item: Element) -> ListEdit<Element> {
        do throws(EditDefect) {
            return try edit(.update, store.numbers.intern([item]).numbers[0], showing: item)
        } catch {
            preconditionFailure("PagedList: an update can always be made")
        }
    }

    /// Shows a new row at the start or at the end of the list, at once.
    ///
    /// ```swift
    /// let draft = Comment(id: UUID(), text: text)
    /// let edit = try list.insert(draft, at: .start)
    /// do { edit.confirm(as: try await api.post(draft)) } catch { edit.rollBack() }
    /// ```
    ///
    /// When the server shows a row with the same identifier, confirmed or not, the two become one, at the server's position. If the server gives
    /// it another identifier, pass that to ``ListEdit/confirm(as:)``.
    ///
    /// - Parameters:
    ///   - item: the row.
    ///   - place: its place until the server shows it.
    /// - Returns: the edit, to be confirmed or rolled back.
    /// - Throws: ``EditDefect/existingRow`` if a row with this identifier is in the list.
    @discardableResult
    public func insert(_ item: Element, at place: Place) throws(EditDefect) -> ListEdit<Element> {
        try insert(item, RowPlace(place))
    }

    /// Shows a new row before another, at once; otherwise like `insert(_:at:)`.
    ///
    /// It follows that row when the server moves it. When that row is removed, it follows the next row that is left.
    ///
    /// - Parameters:
    ///   - item: the row.
    ///   - id: the other row's identifier.
    /// - Returns: the edit, to be confirmed or rolled back.
    /// - Throws: ``EditDefect/existingRow`` if a row with this identifier is in the list, ``EditDefect/missingNeighbor`` if the other row is not
    ///   loaded.
    @discardableResult
    public func insert(_ item: Element, before id: some Hashable & Sendable) throws(EditDefect) -> ListEdit<Element> {
        try insert(item, .before(number(ofNeighbor: id)))
    }

    /// Shows a new row behind another, at once; otherwise like ``insert(_:before:)``.
    ///
    /// - Parameters:
    ///   - item: the row.
    ///   - id: the other row's identifier.
    /// - Returns: the edit, to be confirmed or rolled back.
    /// - Throws: the errors of ``insert(_:before:)``.
    @discardableResult
    public func insert(_ item: Element, after id: some Hashable & Sendable) throws(EditDefect) -> ListEdit<Element> {
        try insert(item, .after(number(ofNeighbor: id)))
    }

    /// Removes a row from the rows shown, at once.
    ///
    /// ```swift
    /// try await list.remove(id: post.id).confirm { try await api.delete(post.id) }
    /// ```
    ///
    /// - Parameter id: the row's identifier.
    /// - Returns: the edit, to be confirmed or rolled back.
    /// - Throws: ``EditDefect/missingRow`` if the row is not loaded.
    @discardableResult
    public func remove(id: some Hashable & Sendable) throws(EditDefect) -> ListEdit<Element> {
        try edit(.remove, number(ofRow: id), showing: nil)
    }

    /// Moves a row to the start or to the end of the list, at once.
    ///
    /// Once the edit is confirmed and the server has shown the row since, the row is at the server's position.
    ///
    /// - Parameters:
    ///   - id: the row's identifier.
    ///   - place: its place until then.
    /// - Returns: the edit, to be confirmed or rolled back.
    /// - Throws: ``EditDefect/missingRow`` if the row is not loaded.
    @discardableResult
    public func move(id: some Hashable & Sendable, to place: Place) throws(EditDefect) -> ListEdit<Element> {
        try edit(.move(RowPlace(place)), number(ofRow: id), showing: nil)
    }

    /// Moves a row before another, at once; otherwise like ``move(id:to:)``.
    ///
    /// - Parameters:
    ///   - id: the row's identifier.
    ///   - other: the other row's identifier.
    /// - Returns: the edit, to be confirmed or rolled back.
    /// - Throws: ``EditDefect/missingRow`` if the row is not loaded, ``EditDefect/missingNeighbor`` if the other is not,
    ///   ``EditDefect/besideItself`` if they are the same.
    @discardableResult
    public func move<ID: Hashable & Sendable>(id: ID, before other: ID) throws(EditDefect) -> ListEdit<Element> {
        try edit(.move(.before(number(ofNeighbor: other))), number(ofRow: id), showing: nil)
    }

    /// Moves a row behind another, at once; otherwise like ``move(id:before:)``.
    ///
    /// - Parameters:
    ///   - id: the row's identifier.
    ///   - other: the other row's identifier.
    /// - Returns: the edit, to be confirmed or rolled back.
    /// - Throws: the errors of ``move(id:before:)``.
    @discardableResult
    public func move<ID: Hashable & Sendable>(id: ID, after other: ID) throws(EditDefect) -> ListEdit<Element> {
        try edit(.move(.after(number(ofNeighbor: other))), number(ofRow: id), showing: nil)
    }

    /// The edits that were not rolled back and that the server does not show yet, the oldest first. Not observed.
    ///
    /// A confirmed edit stays until an answer about its row or place comes. That may be never if no view shows that part of the list. Edits
    /// still to be sent have a ``ListEdit/state`` of `.pending`.
    public var edits: [ListEdit<Element>] {
        projection?.list.edits.map { ListEdit(id: $0.id, list: self) } ?? []
    }

    // MARK: Steps

    func insert(_ item: Element, _ place: RowPlace) throws(EditDefect) -> ListEdit<Element> {
        let (numbers, isNew) = store.numbers.intern([item])
        do throws(EditDefect) {
            return try edit(.insert(place), numbers[0], showing: item)
        } catch {
            if isNew[0] { self.store.numbers.release(item) }
            throw error
        }
    }

    private func number(ofRow id: some Hashable & Sendable) throws(EditDefect) -> Int {
        guard let number = store.numbers.number(ofID: id) else { throw .missingRow }
        return number
    }

    private func number(ofNeighbor id: some Hashable & Sendable) throws(EditDefect) -> Int {
        guard let number = store.numbers.number(ofID: id) else { throw .missingNeighbor }
        return number
    }

    private func edit(
        _ kind: RowEdit.Kind, _ number: Int, showing item: Element?
    ) throws(EditDefect) -> ListEdit<Element> {
        let projection = projected()
        let (id, update) = try projection.list.edit(kind, number: number, in: machine)
        machine.expect(kind)
        projection.contents[id] = item
        if case .move = kind, let item = machine.position(of: number).flatMap({ store.rows[$0] }) {
            projection.moved[number] = item
        }
        keep(number)
        if let neighbor = projection.list.edit(named: id)?.neighbor { keep(neighbor) }
        show(update.followed(by: reconsidered(number)), because: .edit)
        return ListEdit(id: id, list: self)
    }

    /// The filter's result for a row whose content changed.
    private func reconsidered(_ number: Int) -> ListUpdate {
        let projection = projected()
        guard projection.isHidden != nil, let position = machine.position(of: number) else {
            return ListUpdate(oldCount: projection.list.count, newCount: projection.list.count)
        }
        let (hiding, showing) = judge(PositionSet(position..<position + 1))
        if showing.isEmpty, hiding.subtracting(projection.list.filtered).isEmpty {
            return ListUpdate(oldCount: projection.list.count, newCount: projection.list.count)
        }
        return projection.list.filter(
            projection.list.filtered.subtracting(showing).union(hiding), in: machine)
    }

    /// Loads the rows of confirmed updates again, if they are on screen. The server's answer about them ends the edits.
    ///
    /// - Parameter numbers: the rows with news; `nil` for all.
    func proveEdits(of numbers: [Int]? = nil) {
        guard let list = projection?.list, list.awaitsAnswer else { return }
        let open = list.outdatedContent.filter { number in numbers?.contains(number) ?? true }
        if !open.isEmpty { apply(machine.markContentOutdated(of: open, now: driver.time.now()), reason: .refresh) }
    }

    func confirm(_ id: EditID) {
        projection?.list.confirm(id, mark: driver.lastRequest)
    }

    func confirm(_ id: EditID, as item: Element) {
        guard let projection, let edit = projection.list.edit(named: id) else { return }
        var update = ListUpdate(oldCount: projection.list.count, newCount: projection.list.count)
        projection.list.confirm(id, mark: driver.lastRequest)
        guard projection.contents[id] != nil else { return }
        projection.contents[id] = item
        var concerned = projection.list.edits(of: edit.number)
        var other: Int?
        if case .insert = edit.kind {
            let number = store.numbers.intern([item]).numbers[0]
            keep(number)
            concerned += projection.list.edits(of: number)
            update = projection.list.renumber(edit.number, to: number, in: machine)
            other = number
        }
        let number = projection.list.edit(named: id)?.number
        if let place = number.flatMap({ projection.list.position(of: $0, in: machine) }),
            !update.inserted.contains(place)
        {
            update = update.followed(by: .filled(place..<place + 1, count: update.newCount))
        }
        show(number.map { update.followed(by: reconsidered($0)) } ?? update, because: .edit)
        tidy(concerned, orOf: other)
    }

    func rollBack(_ id: EditID) {
        guard let projection, let edit = projection.list.edit(named: id) else { return }
        let update = projection.list.rollBack(id, in: machine)
        show(update.followed(by: reconsidered(edit.number)), because: .edit)
        tidy([edit])
    }
}

extension RowPlace {
    fileprivate init<Element>(_ place: PagedList<Element>.Place) {
        switch place {
        case .start: self = .start
        case .end: self = .end
        }
    }
}
