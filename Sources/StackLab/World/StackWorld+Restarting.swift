internal import Paging
internal import PagingCore
internal import PagingTesting

extension StackWorld {
    /// The app ends, and another one begins, with nothing but what its cache has kept.
    func restart() async {
        await settle()
        leave(list)
        hasRestarted = true
        // What the reader did, and the server does not show, is lost with the app.
        edits = []
        // Its cache is older than the new app, as it is on any device.
        clock.advance(by: .seconds(1))
        list = newList()
        if isHiding { hideSome() }
        show()
        if setting.reader == .pagesByHand { ask("loadMore") { try await $0.loadMore() } } else { look(at: 0) }
    }

    /// The list goes on with a source that knows nothing yet: another account, or another query.
    func replace() {
        (isReplaced, hasJumped) = (true, false)
        let source = source()
        ask("replaceSource") { [weak self] list in
            // A view without rows begins at the top with the first ones.
            if list.rows.isEmpty, self?.setting.reader == .scrolls { self?.look(at: 0) }
            try await list.replaceSource(with: source)
        }
    }

    /// A list whose source was replaced begins at its start.
    func checkReplaced() throws {
        guard isReplaced, !hasJumped, !hasWritten, edits.isEmpty, !list.showsPreviousSource, list.startingPosition != 0
        else { return }
        throw violation(.becomesRight, "the source was replaced, and a view begins at row \(list.startingPosition)")
    }
}
