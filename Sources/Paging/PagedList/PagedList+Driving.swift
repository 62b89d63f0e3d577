public import PagingCore

/// The driver: carries out what the machine decides, and tells it what came of it.
extension PagedList {
    func apply(_ effects: ListEffects, _ arrived: ArrivedItems<Element>? = nil) {
        if let update = effects.update { follow(update) }
        if let arrived { effects.takesAnswer ? place(arrived) : refuse(arrived) }
        observed.follow(machine)
        if let update = effects.update { publish(update) }
        for request in effects.cancellations { tasks.cancel(request) }
        for request in effects.requests { start(request) }
        setWake(effects.wakeAt)
        for finished in effects.finished { resume(finished) }
        forgetErrors()
    }

    private func publish(_ update: ListUpdate) {
        signals.send(
            changed: update.changed, slotID: { machine.rows.slotID(at: $0) },
            position: { machine.rows.position(of: $0) })
        if !update.isEmpty { streams.send(update) }
    }

    private func resume(_ finished: FinishedJob) {
        guard let waiter = waiters.removeValue(forKey: finished.job) else { return }
        if let failure = finished.failure {
            waiter.resume(throwing: error(for: failure))
        } else {
            waiter.resume()
        }
    }

    private func forgetErrors() {
        guard !errors.isEmpty else { return }
        errors = errors.filter { machine.remembersFailure(of: $0.key) }
    }

    // MARK: Requests

    private func start(_ request: LoadRequest) {
        // Detached: nothing of a source's work may run on the main actor, and no row's task takes the load with it.
        let task = Task.detached { [weak self, loader] in
            do {
                switch request.kind {
                case .page(let asked):
                    let page = try await loader.load(asked)
                    let known = loader.prepares ? await self?.known(page.items) ?? [] : []
                    let prepared = try await loader.prepared(page, known: known)
                    await self?.deliver(prepared, for: request.id)
                case .sections:
                    let sections = try await loader.loadSections()
                    await self?.deliver(sections, for: request.id)
                case .snapshot, .items, .changes, .check: break
                }
            } catch {
                await self?.deliver(error, for: request.id)
            }
        }
        tasks.add(task, for: request.id)
    }

    /// A page has arrived, prepared.
    @_spi(Benchmarks)
    public func deliver(_ page: Page<Element>, for request: RequestID) {
        tasks.remove(request)
        let (numbers, isNew) = numbers.intern(page.items)
        let numbered = Page<Int>(
            numbers, at: page.position, total: page.total, continuation: page.continuation,
            capabilities: page.capabilities, byteCount: page.byteCount)
        apply(
            machine.arrived(numbered, for: request, now: time.now()),
            ArrivedItems(items: page.items, numbers: numbers, isNew: isNew))
    }

    private func deliver(_ sections: [ListSection], for request: RequestID) {
        tasks.remove(request)
        let effects = machine.sectionsArrived(counts: sections.map(\.count), for: request, now: time.now())
        if let map = machine.sections, map.sectionCount == sections.count {
            observed.sections = ListSections(sections, map: map)
        }
        apply(effects)
    }

    private func deliver(_ error: any Error, for request: RequestID) {
        tasks.remove(request)
        errors[request] = error
        let known = error as? any LoadError
        apply(
            machine.failed(
                request, isTransient: known?.isTransient ?? !(error is CancellationError),
                retryAfter: known?.retryAfter?.inMilliseconds, now: time.now()))
    }

    /// For each item, the one that stands in the list under its identifier already, prepared.
    private func known(_ items: [Element]) -> [Element?] {
        items.map { item in
            numbers.number(of: item).flatMap { machine.provenPosition(of: $0) }.flatMap { rows[$0] }
        }
    }

    // MARK: Hints

    func noteRead(_ position: Int) {
        if rows[position] == nil { tally.misses += 1 } else { tally.hits += 1 }
        if readWindow.read(position) { scheduleReads() }
    }

    /// Reads are told to the machine once a turn: a view that draws forty rows looks at them together, and what it
    /// observes must not change while it draws.
    func scheduleReads() {
        guard !hasPendingReads else { return }
        hasPendingReads = true
        Task { [weak self] in self?.flushReads() }
    }

    private func flushReads() {
        hasPendingReads = false
        apply(machine.read(readWindow.rows ?? 0..<0, now: time.now()))
    }

    // MARK: Time

    private func setWake(_ instant: Instant?) {
        guard instant != wakeAt else { return }
        wakeAt = instant
        guard let instant else { return tasks.setWake(nil) }
        tasks.setWake(
            Task { [weak self, time] in
                guard (try? await time.sleep(instant)) != nil else { return }
                self?.wake(dueAt: instant)
            })
    }

    private func wake(dueAt instant: Instant) {
        guard wakeAt == instant else { return }
        wakeAt = nil
        tasks.wakeEnded()
        apply(machine.wake(now: time.now()))
    }
}
