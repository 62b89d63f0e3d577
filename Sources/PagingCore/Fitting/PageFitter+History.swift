/// Feeds whose seen part is a still history: the freshest unseen rows follow it.
///
///     feed    list          feed    list
///     c       c  seen       e       c  seen: stays
///     b       b             d       e  ─┐
///     a       a    later:   c       d   │ the freshest that was not seen,
///                           b       b   │ in place of what was not seen
///                           a       a  ─┘
extension PageFitter {
    /// Fits a page of the walk through the feed.
    mutating func takeHistory(_ page: Page<Int>) -> ListUpdate {
        guard var walk = addressing.history else { return list.unchanged }
        let seenEnd = walk.seenEnd
        let step = walk.take(page, limit: context.fruitlessAnswerLimit) { number in
            list.position(of: number).map { $0 < seenEnd } ?? false
        }
        // Rows may have been seen since the walk began, also rows that it inserted.
        let start = max(seenEnd, step.brought == 0 ? 0 : walk.insertion)
        let fresh = step.fresh.filter { number in list.position(of: number).map { $0 >= start } ?? true }
        let unchanged = zip(fresh, start..<max(start, rows.count)).prefix { rows[$1] == $0 }.count
        let new = Array(fresh.dropFirst(unchanged))
        var removed = PositionSet()
        if step.isOver { removed.insert(start + unchanged..<max(start + unchanged, rows.count)) }
        for number in new { if let old = list.position(of: number) { removed.insert(old..<old + 1) } }
        walk.insertion = start + fresh.count
        let update = ListUpdate(
            oldCount: rows.count, newCount: rows.count - removed.count + new.count, removed: removed,
            inserted: PositionSet(start + unchanged..<start + fresh.count))
        follow(update)
        _ = fill(new, at: start + unchanged)
        walk.extend(to: rows.count)
        addressing.history = walk
        guard step.isOver else { return update }
        list.endIsKnown = step.isEnd
        if step.isFruitless {
            // Several answers in a row had no new row, though the feed goes on.
            let answers = context.fruitlessAnswerLimit
            note(.refused(rows.count..<Limits.slots, .noProgress(position: rows.count, answers: answers)))
        }
        return update
    }
}
