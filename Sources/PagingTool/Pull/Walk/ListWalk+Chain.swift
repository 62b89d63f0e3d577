internal import Paging

/// The chain of rows that have been read, and how pages by position join it.
extension ListWalk {
    /// - Parameter isFull: `true` if the answer has as many rows as possible.
    mutating func take(_ look: Look, at start: Int, isFull: Bool) -> [Int] {
        let end = start + look.ids.count
        let meets = start == 0 || look.ids.contains { sightings[$0]?.last == pass }
        guard meets, !look.ids.isEmpty || start == 0 else {
            // If rows are only added at the top, the chain's end can only be further down.
            let isAbove = growsOnly && !look.ids.isEmpty && look.continuation != .end
            isAbove ? goDown(from: end, total: look.total) : goBack(from: start, total: look.total)
            return []
        }
        let front = current.front
        let overlap = max(0, front - start)
        let isBeside = front == 0 || look.ids.indices.contains(overlap - 1) && look.ids[overlap - 1] == current.hinge
        if !isBeside || current.back > 0 { (current.sawChange, current.sawShift) = (true, true) }
        let isLast = closes(with: look)
        let new = join(look.ids, overlap: overlap, isAbove: start == 0 && front > 0 && growsOnly)
        let goesOn = end > front
        (current.front, current.back, current.hinge, current.totalAtFront) = (end, 0, look.ids.last, look.total)
        let isSaidToEnd = isSaidToEnd(look, at: end)
        current.stalls = goesOn || isSaidToEnd || !isBeside ? 0 : current.stalls + 1
        if isLast {
            step = .done
        } else if isSaidToEnd, !(isFull && goesOn && look.ids.count > 1) {
            endPass()
        } else if current.stalls >= Self.attempts {
            step = .failed(
                current.sawShift
                    ? .noProgress(rows: count, answers: current.answers) : .noWayOn(row: end, total: look.total))
        } else {
            let next = max(0, end - 1)
            step = .ask(.positions(next..<next + pageSize))
        }
        return new
    }

    /// `true` if the list ends with an answer, by the continuation or the total. The total may have been counted or cached before the rows were
    /// read.
    private func isSaidToEnd(_ look: Look, at end: Int) -> Bool {
        if look.continuation == .end { return true }
        guard let total = look.total else { return look.ids.isEmpty }
        return end == total || end > total && look.continuation != .more
    }

    private mutating func goDown(from end: Int, total: Int?) {
        (current.sawChange, current.sawShift) = (true, true)
        // The total shows how many rows were added since the chain's end was read.
        let drift = total.flatMap { now in current.totalAtFront.map { now - $0 } } ?? 0
        let position = max(end - 1, current.front - 1 + drift)
        step = .ask(.positions(position..<position + pageSize))
    }

    private mutating func goBack(from start: Int, total: Int?) {
        (current.sawChange, current.sawShift) = (true, true)
        // Half a page reaches back into the chain if few rows were removed, and continues after it.
        current.back = current.back == 0 ? pageSize / 2 : current.back * 2
        let position = max(0, min(start, total ?? start) - current.back)
        step = .ask(.positions(position..<position + pageSize))
    }

    /// Joins a page's rows to the chain.
    ///
    /// - Parameters:
    ///   - overlap: the number of them that the chain has, if nothing changed.
    ///   - isAbove: `true` if the rows are above the whole chain when none of them is known.
    mutating func join(_ ids: [ID], overlap: Int = 0, isAbove: Bool = false) -> [Int] {
        var new: [Int] = []
        let pass = pass
        // Rows before a row of the chain have been read, except for those added since.
        let read = ids.lastIndex { sightings[$0]?.last == pass } ?? (isAbove ? ids.count : 0)
        for (index, id) in ids.enumerated() {
            if let known = sightings[id] {
                if known.last == pass {
                    if index >= overlap { current.sawRepetition = true }
                    continue
                }
                sightings[id]?.last = pass
                if !known.isAdded {
                    if known.order < current.lastOrder { isReordered = true }
                    current.lastOrder = max(current.lastOrder, known.order)
                }
            } else {
                if pass > 1 { current.sawChange = true }
                sightings[id] = RowRecord(order: count, isAdded: pass > 1 || index < read, last: pass)
                new.append(index)
            }
            current.rows += 1
        }
        return new
    }
}
