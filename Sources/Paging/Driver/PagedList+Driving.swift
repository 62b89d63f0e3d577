internal import PagingCore

/// The driver: carries out the machine's decisions, and feeds back the results.
extension PagedList {
    /// Carries out the effects of an event: the only way from the machine to rows, observers and requests.
    func apply(
        _ effects: ListEffects, _ arrived: ArrivedItems<Element>? = nil, answering request: RequestID? = nil,
        covering coverage: ShownList.Coverage = .rows, reason: ListChangeReason = .eviction
    ) {
        driver.carryOut {
            show(effects, arrived, answering: request, covering: coverage, reason: reason)
            for request in effects.cancellations {
                driver.tasks.cancel(request)
                driver.early.remove(request)
            }
            for request in effects.requests { start(request) }
            driver.freshness.follow(machine.phase)
            setWake(effects.wakeAt)
            for finished in effects.finished { resume(finished) }
            forgetErrors()
        }
        observers.deliveries.deliver()
        followUp()
    }

    /// Feeds the machine the consequences of the last event: rows that came into view since others were hidden, and pages whose version the list
    /// has reached. Each is an event of its own, handled like any other.
    func followUp() { driver.followUp { lookAgain() || takeEarlyPage() } }

    /// Applies the machine's decisions to the rows, and publishes them to observers.
    private func show(
        _ effects: ListEffects, _ arrived: ArrivedItems<Element>?, answering request: RequestID?,
        covering coverage: ShownList.Coverage, reason: ListChangeReason
    ) {
        // In order, each starting from the rows that the last one left.
        let (updates, padded) = withEndPlaceholders(effects.updates)
        let whole = updates.composed
        let vacated = vacated(by: whole)
        let (before, sections) = observers.deliveries.isEmpty ? (nil, nil) : (rows, observers.list.sections)
        let firstChange = observers.deliveries.next
        for (update, padded) in zip(updates, padded) { follow(update, padded: padded) }
        let taken = effects.acceptsAnswer ? arrived : nil
        let untold = taken.map { place($0.without(effects.withheld), besides: whole) }
        if let arrived, taken == nil { refuse(arrived) }
        var shown =
            projection == nil ? padded : project(whole, taken, request, coverage, vacated).map { [$0] } ?? []
        if let untold, !untold.isEmpty { shown.append(changing(untold)) }
        let ending = observers.list.follow(machine, count: rows.count)
        publish(shown, from: before, reason)
        noteBeginning()
        showNewSource()
        observers.unseen.settle(machine, count: rows.count)
        if before != nil, observers.deliveries.next == firstChange {
            if sections != observers.list.sections { enqueueSections() }
            if let ending { enqueueUnchanged(ending == .failed ? .failure : reason) }
        }
    }

    /// Signals the changed rows to readers of single rows, and queues the change for the list's observers.
    func publish(_ updates: [ListUpdate], from before: PagedArray<Element>?, _ reason: ListChangeReason) {
        if previous != nil { return updates.forEach { previous?.add($0) } }
        let rows = rows
        for update in updates {
            observers.unseen.follow(update, reason)
            // Readers of rows by position now find other rows there.
            if update.shiftsRows { observers.rows.sendPositions() }
            if !update.isInPlace { observers.list.structure &+= 1 }
            observers.rows.send(
                changed: update.changed, slotID: { rows.slotID(at: $0) }, position: { rows.position(of: $0) })
            if !update.removed.isEmpty { observers.rows.sendGone { rows.position(of: $0) == nil } }
        }
        enqueue(updates, from: before, reason)
    }

    private func resume(_ finished: FinishedJob) {
        driver.end(finished.job, with: finished.failure.map { .failure(error(for: $0)) } ?? .success(()))
    }

    private func forgetErrors() {
        guard !origin.errors.isEmpty else { return }
        origin.errors = origin.errors.filter { machine.remembersFailure(of: $0.key) }
    }

    // MARK: Time

    private func setWake(_ instant: Instant?) {
        driver.tasks.setWake(at: instant) {
            let due = instant ?? driver.time.now()
            return ledger.turn { [weak self, time = driver.time] in
                guard (try? await time.sleep(due)) != nil else { return }
                self?.wake(dueAt: due)
            }
        }
    }

    private func wake(dueAt instant: Instant) {
        guard driver.tasks.endWake(at: instant) else { return }
        // At least the time that it was set to: a clock that counts in other units may be slightly before it, and would stay so forever.
        apply(machine.wake(now: max(driver.time.now(), instant)))
    }
}

extension ListMachine {
    /// A request failed with an error of the source.
    ///
    /// A `CancellationError` counts as a transient failure. Requests that the list cancelled are not reported here.
    mutating func failed(_ request: RequestID, with error: any Error, now: Instant) -> ListEffects {
        let known = error as? any LoadError
        return failed(
            request, isTransient: known?.isTransient ?? true, retryAfter: known?.retryAfter?.inMilliseconds, now: now)
    }
}
