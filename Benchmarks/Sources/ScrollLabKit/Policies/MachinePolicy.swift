@testable import PagingCore

/// This library: the list machine itself, driven as an app's list drives it.
struct MachinePolicy: ScrollPolicy {
    static var servesAllViews: Bool { true }

    private var machine: ListMachine
    /// The desk's names for the machine's requests, and back.
    private var names: [RequestID: Int] = [:]
    private var identifiers: [Int: RequestID] = [:]
    private let network: LearnedNetwork

    /// Makes a machine for a source that answers for any rows.
    ///
    /// - Parameters:
    ///   - policy: how it loads.
    ///   - seed: where the jitter of its retries starts.
    ///   - network: what lists before it learned of the network, and where it puts what it learns.
    init(_ policy: LoadPolicy, seed: UInt64, network: LearnedNetwork = LearnedNetwork()) {
        self.network = network
        // The peers know the length of the list from the start. One section as long as the list tells it to the machine.
        machine = ListMachine(capabilities: [.positions, .sections], policy: policy, seed: seed)
        if let estimate = network.estimate { machine.begin(with: estimate) }
    }

    mutating func start(_ desk: inout Desk) {
        let effects = machine.viewport(desk.opening, viewer: ViewerID(desk.viewer), now: desk.instant)
        carryOut(effects, &desk)
        for request in effects.requests where request.kind == .sections {
            carryOut(machine.sectionsArrived(counts: [desk.listRows], for: request.id, now: desk.instant), &desk)
        }
    }

    mutating func frame(_ desk: inout Desk) {
        let effects = machine.viewport(
            desk.viewport, landing: desk.landing, viewer: ViewerID(desk.viewer), now: desk.instant)
        carryOut(effects, &desk)
    }

    mutating func answered(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        guard let id = forget(request) else { return }
        let page = Page(Array(rows), at: rows.lowerBound, total: desk.listRows)
        carryOut(machine.arrived(page, for: id, now: desk.instant), &desk)
        network.estimate = machine.networkEstimate ?? network.estimate
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        guard let id = forget(request) else { return }
        carryOut(machine.failed(id, isTransient: true, now: desk.instant), &desk)
    }

    mutating func woke(_ desk: inout Desk) {
        carryOut(machine.wake(now: desk.instant), &desk)
    }

    func missing(in rows: Range<Int>, _ desk: Desk) -> PositionSet {
        let known = rows.clamped(to: 0..<machine.rows.count)
        return machine.rows.missingRanges(in: known).union(PositionSet(rows).subtracting(PositionSet(known)))
    }

    private mutating func carryOut(_ effects: ListEffects, _ desk: inout Desk) {
        for id in effects.cancellations {
            guard let name = names.removeValue(forKey: id) else { continue }
            identifiers[name] = nil
            desk.cancel(name)
        }
        for request in effects.requests {
            guard case .page(.positions(let rows)) = request.kind else { continue }
            let name = desk.ask(rows)
            (names[request.id], identifiers[name]) = (name, request.id)
        }
        desk.wakeAt = effects.wakeAt?.milliseconds
    }

    private mutating func forget(_ request: Int) -> RequestID? {
        guard let id = identifiers.removeValue(forKey: request) else { return nil }
        names[id] = nil
        return id
    }
}

/// The estimates that lists learned of a network, one after the other.
final class LearnedNetwork {
    var estimate: NetworkEstimate?

    init(_ estimate: NetworkEstimate? = nil) {
        self.estimate = estimate
    }
}

extension Desk {
    fileprivate var instant: Instant { Instant(milliseconds: now) }
}
