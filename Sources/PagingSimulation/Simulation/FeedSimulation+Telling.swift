internal import Paging

/// The events told to the list, and its requests.
extension FeedSimulation {
    /// Carries out an action of the history.
    ///
    /// - Returns: `true` if the list took in an event.
    mutating func perform(_ kind: FeedAction.Kind) -> Bool {
        quiet = 0
        switch kind {
        case .replace(let count):
            change { feed, _ in feed.remove(0..<feed.count) }
            change { feed, _ in feed.insert(count, at: 0) }
        case .insert(let place, let count, let returning):
            change { $0.insert(count, at: $1(place), returning: returning) }
        case .remove(let place, let count): change { $0.remove($1(place)..<$1(place) + count) }
        case .move(let place, let target): change { $0.move(from: $1(place), to: $1(target)) }
        case .rebuild(let seed): change { feed, _ in feed.rebuild(seed: seed) }
        case .edit(let place, let count): change { $0.edit($1(place)..<$1(place) + count) }
        case .drag(let speed, let frames):
            guard reader.isLooking else { return false }
            reader.drag(rowsPerFrame: speed, frames: frames, now: now)
            return false
        case .fling(let rows, let frames, let tellsLanding):
            guard reader.isLooking else { return false }
            reader.fling(rows: rows, frames: frames, tellsLanding: tellsLanding, now: now)
            return false
        case .jump(let place):
            guard reader.isLooking else { return false }
            let count = subject.rows.count
            reader.jump(to: place.row(count: count, reader: reader.first), count: count)
            tell(.viewport(reader.viewport, landing: nil))
        case .read(let place):
            let first = place.row(count: subject.rows.count, reader: 0)
            tell(.read(first..<first + setting.screen))
        case .hideList:
            reader.stop()
            reader.isLooking = false
            tell(.removeViewer)
        case .showList:
            reader.isLooking = true
            tell(.viewport(reader.viewport, landing: nil))
        case .refresh: tell(.refresh)
        case .reload: tell(.reload)
        case .loadMore: tell(!subject.startIsKnown && nextAction % 2 == 0 ? .loadAbove : .loadMore)
        case .retry: tell(.retry)
        case .releaseMemory: tell(.releaseMemory)
        case .pin(let count):
            let rows = reader.first..<reader.first + count
            checker.pin(rows, rows: subject.rows)
            tell(.pin(PositionSet(rows.clamped(to: 0..<subject.rows.count))))
        case .restart: restart()
        case .own(let act, let choice): performOwn(act, choice: choice)
        }
        if case .own = kind { return false }
        return !kind.isChange
    }

    /// Ends the app and starts it again: what was under way, waited for or pinned is gone, and the rows are still there.
    private mutating func restart() {
        network.dropAll()
        (openRequests, jobs, pauses, stream) = ([], JobLedger(), PauseLedger(), nil)
        checker.pin(0..<0, rows: subject.rows)
        reader.stop()
        let before = network.requests
        tell(.restart)
        checker.checkAll(subject.rows, time: now)
        checker.readAll()
        if network.requests > before || wakeAt < .infinity {
            checker.report(
                .fallsSilent, now, expected: "a restored list to ask for nothing until it is looked at",
                found: "\(network.requests - before) requests, woken at \(wakeAt)")
        }
        shown?.restart(subject)
        reportShown()
        viewportIsDue = true
    }

    mutating func change(_ body: (inout SimulatedFeed, (FeedPlace) -> Int) -> Void) {
        let (count, first) = (feed.count, reader.first)
        body(&feed) { $0.row(count: count, reader: first) }
        network.tellStreams(of: feed, now: now)
        counted.changes += 1
        screenIsDirty = true
        log?("\(Int(now)) ms  server: version \(feed.current.number), \(feed.count) items")
    }

    /// Passes on what the network brought.
    mutating func deliver(_ delivery: SimulatedNetwork.Delivery, for request: FeedRequest) {
        quiet += 1
        switch delivery {
        case .failure(let isTransient, let retryAfter):
            lookBack?.isExcused = true
            let isAwaited = openRequests.remove(request.id.rawValue) != nil
            if stream == request.id { stream = nil } else { mayHaveGivenUp = true }
            if isAwaited, let retryAfter { pauses.pause(request.kind, until: now + retryAfter) }
            silence.failed(request.kind)
            if case .changes = request.kind {
                checker.isUntold(at: feed.current.number)
                if !isTransient { losesTrack() }
            }
            tell(.failed(request.id, isTransient: isTransient, retryAfter: retryAfter))
        case .answer(let answer):
            silence.answered(request.kind, at: now)
            tell(.answered(answer, request.id), to: request.kind)
        }
    }

