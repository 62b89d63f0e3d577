internal import Observation
internal import PagingCore

/// One signal a row, so that a page's arrival redraws the rows it fills and no other.
///
/// Observation works per property: a list kept in one property would redraw every row whenever anything arrives. So
/// each row that is read gets a small observable object of its own, and what changes is told to those alone.
@MainActor
final class RowSignals {
    @Observable
    final class Signal {
        private var changes = 0
        func read() { _ = changes }
        func send() { changes &+= 1 }
    }

    /// Signals kept at most; more rows than any screen shows.
    private let limit = 1024
    private var signals: [SlotID: Signal] = [:]

    /// Registers whoever is being tracked for changes of a row.
    func read(_ slot: SlotID) {
        if let signal = signals[slot] { return signal.read() }
        if signals.count >= limit { sendAll() }
        let signal = Signal()
        signals[slot] = signal
        signal.read()
    }

    /// Tells those who have read a row that it changed.
    func send(_ slot: SlotID) {
        // Observers look once and register again, so a signal that was sent is done.
        signals.removeValue(forKey: slot)?.send()
    }

    /// Tells everyone: those still interested read again, and the rest is forgotten.
    func sendAll() {
        let all = signals
        signals.removeAll(keepingCapacity: true)
        for signal in all.values { signal.send() }
    }

    /// Tells those who have read rows at changed positions.
    ///
    /// - Complexity: O(min(*changed*, *rows being observed*)).
    func send(changed positions: PositionSet, slotID: (Int) -> SlotID, position: (SlotID) -> Int?) {
        guard !signals.isEmpty else { return }
        if positions.count <= signals.count {
            for range in positions.ranges { for row in range { send(slotID(row)) } }
        } else {
            let hit = signals.keys.filter { position($0).map(positions.contains) ?? true }
            for slot in hit { send(slot) }
        }
    }
}
