internal import Observation
internal import PagingCore

/// One signal a row, so that a page's arrival redraws only the rows it fills.
///
/// Observation works per property: a list kept in one property would redraw every row on each arrival. So each row that is read gets a small
/// observable object of its own, and only the changed rows' objects are notified.
@MainActor
final class RowSignals {
    /// The key by which a row was read.
    enum Reading: Hashable {
        /// By its position, which another row has after rows come or go before it.
        case position
        /// By its identity, which it keeps.
        case identity
    }

    @Observable
    final class Signal {
        private var changes = 0
        func read() { _ = changes }
        func send() { changes &+= 1 }
    }

    /// The most signals kept; more rows than any screen shows.
    private let limit = 1024
    private var byPosition: [SlotID: Signal] = [:]
    private var byIdentity: [SlotID: Signal] = [:]

    /// Registers the current observation tracking, if any, for changes of a row.
    func read(_ slot: SlotID, by reading: Reading) {
        switch reading {
        case .position: read(slot, &byPosition)
        case .identity: read(slot, &byIdentity)
        }
    }

    private func read(_ slot: SlotID, _ signals: inout [SlotID: Signal]) {
        if let signal = signals[slot] { return signal.read() }
        if signals.count >= limit { Self.sendAll(&signals) }
        let signal = Signal()
        signals[slot] = signal
        signal.read()
    }

    /// Notifies the observers of a row that it changed.
    private func send(_ slot: SlotID) {
        // Observers read once and register again, so a signal that was sent is done.
        byPosition.removeValue(forKey: slot)?.send()
        byIdentity.removeValue(forKey: slot)?.send()
    }

    /// Notifies all readers of rows by position. Those still interested read again, and the others are forgotten.
    func sendPositions() { Self.sendAll(&byPosition) }

    /// Notifies the observers of removed rows, read by identity.
    func sendGone(_ isGone: (SlotID) -> Bool) {
        for slot in byIdentity.keys.filter(isGone) { byIdentity.removeValue(forKey: slot)?.send() }
    }

    private static func sendAll(_ signals: inout [SlotID: Signal]) {
        let all = signals
        signals.removeAll(keepingCapacity: true)
        for signal in all.values { signal.send() }
    }

    /// Notifies the observers of rows at changed positions.
    ///
    /// - Complexity: O(min(*changed*, *rows being observed*)).
    func send(changed positions: PositionSet, slotID: (Int) -> SlotID, position: (SlotID) -> Int?) {
        let observed = byPosition.count + byIdentity.count
        guard observed > 0, !positions.isEmpty else { return }
        if positions.count <= observed {
            for range in positions.ranges { for row in range { send(slotID(row)) } }
        } else {
            let slots = Set(byPosition.keys).union(byIdentity.keys)
            for slot in slots where position(slot).map(positions.contains) ?? true { send(slot) }
        }
    }
}