    /// Tells the list something, carries out what it wants and checks the laws.
    ///
    /// - Parameter question: what an answer is one to.
    mutating func tell(_ event: FeedEvent, to question: LoadRequest.Kind? = nil) {
        var occasion = LawChecker.Occasion(time: now)
        switch event {
        case .reload:
            occasion.isReload = true
            trackedVersion = nil
            walk.begin()
            pauses.lift()
            mayHaveGivenUp = false
        case .refresh, .retry:
            pauses.lift()
            mayHaveGivenUp = false
        case .wake: quiet += 1
        case .viewport, .removeViewer: screenIsDirty = true
        case .answered(let answer, let id):
            occasion.answeredFrom = answer.state
            occasion.isLate = openRequests.remove(id.rawValue) == nil && stream != id
            if case .page(let page) = answer.content {
                occasion.pageItems = page.items
                if let position = page.position {
                    occasion.page = position..<position + page.items.count
                } else if case .page(.after(let cursor, _)) = question {
                    occasion.page = checker.place(
                        of: page.items, after: cursor.flatMap { Int($0.description) }, isLast: page.continuation == .end
                    )
                }
            }
            if case .changes(nil) = answer.content {
                losesTrack()
                isTold = false
            }
            if case .live(let changes?, _) = answer.content, changes.from == trackedVersion, checker.leavesOpen(changes)
            {
                checker.isUntold(at: feed.current.number)
                checker.isLeftOpen(at: answer.state)
            }
            if case .changes(let changes) = answer.content, changes.map(checker.leavesOpen) ?? true {
                checker.isUntold(at: feed.current.number)
                if !occasion.isLate { checker.isLeftOpen(at: answer.state) }
                // The rest has to be found out by pages.
                requestsForScreen = max(0, requestsForScreen - 1)
            }
        default: break
        }
        log?("\(Int(now)) ms  \(event.text)")
        checker.before(subject.rows, screen: reader.isLooking ? reader.viewport : nil, on: occasion)
        let effects = subject.handle(event, now: Instant(milliseconds: now))
        occasion.acceptsAnswer = effects.acceptsAnswer
        occasion.isSettled = effects.wakeAt.map { $0.milliseconds > now } ?? true
        if effects.acceptsAnswer, case .answered(let answer, _) = event {
            checker.receiveContent(of: answer, except: effects.withheld, time: now)
            if case .snapshot = answer.content { walk.takeOrder(from: answer.state) }
        }
        if case .answered(let answer, _) = event { keepTrack(of: answer, isTaken: effects.acceptsAnswer) }
        // A follower of the update needs its map, and where rows moved it is a sort to make.
        let map = effects.update?.positionMap
        if !effects.rereads.isEmpty { checker.reread(effects.rereads, rows: subject.rows) }
        checker.after(effects.update, along: map, rows: subject.rows, feed: feed, on: occasion)
        if effects.acceptsAnswer, case .answered(let answer, _) = event { receive(answer) }
        followShown(effects, along: map, event)
        carryOut(effects, along: map)
        lookForHoles(isShifted: effects.update.map { !$0.isInPlace } ?? false)
        checkJobs()
    }

    /// A view begins where the list does, once its first rows are there.
    private mutating func beginReading() {
        let row: Int
        switch setting.start {
        case .start, .after: return
        case .end: row = subject.rows.count - setting.screen
        case .around(let item): row = Int(item.description).flatMap { subject.position(of: $0) } ?? 0
        }
        reader.jump(to: max(0, row), count: subject.rows.count)
        if reader.isLooking { viewportIsDue = true }
    }

    /// Law 12: requests while reader, app and server do nothing.
    private mutating func checkSilence(_ kind: LoadRequest.Kind) {
        let times = silence.ask(kind, at: now)
        counted.requestsWhileStill = max(counted.requestsWhileStill, silence.total)
        if times > SilenceLedger.repeats {
            checker.report(
                .stillScreenFallsSilent, now, expected: "the same rows at most \(SilenceLedger.repeats) times",
                found: "\(kind), for the \(times)th time")
        }
        let most =
            setting.requestsWhileStill(rows: max(subject.rows.count, feed.count)) * (silence.isRefreshedTwice ? 2 : 1)
        if silence.total > most {
            checker.report(
                .stillScreenFallsSilent, now, expected: "at most \(most) requests while nothing happens",
                found: "\(kind) besides")
        }
    }

