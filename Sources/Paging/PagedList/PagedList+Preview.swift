internal import PagingCore

/// The state in which a preview's list stays.
public enum PreviewState: Sendable {
    /// All rows are there.
    case loaded
    /// A page of rows after the given ones stays under way forever.
    case loading
    /// The rows after the given ones could not be loaded.
    case failed(any Error)
}

extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// Makes a list for previews. Its rows are there at once, and it stays in the given state.
    ///
    /// ```swift
    /// let full = PagedList.preview(rows)
    /// let empty = PagedList<Row>.preview([])
    /// let waiting = PagedList<Row>.preview([], .loading)
    /// ```
    ///
    /// A list that is empty and `loading` or `failed` has no rows; one with rows has a page of placeholders behind them.
    ///
    /// - Parameters:
    ///   - items: the rows.
    ///   - state: the state in which the list stays.
    public static func preview(_ items: [Element], _ state: PreviewState = .loaded) -> PagedList<Element> {
        let list = PagedList(
            PreviewSource(items: items, state: state),
            policy: LoadPolicy(pageSize: max(20, items.count), preloads: false, retry: RetryPolicy(attempts: 1)))
        list.viewport(0..<max(1, items.count))
        for asked in list.inFlight {
            switch (state, items.isEmpty) {
            case (.loading, true): break
            case (.failed(let error), true): list.deliver(error, for: asked.request)
            default: list.deliver(PreviewSource(items: items, state: state).page(asked.rows), for: asked.request)
            }
        }
        return list
    }
}

/// The given items, with no rows after them.
private struct PreviewSource<Element: Sendable>: PageSource {
    let items: [Element]
    let state: PreviewState
    var capabilities: SourceCapabilities { .positions }

    private var total: Int {
        if case .loaded = state { items.count } else { items.isEmpty ? 0 : items.count + 20 }
    }

    func page(_ rows: Range<Int>) -> Page<Element> {
        let inside = rows.clamped(to: 0..<items.count)
        return Page(Array(items[inside]), at: inside.lowerBound, total: total)
    }

    func page(for request: PageRequest) async throws -> Page<Element> {
        guard case .positions(let rows) = request else { throw UnsupportedRequest(request) }
        let page = page(rows)
        switch state {
        case .loaded: return page
        case .failed(let error): if page.items.isEmpty { throw error }
        case .loading:
            guard page.items.isEmpty else { return page }
            // Until it is cancelled.
            let silence = AsyncStream<Void>.makeStream()
            for await _ in silence.stream {}
            silence.continuation.finish()
            throw CancellationError()
        }
        return page
    }
}
