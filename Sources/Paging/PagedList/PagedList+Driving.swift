public import PagingCore

/// The driver: carries out what the machine decides, and tells it what came of it.
extension PagedList {
    func apply(
        _ effects: ListEffects, _ arrived: ArrivedItems<Element>? = nil, answering request: RequestID? = nil,
        covering coverage: ShownList.Coverage = .rows, reason: ListChangeReason = .eviction
    ) {
        // In order, each from the rows that the one before left.
        let (updates, padded) = withEndPlaceholders(effects.updates)
        let whole = updates.composed
        let vacated = vacated(by: whole)
        let (before, sections) = deliveries.isEmpty ? (nil, nil) : (rows, observed.sections)
        let firstChange = deliveries.next
        for (update, padded) in zip(updates, padded) { follow(update, padded: padded) }
        let untold = effects.acceptsAnswer ? arrived.map { untoldChanges($0, besides: whole) } : nil
        if let arrived { effects.acceptsAnswer ? place(arrived.without(effects.withheld)) : refuse(arrived) }
        let taken = effects.acceptsAnswer ? arrived : nil
        var shown =
            projection == nil ? padded : project(whole, taken, request, coverage, vacated).map { [$0] } ?? []
        if let untold, !untold.isEmpty { shown.append(changing(untold)) }
        let ending = observed.follow(machine, count: rows.count)
        publish(shown, from: before, reason)
        noteBeginning()
        showNewSource()
        unseen.settle(machine, count: rows.count)
        if before != nil, deliveries.next == firstChange {
            if sections != observed.sections { enqueueSections() }
            if let ending { enqueueUnchanged(ending == .failed ? .failure : reason) }
        }
        for request in effects.cancellations {
            tasks.cancel(request)
            early.remove(request)
        }
        for request in effects.requests { start(request) }
        freshness.follow(machine.phase)
        setWake(effects.wakeAt)
        for finished in effects.finished { resume(finished) }
        forgetErrors()
        deliveries.deliver()
        lookAgain()
        takeEarlyPages()
    }

    /// Says what changed to those that observe rows, and puts it where the list's observers get it from.
    func publish(_ updates: [ListUpdate], from before: PagedArray<Element>?, _ reason: ListChangeReason) {
        if previous != nil { return updates.forEach { previous?.add($0) } }
        let rows = rows
        for update in updates {
            unseen.follow(update, reason)
            // Readers of rows by position now find others there.
            if update.shiftsRows { signals.sendPositions() }
            if !update.isInPlace { observed.structure &+= 1 }
            signals.send(
                changed: update.changed, slotID: { rows.slotID(at: $0) }, position: { rows.position(of: $0) })
            if !update.removed.isEmpty { signals.sendGone { rows.position(of: $0) == nil } }
        }
        enqueue(updates, from: before, reason)
    }

    private func resume(_ finished: FinishedJob) {
        guard let waiter = waiters.removeValue(forKey: finished.job) else { return }
        if let failure = finished.failure {
            waiter.resume(throwing: error(for: failure))
        } else {
            waiter.resume(returning: ())
        }
    }

    private func forgetErrors() {
        guard !errors.isEmpty else { return }
        errors = errors.filter { machine.remembersFailure(of: $0.key) }
    }

    // MARK: Requests

    func start(_ request: LoadRequest) {
        lastRequest = max(lastRequest, request.id.rawValue)
        // Detached: nothing of a source's work may run on the main actor, and no row's task takes the load with it.
        let work = work(for: request)
        if case .live(let since) = request.kind { return listen(since: since, for: request.id) }
        // A cached answer may be from before an edit that the server has taken in.
        let skipsCaches = request.skipsCaches || freshness.skipsCaches || projection?.list.awaitsAnswer ?? false
        let task = ledger.detached { [weak self] in
            do {
                let deliver = try await LoadOptions.$skipsCaches.withValue(skipsCaches, operation: work)
                await self?.carryOut(deliver)
            } catch {
                await self?.deliver(error, for: request.id)
            }
        }
        tasks.add(task, for: request.id)
    }

