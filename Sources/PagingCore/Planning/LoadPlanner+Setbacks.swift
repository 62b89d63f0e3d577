/// Failed rows: when they are asked for again, and by which event.
extension LoadPlanner {
    /// Records a failure. Transient ones are asked for again, with back-off, until the attempts are used up, and then when a reader shows the
    /// rows again.
    @inline(never)
    mutating func failed(
        _ flight: Flight, _ failure: LoadFailure, isTransient: Bool, retryAfter: Double?, now: Instant
    ) {
        let now = time(now)
        // From here on the waits are those of failures.
        repeats.forget { $0 == (flight.isAbove ? LoadingAbove.start : flight.rows.lowerBound) }
        let failures = flight.failures + 1
        var retryAt: Instant?
        var lookAgainAt: Instant?
        if isTransient, failures < policy.retry.attempts {
            let wait = policy.retry.delay(afterFailures: failures, random: &random)
            retryAt = now.advanced(byMilliseconds: max(wait, retryAfter ?? 0))
        } else if isTransient, case .source = failure {
            let wait = policy.retry.longestDelay(afterFailures: failures)
            lookAgainAt = now.advanced(byMilliseconds: max(wait, retryAfter ?? 0))
        }
        if isTransient { pause.failed(policy.retry, random: &random, now: now) }
        if let retryAfter, retryAfter > 0 { pause.extend(to: now.advanced(byMilliseconds: retryAfter)) }
        let setback = Setback(
            rows: flight.rows, failures: failures, retryAt: retryAt, failure: failure, isExplicit: flight.isExplicit,
            lookAgainAt: lookAgainAt)
        if flight.isAbove { return above.setback = setback }
        forgetSetbacks(in: flight.rows)
        setbacks.append(setback)
    }

    /// `true` if another request may be sent now. While the server fails, an overdue request is taken as lost, so that it does not block the
    /// next one.
    func hasPlace(beside asks: Int = 0, now: Instant) -> Bool {
        guard flights.count + asks < policy.maximumRequestsInFlight else { return false }
        return !pause.isFailing(policy.retry) || asks == 0 && flights.allSatisfy { isOverdue($0, now: now) }
    }

    /// The server is there again: failed rows are asked for soon, without their wait. Rows that failed twice as often as they had attempts fail
    /// by themselves, and keep theirs. So a stream that breaks and comes back again and again causes no requests for them.
    mutating func recover(now: Instant) {
        let now = time(now)
        for index in setbacks.indices { recover(&setbacks[index], now: now) }
        if var setback = above.setback {
            recover(&setback, now: now)
            above.setback = setback
        }
    }

    private func recover(_ setback: inout Setback, now: Instant) {
        guard case .source = setback.failure, setback.failures < 2 * policy.retry.attempts else { return }
        let soon = now.advanced(byMilliseconds: policy.retry.longestDelay(afterFailures: 1))
        setback.retryAt = setback.retryAt.map { min($0, soon) }
        setback.lookAgainAt = setback.lookAgainAt.map { min($0, soon) }
    }

    /// Marks rows as not to be asked for until an event allows it, for a reason found in an answer.
    mutating func refuse(_ rows: Range<Int>, _ failure: LoadFailure) {
        forgetSetbacks(in: rows)
        setbacks.append(
            Setback(rows: rows, failures: policy.retry.attempts, retryAt: nil, failure: failure, isExplicit: false))
    }

    /// `true` if rows may be asked for; `false` if the same rows were asked for again and again, until some time has passed.
    mutating func mayAsk(_ ask: LoadPlan.Ask, from start: Int, after cursor: Cursor?, now: Instant) -> Bool {
        let now = time(now)
        let question = RepeatedAsks.Question(start: start, cursor: cursor)
        switch repeats.verdict(on: question, policy: policy.retry, random: &random, now: now) {
        case .send:
            repeats.note(question, now: now)
            return true
        case .wait(let openAt):
            let failure = LoadFailure.defect(.unsettled(position: ask.rows.lowerBound, answers: Limits.repeats))
            forgetSetbacks(in: ask.rows)
            setbacks.append(
                Setback(
                    rows: ask.rows, failures: ask.failures, retryAt: openAt, failure: failure,
                    isExplicit: ask.isExplicit))
        case .giveUp(let answers):
            refuse(ask.rows, .defect(.unsettled(position: ask.rows.lowerBound, answers: answers)))
        }
        return false
    }

