internal import Paging

/// The rows shown of a list once its reader edits and hides rows, held against the first, second and sixth law.
///
/// It follows the list's updates through the library's own projection. Numbers from ``ownNumbers`` on are those of rows
/// that the reader inserted and the server does not know yet.
struct ShownChecker: Sendable {
    static let ownNumbers = 1_000_000
    /// Updates between two comparisons of all that is shown.
    private static let fullCheckInterval = 16

    struct Defect {
        var law: Law
        var expected: String
        var found: String
    }

    private(set) var list: ShownList
    /// Every so manieth number is hidden; `nil` for none.
    private(set) var hidesEvery: Int?
    /// The last request sent.
    var lastRequest = 0
    private(set) var defect: Defect?
    private var mirror: PagedArray<Int>
    private var marks: [EditID: Int] = [:]
    private var made = 0
    private var updates = 0

    init(_ server: some FeedSubject) {
        list = ShownList(server)
        mirror = server.rows
    }

    // MARK: What happens

    /// The list took something in.
    mutating func follow(
        _ update: ListUpdate?, along map: PositionMap?, seen: [Int], answer: Int?, of server: some FeedSubject
    ) {
        guard update != nil || !seen.isEmpty else { return }
        let update = update ?? ListUpdate(oldCount: list.serverCount, newCount: list.serverCount)
        var looked = update.inserted.union(update.changed)
        for number in seen { if let place = server.position(of: number) { looked.insert(place..<place + 1) } }
        let (hiding, showing) = judged(looked, of: server)
        // Rows without an edit are nothing to it.
        let seen = Set(list.edits.lazy.map(\.number).filter { seen.contains($0) })
        let shown = list.follow(
            update, along: map, hiding: hiding, showing: showing, seen: seen, answer: answer ?? .max, in: server)
        take(shown, of: server)
        checkSettled(seen: seen, answer: answer, of: server)
    }

    /// The reader edits a row, or the app tells what became of an edit.
    ///
    /// - Returns: the edit that the server is to take in.
    mutating func perform(_ act: OwnAct, choice: Int, of server: some FeedSubject) -> RowEdit? {
        let count = list.count
        // Edits and filters are checked without rows.
        let rows = act.isEdit ? shownNumbers(of: server) : []
        func loaded(_ choice: Int) -> Int? { rows.isEmpty ? nil : rows[choice % rows.count] }
        var kind: RowEdit.Kind?
        var number = loaded(choice)
        switch act {
        case .update: kind = .update
        case .remove: kind = .remove
        case .insert:
            number = Self.ownNumbers + made
            made += 1
            kind = .insert(place(choice, beside: loaded(choice / 7)))
        case .move: kind = .move(place(choice / 3, beside: loaded(choice / 7)))
        case .rollBack:
            guard !list.edits.isEmpty else { return nil }
            take(list.rollBack(list.edits[choice % list.edits.count].id, in: server), of: server)
        case .confirm: return list.edits.isEmpty ? nil : list.edits[choice % list.edits.count]
        case .hide:
            hidesEvery = choice % 3 == 0 ? nil : 2 + choice % 5
            take(list.filter(judged(server.rows.loadedRanges, of: server).hiding, in: server), of: server)
        }
        if let kind, let number, let made = try? list.edit(kind, number: number, in: server) {
            take(made.update, of: server)
        } else if kind != nil, list.count != count {
            note(.updatesAreTrue, "an edit that cannot be made to change nothing", "\(list.count) rows of \(count)")
        }
        return nil
    }

    /// The server has taken an edit in; a row that was inserted has this number there.
    mutating func confirm(_ edit: RowEdit, as number: Int?, of server: some FeedSubject) {
        list.confirm(edit.id, mark: lastRequest)
        marks[edit.id] = lastRequest
        if let number { take(list.renumber(edit.number, to: number, in: server), of: server) }
    }

    /// The app was ended and started again, and hides what it hid.
    mutating func restart(_ server: some FeedSubject) {
        let before = shownNumbers(of: server)
        do throws(StateDefect) {
            list = try ShownList(restoring: list.saved, of: server)
        } catch {
            return note(.updatesAreTrue, "the reader's edits to be restored", "\(error)")
        }
        _ = list.filter(judged(server.rows.loadedRanges, of: server).hiding, in: server)
        let after = shownNumbers(of: server)
        // A filter is not saved: what it hid and is evicted is judged anew when it is loaded.
        if hidesEvery == nil, before != after {
            note(.updatesAreTrue, "\(before.count) rows as before a restart", "\(after.count) rows")
        }
        (lastRequest, marks) = (0, marks.mapValues { _ in 0 })
        mirror = shownRows(of: server)
    }

