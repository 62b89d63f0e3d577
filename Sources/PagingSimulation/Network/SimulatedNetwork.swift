package import Paging

/// The network between a list and a ``SimulatedFeed``, in virtual time: latency, and the hazards that a test lets happen.
///
/// A request reaches the server after half its time, is answered as the list is then, and the answer is back after
/// the other half. What becomes of a request follows from the seed and the time when it is sent, so it stays the same
/// when other requests no longer come before it. A called-off request is dropped wherever it is, unless
/// ``NetworkHazards/lateness`` keeps it.
package struct SimulatedNetwork: Sendable {
    /// A delivery of the network.
    package enum Delivery: Sendable {
        /// An answer.
        case answer(FeedAnswer)
        /// The request failed.
        case failure(isTransient: Bool, retryAfter: Double?)
    }

    private enum Stage: Sendable {
        case toServer(versionsAgo: Int, isDoubled: Bool)
        case toReader(Delivery)
    }

    private struct Flight: Sendable {
        var due: Double
        let request: FeedRequest
        let back: Double
        let isKept: Bool
        var stage: Stage
    }

    /// Milliseconds from asking to the answer.
    package var latency: Double
    /// The hazards.
    package var hazards: NetworkHazards
    /// Milliseconds after which a request that is not answered counts as failed.
    package var timeout = 5_000.0
    /// Requests sent so far.
    package private(set) var requests = 0
    /// Bytes of all answers that the server sent, those that were cancelled on their way included.
    package private(set) var bytes = 0
    /// When the network next does something; infinity where nothing is under way.
    package private(set) var nextDue = Double.infinity
    private let seed: UInt64
    private var flights: [Flight] = []
    /// The connections that are open.
    var streams: [SimulatedStream] = []
    private var lastSent = -1.0
    private var inInstant: UInt64 = 0

    /// Makes a network.
    package init(latency: Double, hazards: NetworkHazards = [], seed: UInt64) {
        (self.latency, self.hazards, self.seed) = (latency, hazards, seed)
    }

    /// `true` if nothing is under way.
    package var isSilent: Bool { flights.isEmpty }

    /// Takes a request on its way.
    package mutating func send(_ request: FeedRequest, now: Double) {
        requests += 1
        bytes += 100
        inInstant = now == lastSent ? inInstant + 1 : 0
        lastSent = now
        var chance = SplitMix64(seed: seed ^ now.bitPattern &+ inInstant)
        // Drawn whether it is used or not, so that one hazard less leaves the others as they were.
        let (up, down, fate, detail) = (chance.nextUnit(), chance.nextUnit(), chance.nextUnit(), chance.nextUnit())
        let (age, kept) = (chance.nextUnit(), chance.nextUnit())
        let there = latency / 2 * (hazards.contains(.jitter) ? 1 + 2 * up : 1)
        let back = latency / 2 * (hazards.contains(.jitter) ? 1 + 2 * down : 1)
        var stage = Stage.toServer(versionsAgo: 0, isDoubled: hazards.contains(.duplication) && detail < 0.1)
        var due = now + there
        switch fate {
        case ..<0.03 where hazards.contains(.loss):
            due = now + timeout
            stage = .toReader(.failure(isTransient: true, retryAfter: nil))
        case 0.03..<0.1 where hazards.contains(.errors):
            due += back
            stage = .toReader(.failure(isTransient: true, retryAfter: detail < 0.2 ? 700 : nil))
        case 0.1..<0.11 where hazards.contains(.refusals):
            due += back
            stage = .toReader(.failure(isTransient: false, retryAfter: nil))
        case 0.11..<0.31 where hazards.contains(.staleness) && !request.skipsCaches:
            stage = .toServer(versionsAgo: 1 + Int(age * age * 6), isDoubled: false)
        default: break
        }
        add(Flight(due: due, request: request, back: back, isKept: kept < 0.5, stage: stage))
    }

    /// Calls a request off.
    package mutating func cancel(_ id: RequestID) {
        let keeps = hazards.contains(.lateness)
        flights.removeAll { $0.request.id == id && !(keeps && $0.isKept) }
        streams.removeAll { $0.request.id == id }
        nextDue = flights.lazy.map(\.due).min() ?? .infinity
    }

    /// Forgets all that is under way: nothing waits for it any more.
    package mutating func dropAll() {
        flights.removeAll()
        streams.removeAll()
        nextDue = .infinity
    }

    /// Handles the next event that is due. Returns `nil` if that was only a request that reached the server.
    package mutating func next(from feed: SimulatedFeed) -> (request: FeedRequest, delivery: Delivery)? {
        guard let index = flights.indices.min(by: { flights[$0].due < flights[$1].due }) else { return nil }
        let flight = flights.remove(at: index)
        nextDue = flights.lazy.map(\.due).min() ?? .infinity
        switch flight.stage {
        case .toServer where flight.request.kind.isLive:
            open(flight.request, on: feed, now: flight.due, back: flight.back)
            return nil
        case .toServer(let age, let isDoubled):
            let answer = feed.answer(flight.request.kind, versionsAgo: age)
            bytes += answer.byteCount
            var returning = flight
            returning.stage = .toReader(.answer(answer))
            returning.due += flight.back
            add(returning)
            if isDoubled {
                returning.due += 3 * latency
                add(returning)
            }
            return nil
        case .toReader(let delivery): return (flight.request, delivery)
        }
    }

    /// Something arrives over a stream.
    mutating func deliver(_ delivery: Delivery, of stream: SimulatedStream) {
        if case .answer(let answer) = delivery { bytes += answer.byteCount }
        add(
            Flight(
                due: stream.arrival, request: stream.request, back: 0, isKept: false, stage: .toReader(delivery)))
    }

    private mutating func add(_ flight: Flight) {
        flights.append(flight)
        nextDue = min(nextDue, flight.due)
    }
}
