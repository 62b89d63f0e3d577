internal import PagingCore

/// Delivers a list's changes to its observers: all of one change, then all of the next.
///
/// A change that an observer causes waits until every observer has received the current one. Each change holds its own rows, so that an observer
/// never sees rows of a later one.
@MainActor
final class Deliveries<Element: Sendable> {
    private struct Observer {
        weak var token: ListObservation?
        /// The number of the first change to deliver; earlier ones were in its first delivery.
        let first: Int
        let body: (ListChange<Element>) -> Void
        var isActive: Bool { token?.isActive ?? false }
    }

    private var observers: [Observer] = []
    private var waiting: [ListChange<Element>] = []
    /// The number of the next change; waiting changes are numbered up to it.
    private(set) var next = 0
    private var isDelivering = false
    let mailboxes = ChangeMailboxes<Element>()

    /// `true` if there is no observer, so that changes need not be composed.
    var isEmpty: Bool {
        observers.removeAll { !$0.isActive }
        return observers.isEmpty && mailboxes.isEmpty
    }

    func add(_ first: ListChange<Element>, _ body: @escaping (ListChange<Element>) -> Void) -> ListObservation {
        let token = ListObservation()
        observers.append(Observer(token: token, first: next, body: body))
        body(first)
        return token
    }

    /// Adds a change behind the waiting ones.
    func enqueue(_ change: ListChange<Element>) {
        waiting.append(change)
        next += 1
    }

    /// Delivers the waiting changes, unless a caller further up the stack does so already.
    func deliver() {
        guard !isDelivering, !waiting.isEmpty else { return }
        isDelivering = true
        defer { isDelivering = false }
        while !waiting.isEmpty {
            let number = next - waiting.count
            let change = waiting.removeFirst()
            for observer in observers where observer.first <= number && observer.isActive { observer.body(change) }
            mailboxes.put(change)
        }
    }
}