    /// Forgets failures within rows, so that they can be asked for again.
    mutating func forgetSetbacks(in rows: Range<Int>) {
        guard setbacks.contains(where: { $0.rows.overlaps(rows) }) else { return }
        var kept: [Setback] = []
        for setback in setbacks {
            for rest in PositionSet(setback.rows).subtracting(PositionSet(rows)).ranges {
                var part = setback
                part.rows = rest
                kept.append(part)
            }
        }
        setbacks = kept
    }

    /// Forgets failures of a kind.
    mutating func forgetSetbacks(where isMeant: (LoadFailure) -> Bool) {
        setbacks.removeAll { isMeant($0.failure) }
    }

    @inline(never)
    mutating func forgetAllSetbacks() {
        forgetFailures()
        pause = ServerPause()
    }

    /// Forgets failures, but not the server's pause.
    mutating func forgetFailures() {
        setbacks.removeAll()
        for index in flights.indices { flights[index].toldFailure = nil }
        above.setback = nil
        repeats.forgetAll()
    }

    /// How often rows failed so far.
    func failures(in rows: Range<Int>) -> Int {
        setbacks.reduce(0) { $1.rows.overlaps(rows) ? max($0, $1.failures) : $0 }
    }

    /// Asks once more for rows that failed for the last time, when a reader shows them again.
    ///
    /// The reader chooses the time: no request is sent while the screen stays as it is. A stream that goes well shows that the server is there,
    /// but does not bring these rows by itself. Then they are also asked for while they stay on screen. Each time the longest wait for so many
    /// failures passes first, and a random one: in the end one to two ``RetryPolicy/longestDelay`` between two requests.
    mutating func lookAgain(_ reach: Reach, _ checkpoints: Checkpoints, now: Instant) {
        for index in setbacks.indices where setbacks[index].lookAgainAt != nil {
            let rows = setbacks[index].rows
            let isLookedAt = wants.contains { want in
                guard !want.urgency.mayWait else { return false }
                // In a list that is read in order, the requests that lead to a row begin before it.
                let start = reach.isRandom ? want.rows.lowerBound : checkpoints.anchor(at: want.rows.lowerBound)
                return rows.overlaps(min(start, want.rows.lowerBound)..<want.rows.upperBound)
            }
            if isLookedAt, hasStream { spreadSetback(at: index) }
            let isDue = hasStream && setbacks[index].lookAgainAt.map { $0 <= now } ?? false
            if isLookedAt, isDue || !setbacks[index].isLookedAt {
                setbacks[index].retryAt = setbacks[index].lookAgainAt
                setbacks[index].lookAgainAt = nil
                setbacks[index].isTriedAgain = setbacks[index].isLookedAt
            }
            setbacks[index].isLookedAt = isLookedAt
        }
    }

    /// Adds a random wait, once, to that of rows which are asked for again without a reader's action.
    private mutating func spreadSetback(at index: Int) {
        guard !setbacks[index].isSpread else { return }
        let wait = policy.retry.delay(afterFailures: setbacks[index].failures, random: &random)
        setbacks[index].lookAgainAt = setbacks[index].lookAgainAt?.advanced(byMilliseconds: wait)
        setbacks[index].isSpread = true
    }

    /// The time at which rows that failed for good are asked for again without a reader's action; no job waits for them.
    var lookAgainAt: Instant? {
        guard hasStream else { return nil }
        let above = above.isWanted ? above.setback?.lookAgainAt : nil
        let others = setbacks.lazy.filter { $0.isLookedAt }.compactMap { $0.lookAgainAt }.min()
        return above.map { min($0, others ?? $0) } ?? others
    }

    @inline(never)
    func isDue(_ setback: Setback, now: Instant) -> Bool {
        guard let retryAt = setback.retryAt else { return false }
        return retryAt <= now
    }
}