    // MARK: The laws

    private mutating func take(_ update: ListUpdate, of server: some FeedSubject) {
        do { try update.validate() } catch { note(.updatesAreTrue, "an update that list views accept", "\(error)") }
        guard update.oldCount == mirror.count, update.newCount == list.count else {
            note(
                .updatesAreTrue, "an update of what is shown from \(mirror.count) rows to \(list.count)",
                "one from \(update.oldCount) to \(update.newCount)")
            return mirror = shownRows(of: server)
        }
        mirror.apply(update) { [list] in list.number(at: $0, in: server) }
        updates += 1
        if updates % Self.fullCheckInterval == 0 { checkAll(server) }
    }

    /// Compares all that is shown with what the updates gave.
    mutating func checkAll(_ server: some FeedSubject) {
        list.checkInvariants()
        let rows = shown(of: server)
        if let place = rows.indices.first(where: { rows[$0] != mirror[$0] }) {
            note(
                .updatesAreTrue, "\(mirror[place].map { "\($0)" } ?? "nothing") shown at \(place), by the updates",
                rows[place].map { "\($0)" } ?? "nothing")
            mirror = shownRows(of: server)
        }
        var (seen, own) = (NumberSet(), NumberSet())
        for (place, number) in rows.enumerated() {
            guard let number else { continue }
            let isNew = number < Self.ownNumbers ? seen.insert(number) : own.insert(number - Self.ownNumbers)
            if isNew { continue }
            note(.noDuplicates, "each number once in what is shown", "\(number) twice, the second time at \(place)")
        }
    }

    /// An edit that the server has confirmed and shown since is none any more.
    private mutating func checkSettled(seen: Set<Int>, answer: Int?, of server: some FeedSubject) {
        guard let answer else { return }
        for edit in list.edits {
            guard let mark = marks[edit.id] else { continue }
            let isShown =
                switch edit.kind {
                case .insert: server.position(of: edit.number) != nil
                case .update, .move: answer > mark && seen.contains(edit.number)
                case .remove: false
                }
            if isShown {
                note(.becomesRight, "edit \(edit.id.rawValue) to end, as the server shows what came of it", "it stays")
            }
        }
    }

    private mutating func note(_ law: Law, _ expected: String, _ found: String) {
        if defect == nil { defect = Defect(law: law, expected: expected, found: found) }
    }

    // MARK: What is shown

    private func shownRows(of server: some FeedSubject) -> PagedArray<Int> {
        let shown = shown(of: server)
        var rows = PagedArray<Int>(count: shown.count)
        rows.apply(.filled(0..<shown.count, count: shown.count)) { shown[$0] }
        return rows
    }

    /// The rows shown, from start to end.
    private func shown(of server: some FeedSubject) -> [Int?] {
        // The server's rows follow each other, and the reader's own are in between.
        var rows = server.rows.items(at: list.serverPositions(ofShown: PositionSet(0..<list.count)))
        for position in list.ownPositions.positions {
            rows.insert(list.number(at: position, in: server), at: position)
        }
        return rows
    }

    private func shownNumbers(of server: some FeedSubject) -> [Int] {
        shown(of: server).compactMap { $0 }
    }

    private func judged(_ positions: PositionSet, of server: some FeedSubject) -> (
        hiding: PositionSet, showing: PositionSet
    ) {
        var (hiding, showing) = (PositionSet(), PositionSet())
        if hidesEvery == nil, list.filtered.isEmpty { return (hiding, showing) }
        for range in positions.ranges {
            server.rows.forEachLoaded(in: range) { position, number, _ in
                let isHidden = hidesEvery.map { number % $0 == 0 } ?? false
                if isHidden { hiding.insert(position..<position + 1) } else { showing.insert(position..<position + 1) }
            }
        }
        return (hiding, showing.intersection(list.filtered))
    }

    private func place(_ choice: Int, beside neighbor: Int?) -> RowPlace {
        switch (choice % 4, neighbor) {
        case (1, let neighbor?): .before(neighbor)
        case (2, let neighbor?): .after(neighbor)
        case (3, _): .end
        default: .start
        }
    }
}