    /// The work of a request: loads off the main actor, and returns how the answer is delivered on it.
    private func work(
        for request: LoadRequest
    ) -> @Sendable () async throws -> (@MainActor @Sendable (PagedList<Element>) -> Void) {
        let (loader, id, freshness, now) = (loader, request.id, freshness, time.now)
        let known: @Sendable ([Element]) async -> [Element?] = { [weak self] items in
            loader.prepares ? await self?.known(items) ?? [] : []
        }
        switch request.kind {
        case .page(let asked):
            let found = seeking.takePage()
            return {
                let arrived = if let found { found } else { try await loader.load(asked, freshness, now: now) }
                var page = arrived
                page.items = try await loader.prepared(arrived.items, known: known(arrived.items))
                return { [page] list in
                    list.take(page.version, for: id) { list, waited in
                        list.deliver(page, arrivedAs: arrived.items, for: id, waited: waited)
                        list.confirm(arrived, asked, for: id)
                    }
                }
            }
        case .sections:
            return {
                let sections = try await loader.loadSections()
                return { $0.deliver(sections, for: id) }
            }
        case .items(let numbers):
            let load = itemLoad(numbers)
            return {
                let arrived = try await load()
                let items = try await loader.prepared(arrived, known: known(arrived))
                return { $0.deliver(items: items, arrivedAs: arrived, for: id) }
            }
        case .snapshot:
            let load = feed.snapshot
            return {
                let snapshot = try await load()
                return { $0.deliver(snapshot: snapshot, for: id) }
            }
        case .changes(let since):
            let load = feed.changes
            return {
                var changes = try await load(since)
                let arrived = changes.items
                changes.items = try await loader.prepared(arrived, known: known(arrived))
                return { [changes] in $0.deliver(changes: changes, arrivedAs: arrived, for: id) }
            }
        case .check(let version):
            let check = feed.check
            return {
                let answer = try await check(version)
                return { $0.deliver(answer, for: id) }
            }
        // A request that stays open delivers bit by bit: see `listen`.
        case .live: return { { _ in } }
        }
    }

    /// Listens to what happens, for as long as the machine wants.
    private func listen(since version: Version?, for id: RequestID) {
        let (loader, listen) = (loader, feed.listen)
        let task = ledger.detached { [weak self, ledger] in
            let waiting = WaitingNews<AuxiliaryLoader<Element>.News>()
            let reading = StreamReading(ledger)
            async let end = reading.read(into: waiting) { tell in try await listen(version, tell) }
            do {
                while let news = await waiting.next() {
                    let items = loader.prepares ? news.flatMap(\.items) : []
                    let prepared = try await loader.prepared(
                        items, known: items.isEmpty ? [] : self?.known(items) ?? [])
                    await self?.deliver(news, arrivedAs: items, prepared: prepared, for: id)
                }
                if let error = await end { await self?.deliver(error, for: id) }
            } catch {
                await waiting.end()
                await self?.deliver(error, for: id)
            }
        }
        tasks.add(task, for: id)
    }

    /// A stream has told something. Of its items some came along prepared.
    private func deliver(
        _ news: [AuxiliaryLoader<Element>.News], arrivedAs originals: [Element], prepared: [Element],
        for request: RequestID
    ) {
        var (originals, prepared) = (originals[...], prepared[...])
        for event in news {
            guard case .changes(var changes) = event, !originals.isEmpty else {
                deliver(event, for: request)
                continue
            }
            let count = changes.items.count
            let arrived = Array(originals.prefix(count))
            changes.items = Array(prepared.prefix(count))
            (originals, prepared) = (originals.dropFirst(count), prepared.dropFirst(count))
            deliver(.changes(changes), arrivedAs: arrived, for: request)
        }
    }

    /// How items are loaded by their numbers: those that are there, where the source has short records, by these.
    private func itemLoad(_ asked: [Int]) -> @Sendable () async throws -> [Element] {
        guard machine.capabilities.contains(.contents), let refresh = feed.refreshed else { return feed.items(asked) }
        var (known, items, missing): ([Int], [Element], [Int]) = ([], [], [])
        for number in asked {
            if let item = machine.position(of: number).flatMap({ serverRows[$0] }) {
                known.append(number)
                items.append(item)
            } else {
                missing.append(number)
            }
        }
        if known.isEmpty { return feed.items(missing) }
        let refreshed = refresh(known, items)
        if missing.isEmpty { return refreshed }
        let whole = feed.items(missing)
        return {
            async let first = refreshed()
            return try await whole() + first
        }
    }

    private func carryOut(_ deliver: @MainActor @Sendable (PagedList<Element>) -> Void) { deliver(self) }

    /// A page has arrived, prepared.
    @_spi(Benchmarks)
    public func deliver(_ page: Page<Element>, for request: RequestID) { deliver(page, arrivedAs: [], for: request) }

    private func deliver(
        _ page: Page<Element>, arrivedAs originals: [Element], for request: RequestID, waited: Double = 0
    ) {
        tasks.remove(request)
        let reason: ListChangeReason = machine.phase == .refreshing ? .refresh : .arrival
        let target: Int?
        do { target = try self.target(among: page.items) } catch { return deliver(error, for: request) }
        let endOfList = end(after: page)
        settleStart(page, target: target)
        let (numbers, isNew) = numbers.intern(page.items)
        defer { note(originals, of: numbers) }
        let numbered = Page<Int>(
            numbers, at: page.position, total: page.total, continuation: page.continuation,
            beginning: page.beginning, capabilities: page.capabilities.map(feed.possible), version: page.version,
            byteCount: page.byteCount)
        apply(
            machine.arrived(
                numbered, for: request, beginningAt: target ?? endOfList, waited: waited, now: time.now()),
            ArrivedItems(items: page.items, numbers: numbers, isNew: isNew), answering: request, covering: .page,
            reason: reason)
        noteNetwork()
    }

