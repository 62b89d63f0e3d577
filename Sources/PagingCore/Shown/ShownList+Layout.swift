extension ShownList {
    /// The two sets by which the server's positions and those shown differ.
    struct Layout: Sendable {
        /// A row of the reader's own.
        struct Own: Hashable, Sendable {
            let number: Int
            /// It is before this one of the server's rows.
            let gap: Int
        }

        /// The own rows, in order.
        let own: [Own]
        /// From the server's list to the one shown.
        let entering: ListUpdate
        let map: PositionMap

        init(serverCount: Int, hidden: PositionSet, own: [Own]) {
            self.own = own
            var places = PositionSet()
            for (index, row) in own.enumerated() {
                let place = row.gap - hidden.count(below: row.gap) + index
                places.append(place..<place + 1)
            }
            entering = ListUpdate(
                oldCount: serverCount, newCount: serverCount - hidden.count + own.count, removed: hidden,
                inserted: places)
            map = entering.positionMap
        }

        var hidden: PositionSet { entering.removed }

        /// From the list shown to the server's.
        var leaving: ListUpdate {
            ListUpdate(
                oldCount: entering.newCount, newCount: entering.oldCount, removed: entering.inserted,
                inserted: entering.removed)
        }

        /// The positions of own rows, by number.
        var ownPositions: [Int: Int] {
            var result: [Int: Int] = [:]
            for (row, position) in zip(own, entering.inserted.positions) { result[row.number] = position }
            return result
        }

        func check(serverCount: Int) {
            precondition(entering.oldCount == serverCount, "ShownList: the layout is of another list")
            precondition(entering.inserted.count == own.count, "ShownList: two own rows are at one place")
            precondition(Set(own.map { $0.number }).count == own.count, "ShownList: an own row is there twice")
            precondition((try? entering.validate()) != nil, "ShownList: the layout is no update")
        }
    }
}

/// A row of the shown list.
package enum ShownRow: Hashable, Sendable {
    /// The server's row at this position of its list.
    case server(Int)
    /// A row of the reader's own, by the number of its identifier.
    case own(Int)
}

extension ShownList {
    /// How many rows are shown.
    ///
    /// - Complexity: O(1).
    package var count: Int { layout.entering.newCount }

    /// The positions of the reader's own rows.
    ///
    /// - Complexity: O(1).
    package var ownPositions: PositionSet { layout.entering.inserted }

    /// Where a row of the server's list is shown; `nil` where it is not, or is shown elsewhere.
    ///
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func shownPosition(ofServer position: Int) -> Int? { layout.map.newPosition(of: position) }

    /// The position in the server's list of a row that is shown; `nil` for one of the reader's own.
    ///
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func serverPosition(ofShown position: Int) -> Int? { layout.map.oldPosition(of: position) }

    /// The row at a position from 0 up to, not including, ``count``.
    ///
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func row(at position: Int) -> ShownRow {
        precondition(position >= 0 && position < count, "ShownList: position out of range")
        if let server = serverPosition(ofShown: position) { return .server(server) }
        return .own(layout.own[layout.entering.inserted.count(below: position)].number)
    }

    /// Where the row of a number is shown.
    ///
    /// - Complexity: O(log *n*), and O(*own rows*) where there are some.
    package func position(of number: Int, in server: some NumberedRows) -> Int? {
        if let index = layout.own.firstIndex(where: { $0.number == number }) {
            let own = layout.own[index]
            return own.gap - layout.hidden.count(below: own.gap) + index
        }
        return server.position(of: number).flatMap { shownPosition(ofServer: $0) }
    }

    /// The server's rows among and between rows that are shown: a viewport of the shown list as one of the server's.
    ///
    /// - Parameters:
    ///   - range: positions in the shown list; may reach past the end.
    ///   - distance: how many rows before the end count as the end: all rows that follow may be hidden.
    /// - Returns: positions in the server's list, past its end by as much as the range is past the end of the shown
    ///   list.
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func serverRange(covering range: Range<Int>, endingWithin distance: Int = 0) -> Range<Int> {
        let lower = gap(before: range.lowerBound)
        if range.isEmpty { return lower..<lower }
        if range.upperBound >= count - distance {
            return lower..<max(lower, serverCount) + max(0, range.upperBound - max(range.lowerBound, count))
        }
        // Up to the last of the server's rows, not to the one that follows: there may be many hidden rows between them.
        switch row(at: range.upperBound - 1) {
        case .server(let position): return lower..<position + 1
        case .own: return lower..<max(lower, gap(before: range.upperBound - 1))
        }
    }

    /// The server's rows among rows that are shown.
    ///
    /// - Complexity: O(*n* log *n*) in the number of ranges.
    package func serverPositions(ofShown positions: PositionSet) -> PositionSet {
        layout.map.oldPositions(ofKept: positions.intersection(0..<count))
    }

    /// How many of the rows shown are before a place in the server's list, own rows at that very place not counted.
    ///
    /// - Parameter gap: a position in the server's list, or its count.
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func shownCount(beforeServer gap: Int) -> Int {
        var (low, high) = (0, layout.own.count)
        while low < high {
            let middle = (low + high) / 2
            if layout.own[middle].gap < gap { low = middle + 1 } else { high = middle }
        }
        return gap - layout.hidden.count(below: gap) + low
    }

    /// The place in the server's list of a row that is shown: before that server row. Past its end where the position
    /// is.
    private func gap(before position: Int) -> Int {
        guard position < count else { return serverCount + position - count }
        switch row(at: position) {
        case .server(let server): return server
        case .own: return layout.own[layout.entering.inserted.count(below: position)].gap
        }
    }
}
