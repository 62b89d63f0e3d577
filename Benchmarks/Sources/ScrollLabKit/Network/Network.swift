/// The requests under way, and when each is answered.
///
/// Theory of operation. A request first waits for its delay, then its rows come. While rows come, every answer under way
/// gets an equal share of the bandwidth; shares change only when an answer begins, ends or is cancelled, so between two
/// such moments all progress is linear and the next moment is known. Without a limit rows take no time.
struct Network {
    private struct Transfer {
        let key: RequestKey
        let sequence: Int
        /// When rows begin to come; for a lost request when its time is out.
        let startsAt: Double
        let isLost: Bool
        /// Rows still to come.
        var remaining: Double
    }

    /// A moment at which something becomes known.
    struct Event {
        let time: Double
        let sequence: Int
        let key: RequestKey
        let isLost: Bool
    }

    private let model: NetworkModel
    private let seed: UInt64
    private var transfers: [Transfer] = []
    private var ordinal = 0
    /// Up to when the progress of transfers is worked out.
    private var clock = 0.0

    init(_ model: NetworkModel, seed: UInt64) {
        self.model = model
        self.seed = seed
    }

    mutating func send(_ key: RequestKey, rows: Int, sequence: Int, at now: Double) {
        advance(to: now)
        ordinal += 1
        let fate = model.fate(ofRequest: ordinal, seed: seed)
        transfers.append(
            Transfer(
                key: key, sequence: sequence, startsAt: now + (fate.isLost ? model.timeOut : fate.delay),
                isLost: fate.isLost, remaining: model.bandwidth == nil || fate.isLost ? 0 : Double(rows)))
    }

    /// - Returns: whether it was under way.
    mutating func cancel(_ key: RequestKey, at now: Double) -> Bool {
        advance(to: now)
        guard let index = transfers.firstIndex(where: { $0.key == key }) else { return false }
        transfers.remove(at: index)
        return true
    }

    /// The next request to end; `nil` where none is under way.
    func next() -> Event? {
        var copy = self
        while true {
            let (event, change) = copy.outlook()
            if let event, event.time <= change { return event }
            guard change < .infinity else { return nil }
            copy.progress(to: change)
        }
    }

    /// Takes an answer off the network at its time.
    mutating func finish(_ event: Event) {
        advance(to: event.time)
        transfers.removeAll { $0.key == event.key }
    }

    private mutating func advance(to now: Double) {
        while true {
            let change = outlook().change
            progress(to: min(change, now))
            if change >= now { return }
        }
    }

    /// The first event if shares stay as they are, and when the next answer begins to come, which changes them.
    private func outlook() -> (event: Event?, change: Double) {
        var first: Event?
        var change = Double.infinity
        let share = self.share
        for transfer in transfers {
            if transfer.remaining > 0, transfer.startsAt > clock {
                change = min(change, transfer.startsAt)
                continue
            }
            let end = max(transfer.startsAt, clock) + (transfer.remaining > 0 ? transfer.remaining / share : 0)
            if let known = first, (known.time, known.sequence) <= (end, transfer.sequence) { continue }
            first = Event(time: end, sequence: transfer.sequence, key: transfer.key, isLost: transfer.isLost)
        }
        return (first, change)
    }

    /// Rows a millisecond for each answer that is coming now.
    private var share: Double {
        (model.bandwidth ?? 0) / 1000 / Double(max(1, transfers.count { isComing($0) }))
    }

    private func isComing(_ transfer: Transfer) -> Bool {
        transfer.remaining > 0 && transfer.startsAt <= clock
    }

    private mutating func progress(to time: Double) {
        guard time > clock else { return }
        let rows = share * (time - clock)
        for index in transfers.indices where isComing(transfers[index]) { transfers[index].remaining -= rows }
        clock = time
    }
}
