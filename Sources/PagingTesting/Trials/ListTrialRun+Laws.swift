internal import Paging

extension ListTrialRun {
    /// Compares the rows of a settled list with the source's rows.
    func check() throws(ListTrialFailure) {
        if case .failed(let error) = list.state { throw failure(.screenIsRight, "the list failed: \(error)") }
        let count = trial.rows.count
        if list.isEndKnown, list.count != count {
            throw failure(.oneStretch, "the list has \(list.count) rows, and the source \(count)")
        }
        try checkRows()
        if !isByHand, !screen.isEmpty {
            let visible = screen.clamped(to: 0..<count)
            for position in visible where position >= list.count || list.peek(position) == nil {
                throw failure(.screenIsRight, "row \(trial.rows[position]) is on screen, and not there")
            }
        }
        try checkSections()
    }

    /// Checks that each loaded row appears once, at its position.
    private func checkRows() throws(ListTrialFailure) {
        var shown: [Source.Element.ID: Int] = [:]
        for position in 0..<list.count {
            guard let row = list.peek(position)?.id else { continue }
            if let other = shown.updateValue(position, forKey: row) {
                throw failure(.noRowTwice, "row \(row) is there twice, at \(other) and at \(position)")
            }
            guard let place = trial.positions[row] else {
                throw failure(.screenIsRight, "row \(row) is shown, which the source does not have")
            }
            guard place != position else { continue }
            if position > 0, let above = list.peek(position - 1)?.id, trial.positions[above] == position - 1,
                place > position
            {
                throw failure(.noHole, "row \(trial.rows[position]) is missing between rows \(above) and \(row)")
            }
            throw failure(.screenIsRight, "row \(row) is at \(position), and on the server at \(place)")
        }
    }

    private func checkSections() throws(ListTrialFailure) {
        guard let expected = trial.sections, list.rows.loadedCount > 0 else { return }
        let shown = list.sections.map { $0.map { ListSection(title: $0.title, count: $0.rows.count) } } ?? []
        if shown != expected {
            func text(_ sections: [ListSection]) -> String {
                sections.map { "\($0.title) \($0.count)" }.joined(separator: ", ")
            }
            throw failure(.sectionsAddUp, "sections are \(text(shown)), and on the server \(text(expected))")
        }
    }

    func failure(_ law: ListTrialFailure.Law, _ finding: String) -> ListTrialFailure {
        ListTrialFailure(law: law, seed: seed, finding: finding, history: history)
    }
}
