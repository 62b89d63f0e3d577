internal import Observation
internal import Paging

/// Wakes tasks that wait for something to change in a list: rows, its length, its state.
///
/// Wake-ups that no task has taken yet become one: the task then sees the list as it is by then.
@MainActor
final class ListWatch<Element: Sendable> {
    /// One element each time there may be something new to see.
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

    /// Wakes without a change.
    func wake() {
        continuation.yield()
    }

    /// The same as ``wake()``, for other threads.
    var waker: @Sendable () -> Void {
        { [continuation] in continuation.yield() }
    }

    /// The list as a whole changes its state without any row changing: when it fails before the first of them.
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
