internal import PagingCore

extension PagedList {
    /// Calls a closure with the current rows, and then with each change, in the same turn.
    ///
    /// ```swift
    /// observation = list.observe { [weak self] change in self?.show(change) }
    /// ```
    ///
    /// Changes are delivered one at a time, each with the rows before and after it. The closure may read the list and act on it. A change caused
    /// by that is delivered once the current one has reached all observers. Answer a data source from the change's rows, or from a
    /// ``ListMirror``; ``count`` may be ahead of them.
    ///
    /// The first call comes before this method returns. Its update is empty and its reason is ``ListChangeReason/initial``.
    ///
    /// A load that ends without changing a row is a change with an empty update. Its reason is ``ListChangeReason/failure`` if the load failed;
    /// ``state``, ``loadStates`` and ``isEndKnown`` have the details.
    ///
    /// - Parameter body: called on the main actor. It is kept until the observation ends, so let it hold its view weakly.
    /// - Returns: the observation, which ends when it is cancelled or released.
    /// - Complexity: while a list is observed, an arrival copies the directory of its loaded runs, beside the run that it
    ///   fills: O(*runs*), whatever ``count`` is.
    public func observe(_ body: @escaping @MainActor (ListChange<Element>) -> Void) -> ListObservation {
        observers.deliveries.add(ListChange(rows, sections: sections), body)
    }

    /// The current rows, and then each change. A consumer that is slower than the list gets several changes composed into one.
    ///
    /// Each call makes a stream of its own, which ends with the list. A change is some turns old when it is received, so read its rows, not the
    /// list's. A load that fails or finds no more rows is a change too, with an empty update.
    ///
    /// The stream neither throws nor ends when loading fails. Read ``state`` at each change: a loop that only waits for a row would wait
    /// forever.
    ///
    /// ```swift
    /// for await change in list.changes {
    ///     if let error = list.state.error {
    ///         print(error)
    ///         break
    ///     }
    ///     print(change.after.count, "rows")
    /// }
    /// ```
    public var changes: AsyncStream<ListChange<Element>> {
        observers.deliveries.mailboxes.stream(from: ListChange(rows, sections: sections))
    }

    /// Turns updates of the rows, one after another, into changes to be delivered.
    ///
    /// - Parameters:
    ///   - updates: the updates in order, each starting from the rows that the last one left.
    ///   - before: the rows before the first, or `nil` without observers.
    ///   - reason: the cause of the updates.
    func enqueue(_ updates: [ListUpdate], from before: PagedArray<Element>?, _ reason: ListChangeReason) {
        guard var before, !observers.deliveries.isEmpty else { return }
        let final = rows
        for (index, update) in updates.enumerated() where !update.isEmpty {
            var after = final
            if let rest = updates[(index + 1)...].composed, !rest.isEmpty {
                // In between, inserted rows have the content that they end with.
                let map = rest.positionMap
                after = before
                after.apply(update) { map.newPosition(of: $0).flatMap { final[$0] } }
            }
            observers.deliveries.enqueue(
                ListChange(update, before: before, after: after, sections: sections, reason: reason))
            before = after
        }
    }

    /// The source has named sections, but no row changed.
    func enqueueSections() {
        if previous == nil { enqueueUnchanged(.sections) }
    }

    /// Something other than rows changed that observers may wait for: delivers an empty update.
    func enqueueUnchanged(_ reason: ListChangeReason) {
        if observers.deliveries.isEmpty { return }
        let (rows, sections) = (rows, sections)
        let update = ListUpdate(oldCount: rows.count, newCount: rows.count)
        observers.deliveries.enqueue(ListChange(update, before: rows, after: rows, sections: sections, reason: reason))
    }
}

extension Collection<ListUpdate> {
    /// All updates composed into one, or `nil` if there is none.
    var composed: ListUpdate? {
        guard let first else { return nil }
        return dropFirst().reduce(first) { $0.followed(by: $1) }
    }
}