    private mutating func checkJobs() {
        guard isSilent, !viewportIsDue, !jobs.open.isEmpty else { return }
        checker.report(
            .jobsEnd, now, expected: "each job to have ended when the list is silent",
            found: "job \(jobs.open.sorted()) still waits")
        jobs.forgetOpen()
    }

    private mutating func losesTrack() {
        trackedVersion = nil
        checker.losesTrack()
    }

    /// Follows which version the list is at where it goes by changes. A page of another one is taken at its word when the
    /// server changes faster than it can be asked.
    private mutating func keepTrack(of answer: FeedAnswer, isTaken: Bool) {
        guard setting.combination.strategy == .changes else { return }
        if case .changes(let changes?) = answer.content, changes.from == trackedVersion { trackedVersion = changes.to }
        if case .live(let changes?, _) = answer.content, changes.from == trackedVersion, !changes.hasMore {
            trackedVersion = changes.to
        }
        guard isTaken, case .page(let page) = answer.content, page.version != trackedVersion else { return }
        if trackedVersion != nil {
            checker.losesTrack()
            checker.isUntold(at: feed.current.number)
        }
        trackedVersion = page.version
    }

    private mutating func carryOut(_ effects: FeedEffects, along map: PositionMap?) {
        for id in effects.cancellations {
            openRequests.remove(id.rawValue)
            if stream == id { stream = nil }
            network.cancel(id)
            log?("          cancels \(id.rawValue)")
        }
        // Requests name rows as they are after the update.
        if let update = effects.update {
            if let log, !update.isEmpty { log("          \(update)") }
            if reader.follow(update, along: map), reader.isLooking { viewportIsDue = true }
            if update.oldCount == 0, update.newCount > 0 { beginReading() }
            // Requests from now on no longer make the screen right.
            if closing != nil, requestsUntilRight == nil, screenDefect() == nil {
                requestsUntilRight = requestsForScreen
            }
        }
        for request in effects.requests {
            if request.kind.isLive { stream = request.id } else { openRequests.insert(request.id.rawValue) }
            shown?.lastRequest = request.id.rawValue
            let early = pauses.wait(of: request.kind, at: now)
            if early > 0.001 {
                checker.report(
                    .fallsSilent, now, expected: "the server to be left alone for another \(early) ms, as it asked",
                    found: "a request for \(request.kind)")
            }
            checkSilence(request.kind)
            network.send(request, now: now)
            if closing != nil, servesScreen(request.kind) {
                requestsForScreen += 1
                if case .changes = request.kind { isFollowingChanges = true }
            }
            log?("          asks \(request.id.rawValue): \(request.kind)")
        }
        if let job = effects.startedJob { jobs.begin(job) }
        for job in effects.finishedJobs where !jobs.end(job) {
            checker.report(.jobsEnd, now, expected: "each job to end once", found: "job \(job) ends again")
        }
        wakeAt = effects.wakeAt.map { max(now, $0.milliseconds) } ?? .infinity
        if effects.update != nil { screenIsDirty = true }
    }

    /// `true` if a request is for more than rows that are off screen when it is sent.
    private func servesScreen(_ kind: LoadRequest.Kind) -> Bool {
        switch kind {
        case .page(.positions(let range)): servesScreen(range)
        case .items(let numbers):
            numbers.contains { feed.states[feed.states.count - 1].place(of: $0).map(reader.viewport.contains) ?? true }
        // Changes that a server tells in pieces are one answer.
        case .changes: !isFollowingChanges || setting.quirks.versionsPerAnswer == nil
        // The answer has no body.
        case .check, .live: false
        case .page(.after), .page(.before), .page(.around), .sections, .snapshot: true
        }
    }

    /// `true` if rows are asked for that are on screen, not beside it: with those comes one that is known, to prove them next
    /// to it.
    private func servesScreen(_ asked: Range<Int>) -> Bool {
        let visible = asked.clamped(to: reader.viewport)
        guard visible.count == 1, asked.count > 1, let row = visible.first, row < subject.rows.count else {
            return !visible.isEmpty
        }
        return subject.rows[row] == nil || row != asked.lowerBound && row != asked.upperBound - 1
    }

    private mutating func receive(_ answer: FeedAnswer) {
        screenIsDirty = true
        let items = answer.items
        // The content of a row says nothing of its place, but for the order of a snapshot.
        var placed = items
        if case .items = answer.content, setting.combination.strategy != .snapshots { placed = [] }
        checker.receive(placed, from: answer.state, numbers: feed.numbersGiven)
    }
}
