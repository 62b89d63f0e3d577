extension PageFitter {
    /// Makes the list longer or shorter at its end.
    @inline(never)
    mutating func setCount(_ count: Int) -> ListUpdate {
        let update = list.resizing(to: count)
        if count < rows.count { addressing.truncate(to: count) }
        list.resize(to: count)
        return update
    }

    /// Puts items at their positions, none of them twice in the list.
    ///
    /// - Returns: the positions whose content changed.
    mutating func fill(_ items: [Int], at start: Int) -> PositionSet {
        let filling = list.fill(items, at: start)
        note(.filled(start..<start + items.count))
        note(.duplicates(filling.duplicates))
        for (position, first) in filling.refused {
            note(.refused(position..<position + 1, .duplicateIdentifier(position: position, first: first)))
        }
        return filling.changed
    }

    /// All rows are at the positions where they are shown; that does not concern their content.
    mutating func confirmAllPlaces() { list.confirmAllPlaces(outdates: traits.changesContent) }

    /// A pinned row is here now.
    mutating func pin(_ position: Int) {
        context.pins.insert(position..<position + 1)
        note(.pinned(position))
    }

    /// Several answers in a row had no new row, though the list goes on: these rows are not asked for again.
    mutating func refuseFruitless(_ rows: Range<Int>) {
        guard context.fruitless.count >= context.fruitlessAnswerLimit else { return }
        note(.refused(rows, .noProgress(position: rows.lowerBound, answers: context.fruitless.count)))
    }
}
