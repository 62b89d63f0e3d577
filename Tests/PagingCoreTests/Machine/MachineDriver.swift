import PagingCore
import Testing

/// Drives a machine against a simulated server in virtual time, and checks the laws after every event.
struct MachineDriver {
    var machine: ListMachine
    var server: SimulatedServer
    var now = Instant(milliseconds: 0)
    /// Milliseconds an answer takes.
    var latency = 100.0
    /// Lost, late, repeated and reordered answers.
    var isNetworkHostile = false
    private(set) var finished: [JobID: LoadFailure?] = [:]
    private(set) var updates: [ListUpdate] = []
    private(set) var broken: [String] = []
    private var mirror = PagedArray<Int>()
    private var underway: [(due: Instant, request: LoadRequest)] = []
    private var wakeAt: Instant?
    private var random: SplitMix64

    init(_ server: SimulatedServer, policy: LoadPolicy = LoadPolicy(), seed: UInt64 = 1) {
        self.server = server
        random = SplitMix64(seed: seed)
        machine = ListMachine(capabilities: server.capabilities, policy: policy, seed: seed)
    }

    var requestsUnderway: Int { underway.count }
    var isSilent: Bool { underway.isEmpty && wakeAt == nil }

    mutating func look(_ rows: Range<Int>, landing: Range<Int>? = nil, viewer: ViewerID = .main) {
        carryOut(machine.viewport(rows, landing: landing, viewer: viewer, now: now))
    }

    mutating func carryOut(_ effects: ListEffects) {
        for id in effects.cancellations {
            // A hostile network delivers what was cancelled all the same.
            if !isNetworkHostile || random.next() % 2 == 0 { underway.removeAll { $0.request.id == id } }
        }
        for request in effects.requests {
            let jitter = isNetworkHostile ? random.nextUnit() * 2 * latency : 0
            underway.append((now.advanced(byMilliseconds: latency + jitter), request))
            if isNetworkHostile, random.next() % 8 == 0 {
                underway.append((now.advanced(byMilliseconds: 3 * latency), request))
            }
        }
        for job in effects.finished { finished[job.job] = .some(job.failure) }
        wakeAt = effects.wakeAt
        for update in effects.updates { check(update) }
        if effects.updates.isEmpty { check(nil) }
    }

    /// Lets time pass to the next thing that happens, at most so far.
    ///
    /// - Returns: whether anything happened.
    mutating func step(upTo limit: Instant = Instant(milliseconds: .greatestFiniteMagnitude)) -> Bool {
        let answer = underway.indices.min { underway[$0].due < underway[$1].due }
        if let wakeAt, wakeAt <= limit, answer.map({ wakeAt <= underway[$0].due }) ?? true {
            now = max(now, wakeAt)
            carryOut(machine.wake(now: now))
            return true
        }
        guard let answer, underway[answer].due <= limit else { return false }
        let (due, request) = underway.remove(at: answer)
        now = max(now, due)
        guard case .page(let asked) = request.kind else { return true }
        switch server.answer(asked) {
        case .page(let page): carryOut(machine.arrived(page, for: request.id, now: now))
        case .failure(let isTransient, let retryAfter):
            carryOut(machine.failed(request.id, isTransient: isTransient, retryAfter: retryAfter, now: now))
        }
        return true
    }

    mutating func pass(_ milliseconds: Double) {
        let end = now.advanced(byMilliseconds: milliseconds)
        while step(upTo: end) {}
        now = end
    }

    /// Runs until nothing is under way; law 5 says that this ends.
    mutating func settle(steps limit: Int = 5_000) {
        var steps = 0
        while step() {
            steps += 1
            guard steps < limit else {
                broken.append(
                    "law 5: not silent after \(limit) steps: \(machine.inFlight), wakes at \(wakeAt?.milliseconds ?? -1), "
                        + "\(machine.rows.count) rows, \(machine.rows.loadedCount) loaded, \(machine.phase)")
                return
            }
        }
    }

    private mutating func check(_ update: ListUpdate?) {
        if let update {
            updates.append(update)
            if let defect = defect(of: update) { broken.append("law 6: \(defect) in \(update)") }
            if update.oldCount == mirror.count { mirror.apply(update) { machine.rows[$0] } }
        }
        if mirror != machine.rows { broken.append("law 6: the updates replayed give another list") }
        if isRepetitive { broken.append("law 1: an identifier is there twice") }
        let limit = machine.policy.maximumRequestsInFlight
        if machine.inFlight.count > limit { broken.append("\(machine.inFlight.count) requests in flight") }
    }

    private func defect(of update: ListUpdate) -> ListUpdateDefect? {
        do { try update.validate() } catch { return error }
        return nil
    }

    private var isRepetitive: Bool {
        var seen: Set<Int> = []
        for range in machine.rows.loadedRanges.ranges {
            for position in range {
                guard let item = machine.rows[position], seen.insert(item).inserted else { return true }
            }
        }
        return false
    }
}
