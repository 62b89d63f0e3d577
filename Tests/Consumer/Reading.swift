import Paging

/// How an app's tests read a list: by looking at it, and waiting for what it tells.
extension PagedList {
    /// Looks at rows until all of them are there.
    ///
    /// - Throws: what kept one from coming.
    func look(at rows: Range<Int>) async throws {
        var changes = changes.makeAsyncIterator()
        viewport(rows)
        while let missing = rows.clamped(to: 0..<count).first(where: { peek($0) == nil }) {
            if case .failed(let error) = state(at: missing) { throw error }
            if let error = state.error { throw error }
            guard await changes.next() != nil else { throw CancellationError() }
        }
    }

    /// Looks at one screen after the other, to the end of the list.
    func readThrough(screen: Int = 25) async throws -> [Element] {
        var first = 0
        while first < count || !isEndKnown {
            if first >= count {
                try await loadMore()
            } else {
                let rows = first..<min(first + screen, count)
                try await look(at: rows)
                first = rows.upperBound
            }
        }
        return (0..<count).compactMap { peek($0) }
    }

    /// The list's sections, once they are there.
    func named() async throws -> ListSections {
        var changes = changes.makeAsyncIterator()
        while true {
            if let sections { return sections }
            if let error = state.error { throw error }
            guard await changes.next() != nil else { throw CancellationError() }
        }
    }
}
