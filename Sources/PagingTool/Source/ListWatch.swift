internal import Observation
internal import Paging

/// Wakes tasks that wait for a change in a list: rows, its length, its state.
///
/// Wake-ups that no task has received yet are merged, because a task reads the list's current state anyway.
@MainActor
final class ListWatch<Element: Sendable> {
    /// One element each time there may be a change.
    let changes: AsyncStream<Void>

    private let list: PagedList<Element>
    private let continuation: AsyncStream<Void>.Continuation
    private var observation: ListObservation?

    init(_ list: PagedList<Element>) {
        self.list = list
        (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        observation = list.observe { [continuation] change in
            if change.reason != .initial { continuation.yield() }
        }
        observe()
    }

    deinit {
        continuation.finish()
    }

    /// Wakes waiting tasks without a change.
    func wake() {
        continuation.yield()
    }

    /// A closure that does the same as ``wake()`` on any thread.
    var waker: @Sendable () -> Void {
        { [continuation] in continuation.yield() }
    }

    /// Observes the list's state, which may change without any row changing, for example if loading fails before the first row.
    private func observe() {
        withObservationTracking {
            _ = (list.state.isFailed, list.isComplete, list.isEndKnown, list.sections?.count)
        } onChange: { [weak self] in
            Task { @MainActor in
                self?.continuation.yield()
                self?.observe()
            }
        }
    }
}

extension ListState {
    fileprivate var isFailed: Bool { error != nil }
}
