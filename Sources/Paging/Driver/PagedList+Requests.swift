internal import PagingCore

/// The requests that the machine wants, each a task.
extension PagedList {
    func start(_ request: LoadRequest) {
        driver.lastRequest = max(driver.lastRequest, request.id.rawValue)
        // Detached: nothing of a source's work may run on the main actor, and no row's task takes the load with it.
        let work = work(for: request)
        if case .live(let since) = request.kind { return listen(since: since, for: request.id) }
        // A cached answer may be from before an edit that the server has taken in.
        let skipsCaches = request.skipsCaches || driver.freshness.skipsCaches || projection?.list.awaitsAnswer ?? false
        let task = ledger.detached { [weak self] in
            do {
                let deliver = try await LoadOptions.$skipsCaches.withValue(skipsCaches, operation: work)
                await self?.carryOut(deliver)
            } catch {
                await self?.deliver(error, for: request.id)
            }
        }
        driver.tasks.add(task, for: request.id)
    }

    /// The work of a request: loads off the main actor, and returns how the answer is delivered on it.
    private func work(
        for request: LoadRequest
    ) -> @Sendable () async throws -> (@MainActor @Sendable (PagedList<Element>) -> Void) {
        let (loader, id, freshness, now) = (origin.loader, request.id, driver.freshness, driver.time.now)
        let known: @Sendable ([Element]) async -> [Element?] = { [weak self] items in
            loader.prepares ? await self?.known(items) ?? [] : []
        }
        switch request.kind {
        case .page(let asked):
            let found = starting.jump.takePage()
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
            let load = origin.feed.snapshot
            return {
                let snapshot = try await load()
                return { $0.deliver(snapshot: snapshot, for: id) }
            }
        case .changes(let since):
            let load = origin.feed.changes
            return {
                var changes = try await load(since)
                let arrived = changes.items
                changes.items = try await loader.prepared(arrived, known: known(arrived))
                return { [changes] in $0.deliver(changes: changes, arrivedAs: arrived, for: id) }
            }
        case .check(let version):
            let check = origin.feed.check
            return {
                let answer = try await check(version)
                return { $0.deliver(answer, for: id) }
            }
        // A request that stays open delivers bit by bit: see `listen`.
        case .live: return { { _ in } }
        }
    }

    /// Listens to the stream for as long as the machine wants it.
    private func listen(since version: Version?, for id: RequestID) {
        let (loader, listen) = (origin.loader, origin.feed.listen)
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
        driver.tasks.add(task, for: id)
    }

    /// Loads items by their numbers: known ones by their short records if the source has any.
    private func itemLoad(_ asked: [Int]) -> @Sendable () async throws -> [Element] {
        guard machine.capabilities.contains(.contents), let refresh = origin.feed.refreshed else {
            return origin.feed.items(asked)
        }
        var (known, items, missing): ([Int], [Element], [Int]) = ([], [], [])
        for number in asked {
            if let item = machine.position(of: number).flatMap({ store.rows[$0] }) {
                known.append(number)
                items.append(item)
            } else {
                missing.append(number)
            }
        }
        if known.isEmpty { return origin.feed.items(missing) }
        let refreshed = refresh(known, items)
        if missing.isEmpty { return refreshed }
        let whole = origin.feed.items(missing)
        return {
            async let first = refreshed()
            return try await whole() + first
        }
    }
}
