internal import Paging
internal import PagingCore

extension StackWorld {
    /// Writers rest, the network is sound, the reader asks again for what failed, refreshes and looks at everything: all has to be right.
    func end() async throws {
        network.isOffline = false
        network.isCalm = true
        answerEdits(all: true)
        // Requests that were under way while the network was unsound may fail after the first retry.
        for _ in 0..<2 {
            try await perform(.retry)
            try await rest()
        }
        if setting.reader == .scrolls, !mayNotFindOut, !liesAboutTotal, !beginsAtMissingRow,
            let error = list.state.error
        {
            throw violation(.becomesRight, "what failed was tried again on a sound network, and the list says \(error)")
        }
        if setting.reader == .pagesByHand, list.counters.requests == 0 { try await perform(.loadMore) }
        try await perform(.look(0))
        try await rest()
        try await perform(.refresh)
        try await rest()
        // Changes further down, found by a refresh, remove rows. The app then asks for the rows that came in their place.
        for _ in 0..<3 {
            if setting.reader == .pagesByHand { try await pageToTheEnd() }
            try await scrollToTheEnd()
            if setting.reader != .pagesByHand || list.isComplete || couldNotGoOn { break }
        }
        // A refresh by hand asks for nothing behind the rows on screen.
        if setting.reader == .pagesByHand, !couldNotGoOn { try await pageToTheEnd() }
        try checkEnd()
    }

    private func pageToTheEnd() async throws {
        var pages = 0
        // Rows that came above since stand as placeholders until the next page.
        while !list.isComplete {
            // A second view has loaded rows where it was, and what is between them comes with the pages.
            if !hasWritten, !hasLookedTwice { try checkStretch() }
            try await perform(.loadMore)
            try await rest()
            pages += 1
            if list.state.error != nil || hasThrown {
                couldNotGoOn = true
                return
            }
            if pages > 2 * setting.count + 40 {
                throw violation(.oneStretch, "\(pages) pages, and the list is not complete")
            }
        }
    }

    private func scrollToTheEnd() async throws {
        var (top, isUp) = (0, false)
        var turns = 0
        while true {
            try await perform(.lookAt(top))
            try await rest()
            if setting.reader == .pagesByHand {
                // Looking loads nothing there: a refresh confirms what is on screen.
                try await perform(.refresh)
                try await rest()
            }
            turns += 1
            if turns > 4 * setting.count + 100 { throw violation(.becomesRight, "a walk down of \(turns) screens") }
            if top + Self.screenful >= list.count {
                // Rows that were evicted or came later are looked at once more.
                if list.hasPausedLoading {
                    list.resumeLoading()
                    continue
                }
                // So are rows that an answer to another screen has put in doubt.
                if isUp || list.isComplete { return }
                (top, isUp) = (0, true)
            } else {
                top += Self.screenful - 1
            }
        }
    }

    /// The keys of rows that the reader changed or made.
    private var ownRows: Set<Int> {
        Set(edits.flatMap { [$0.row.id, $0.row.id - 1_000, $0.made?.id ?? $0.row.id] })
    }

    /// Of what an app that pages by hand was given nothing is missing.
    private func checkStretch() throws {
        // Rows that the reader put at the end are no rows of the server's.
        let own = ownRows
        let rows = list.rows.filter { row in row.map { !own.contains($0.id) } ?? true }
        if let hole = rows.lastIndex(where: { $0 != nil }).flatMap({ rows[..<$0].firstIndex { $0 == nil } }) {
            throw violation(.oneStretch, "row \(hole) is not loaded, rows after it are")
        }
    }

    private func checkEnd() throws {
        let all = try server.truth()
        let truth = isHiding ? all.filter { $0.id % 3 != 0 } : all
        let shown = screen.shown
        let saysWhy = list.state.error != nil || couldNotGoOn || missingRowsSayWhy
        let goesOn = setting.reader == .pagesByHand && !list.isComplete
        if liesAboutTotal, saysWhy || goesOn || isSparing || !shown.contains(nil) {
            // The list may believe the total; what it shows is in the server's order all the same.
            let places = shown.compactMap(\.self).map { row in truth.firstIndex { $0.id == row.id } ?? -1 }
            let isInOrder = places.first ?? 0 >= 0 && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
            if isInOrder { return }
        }
        // A list that failed shows what it had.
        if liesAboutTotal || beginsAtMissingRow, list.state.error != nil { return }
        // Nothing says that an API counts from one but rows that stay where they are.
        if hasWritten, countsFromOneUnsaid { return }
        if mayNotFindOut, saysWhy, shown.count < truth.count || shown.contains(nil) {
            // All that is shown is at its place all the same; content that is out of reach may be older, and own rows are behind what is.
            let own = list.edits.isEmpty ? [] : ownRows
            let known = shown.enumerated().filter { $1.map { !own.contains($0.id) } ?? false }
            if known.allSatisfy({ $0 < truth.count && truth[$0].id == $1?.id }) { return }
        }
        let isAsTrue = shown.count == truth.count && zip(shown, truth).allSatisfy { $0 == nil && isSparing || $0 == $1 }
        if !isAsTrue {
            let law: StackLaw = setting.reader == .pagesByHand ? .oneStretch : .becomesRight
            throw violation(law, "the screen has \(text(shown)), the server \(text(truth)); the list is \(list.state)")
        }
        if let error = list.state.error, !isOutOfReach, !beginsAtMissingRow {
            throw violation(.becomesRight, "all rows are there, and the list failed: \(error)")
        }
        if let twice, twice.shown != shown {
            throw violation(.becomesRight, "the second view has \(text(twice.shown)), the first one \(text(shown))")
        }
        try checkEditsAreOver()
        if list.state.error == nil, !couldNotGoOn, !list.isComplete, !liesAboutTotal, !mayNotFindOut, !isHiding,
            !isSparing
        {
            throw violation(
                .oneStretch,
                "all \(truth.count) rows are there at rest, and the list has more: gaps \(list.gapPositions), ends "
                    + "\((list.isStartKnown, list.isEndKnown))")
        }
        if server.isGrouped, !truth.isEmpty, screen.sections != truth.map(\.shelf) {
            throw violation(
                .sectionsAddUp,
                "titles are \(screen.sections.map { $0.joined() } ?? "none"), the server's \(truth.map(\.shelf).joined())"
            )
        }
    }

    /// Few rows stay in memory: of the others the list knows the places.
    var isSparing: Bool { setting.extras.loading == .sparing }

    /// The list was to begin with a row that its server does not have, which it says until it is to begin elsewhere.
    var beginsAtMissingRow: Bool {
        guard case .row = setting.extras.beginning, !beginsAtStart else { return false }
        let id = Int(setting.extras.place * Double(setting.count)) + 1
        return (try? server.truth().contains { $0.id == id }) == false
    }

    /// Every row that did not come says that it failed, where the list as a whole does not.
    private var missingRowsSayWhy: Bool {
        let missing = list.rows.indices.filter { list.rows[$0] == nil }
        return !missing.isEmpty
            && missing.allSatisfy { if case .failed = list.state(at: $0) { true } else { false } }
    }

    func text(_ rows: [StackRow?]) -> String {
        "\(rows.count) rows: "
            + rows.prefix(60).map { $0.map { "\($0.id)\($0.name.hasSuffix("*") ? "*" : "")" } ?? "·" }.joined(
                separator: " ")
    }
}