    /// The sections have arrived.
    func deliver(_ sections: [ListSection], for request: RequestID) {
        tasks.remove(request)
        let effects = machine.sectionsArrived(counts: sections.map(\.count), for: request, now: time.now())
        if let map = machine.sections, map.sectionCount == sections.count {
            observed.sections = ListSections(sections, map: map)
        }
        let isInPlace = effects.updates.allSatisfy(\.isEmpty)
        if isInPlace { enqueueSections() }
        apply(effects, reason: .sections)
    }

    func deliver(_ error: any Error, for request: RequestID) {
        tasks.remove(request)
        errors[request] = error
        apply(machine.failed(request, with: error, now: time.now()), reason: .failure)
    }

    /// For each item that came as it was, the one that is shown under its identifier, prepared.
    private func known(_ items: [Element]) -> [Element?] {
        items.map { item in
            guard let number = numbers.number(of: item), let position = machine.position(of: number),
                let shown = serverRows[position]
            else { return nil }
            if originals.canCompare { return originals.contain(item, of: number, shownAs: shown) ? shown : nil }
            // Where items cannot be compared, what is known of one that may have changed says nothing.
            return behavior.content == .fixed && machine.confirmedPosition(of: number) != nil ? shown : nil
        }
    }

    /// Items came, and were prepared.
    func note(_ arrived: [Element], of numbers: [Int]) {
        originals.note(arrived, numbers, loadedCount: machine.rows.loadedCount) { machine.position(of: $0) != nil }
    }

    // MARK: Hints

    package func noteRead(_ position: Int) {
        guard contains(position) else { return }
        let isLoaded = rows[position] != nil
        if isLoaded { tally.hits += 1 } else { tally.misses += 1 }
        onAccess?(position, isLoaded)
        if previous == nil, readWindow.read(position) { scheduleReads() }
    }

    /// `true` if there is a row at a position. Where not, debug builds say so once a list: nothing is wrong on screen, but the
    /// view reads by positions that are no longer those of the list.
    func contains(_ position: Int) -> Bool {
        let rows = rows
        if rows.indices.contains(position) { return true }
        if !hasReadPastEnd {
            hasReadPastEnd = true
            DebugLog.say(
                """
                row \(position) of a list of \(rows.count) was read, and read as nil. A view that keeps positions reads them as \
                they were before the last change: go through list.slotIDs, or read list.count in the same body.
                """)
        }
        return false
    }

    /// The identity of the row at a position, which a tracked caller observes; past the end, where `nil` comes of it, the
    /// length is observed instead.
    func observedSlot(at position: Int) -> SlotID? {
        guard contains(position) else {
            _ = count
            return nil
        }
        let slot = rows.slotID(at: position)
        signals.read(slot, by: .position)
        return slot
    }

    /// Reads are told to the machine once a turn: a view that draws forty rows looks at them together, and what it
    /// observes must not change while it draws.
    func scheduleReads() {
        guard !hasPendingReads else { return }
        hasPendingReads = true
        ledger.turn { [weak self] in self?.flushReads() }
    }

    private func flushReads() {
        hasPendingReads = false
        if previous != nil { return }
        let start = rows.isEmpty ? startingPosition : 0
        apply(machine.read(serverRange(covering: readWindow.rows ?? start..<start), now: time.now()))
    }

    // MARK: Time

    private func setWake(_ instant: Instant?) {
        guard instant != wakeAt else { return }
        wakeAt = instant
        guard let instant else { return tasks.setWake(nil) }
        tasks.setWake(
            ledger.turn { [weak self, time] in
                guard (try? await time.sleep(instant)) != nil else { return }
                self?.wake(dueAt: instant)
            })
    }

    private func wake(dueAt instant: Instant) {
        guard wakeAt == instant else { return }
        wakeAt = nil
        tasks.wakeEnded()
        // At the time that it was set to, at least: a clock that counts in other units may be a hair before it, and would be for ever.
        apply(machine.wake(now: max(time.now(), instant)))
    }
}

extension ListMachine {
    /// A request failed with an error of the source's.
    ///
    /// A `CancellationError` is one like any other, which passes: requests that the list cancelled are not told of here.
    mutating func failed(_ request: RequestID, with error: any Error, now: Instant) -> ListEffects {
        let known = error as? any LoadError
        return failed(
            request, isTransient: known?.isTransient ?? true, retryAfter: known?.retryAfter?.inMilliseconds, now: now)
    }
}
