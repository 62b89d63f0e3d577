internal import Observation
internal import Paging

/// Calls back with the states of a list's ends, from the first ``tell()`` on and whenever one of them changes.
@MainActor
final class EdgeObserver<Element: Sendable> {
    private let list: PagedList<Element>
    private let onChange: @MainActor (_ before: EdgeState, _ after: EdgeState) -> Void
    private var isObserving = false

    init(
        _ list: PagedList<Element>, onChange: @escaping @MainActor (_ before: EdgeState, _ after: EdgeState) -> Void
    ) {
        (self.list, self.onChange) = (list, onChange)
    }

    private func observe() {
        let states = withObservationTracking {
            (EdgeState(list, .before), EdgeState(list, .after))
        } onChange: { [weak self, ledger = list.ledger] in
            ledger.turn { self?.observe() }
        }
        onChange(states.0, states.1)
    }

    /// Begins to call back, or calls back once more.
    func tell() {
        if isObserving { return onChange(EdgeState(list, .before), EdgeState(list, .after)) }
        isObserving = true
        observe()
    }
}
