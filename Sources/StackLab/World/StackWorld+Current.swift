internal import Paging
internal import PagingCore

extension StackWorld {
    /// Follows what makes the list equal to the server's, and what ends that.
    func follow(_ action: StackAction) {
        switch action {
        case .write, .edit, .offline: (isCurrent, changes) = (false, changes + 1)
        case .refresh, .reload, .restart, .restore, .replace: isCurrent = !network.isOffline
        default: break
        }
    }

    /// `true` if the list begins at its start, whatever place it was made to begin at.
    var beginsAtStart: Bool { setting.extras.beginning == .start || isReplaced || hasRestarted }

    /// A list that was loaded or refreshed since its server's list has changed shows on screen, at rest, what the server has: rows that follow each
    /// other there, as they are now, each under its title.
    func checkCurrent() throws {
        guard isCurrent, let found = notCurrent() else { return }
        throw found
    }

    /// The reader refreshes, and sees what the server has as soon as that has ended, unless it has changed meanwhile.
    func refresh() {
        let changes = changes
        ask("refresh") { [weak self] list in
            try await list.refresh()
            guard let self, list === self.list, changes == self.changes else { return }
            self.found = self.found ?? self.notCurrent()
        }
    }

    /// The list fails only if something else has.
    func checkSound() throws {
        guard setting.kind != .played, network.losses == 0, !beginsAtMissingRow,
            !hasWritten || setting.behavior.membership != .fixed
        else { return }
        if let error = list.state.error {
            throw violation(.becomesRight, "no request was lost, and the list says \(error)")
        }
        for position in list.rows.indices.prefix(500) where list.rows[position] == nil {
            if case .failed(let failure) = list.state(at: position) {
                throw violation(.becomesRight, "no request was lost, and row \(position) failed: \(failure)")
            }
        }
    }

    private func notCurrent() -> StackViolation? {
        guard setting.reader == .scrolls, !network.isOffline, list.state.error == nil, !hasThrown,
            !list.hasPausedLoading, list.edits.isEmpty, let top, top < list.count, !liesAboutTotal, !mayNotFindOut,
            !(hasWritten && countsFromOneUnsaid), let all = try? server.truth()
        else { return nil }
        let truth = isHiding ? all.filter { $0.id % 3 != 0 } : all
        let range = top..<min(top + Self.screenful, list.count)
        let rows = list.rows[range].compactMap(\.self)
        guard rows.count == range.count, let first = rows.first else { return nil }
        let start = truth.firstIndex { $0.id == first.id }
        guard let start, truth[start...].starts(with: rows) else {
            return violation(
                .becomesRight,
                "nothing has changed since the list was loaded, and the screen has \(text(rows)), the server \(text(truth))"
            )
        }
        guard server.isGrouped, let titles = screen.sections, titles.indices.contains(range.upperBound - 1) else {
            return nil
        }
        if Array(titles[range]) != rows.map(\.shelf) {
            return violation(
                .sectionsAddUp,
                "titles on screen are \(titles[range].joined()), the rows' \(rows.map(\.shelf).joined())")
        }
        return nil
    }
}
