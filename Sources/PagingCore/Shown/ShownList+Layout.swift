extension ShownList {
    /// The two sets by which the server's positions differ from those shown.
    struct Layout: Sendable {
        /// A row of the reader's own.
        struct Own: Hashable, Sendable {
            let number: Int
            /// The server's row that it is before.
            let gap: Int

            init(_ placement: RowEdit) { (number, gap) = (placement.number, placement.gap) }
        }

        /// The number of rows in the server's list.
        let serverCount: Int
        /// The server's positions that are not shown.
        private(set) var hidden: PositionSet
        /// The own rows, in order.
        private(set) var own: [Own]
        /// The positions of own rows among those shown.
        private(set) var places = PositionSet()

        init(serverCount: Int, hidden: PositionSet, own: [Own]) {
            (self.serverCount, self.hidden, self.own) = (serverCount, hidden, own)
            for index in own.indices {
                let place = place(ofOwn: index)
                places.append(place..<place + 1)
            }
        }

        /// The number of rows shown.
        var count: Int { serverCount - hidden.count + own.count }

        /// The update from the server's list to the one shown.
        var entering: ListUpdate {
            ListUpdate(oldCount: serverCount, newCount: count, removed: hidden, inserted: places)
        }

        /// The update from the list shown to the server's.
        var leaving: ListUpdate {
            ListUpdate(oldCount: count, newCount: serverCount, removed: places, inserted: hidden)
        }

        var map: PositionMap { entering.positionMap }

        /// The positions of own rows, by number.
        var ownPositions: [Int: Int] {
            var result: [Int: Int] = [:]
            for (row, position) in zip(own, places.positions) { result[row.number] = position }
            return result
        }

        /// The position at which an own row is shown.
        func place(ofOwn index: Int) -> Int { own[index].gap - hidden.count(below: own[index].gap) + index }

        /// The position at which a row of the server's is shown, or would be.
        func place(ofServer position: Int) -> Int {
            places.position(ofNonMember: position - hidden.count(below: position))
        }

        /// The index of an own row, which is in this gap.
        ///
        /// - Complexity: O(log *n*) in the number of own rows, and O(*m*) in that of those in the gap.
        func index(ofOwn number: Int, in gap: Int) -> Int? {
            var index = own.firstReached(where: { $0.gap >= gap })
            while index < own.count, own[index].gap == gap {
                if own[index].number == number { return index }
                index += 1
            }
            return nil
        }

        // MARK: A single row

        mutating func insertOwn(_ row: Own, at index: Int) -> Int {
            own.insert(row, at: index)
            let place = place(ofOwn: index)
            places.insertShifting(at: place)
            return place
        }

        mutating func removeOwn(at index: Int) -> Int {
            let place = place(ofOwn: index)
            places.removeShifting(at: place)
            own.remove(at: index)
            return place
        }

        mutating func hide(_ position: Int) -> Int {
            let place = place(ofServer: position)
            hidden.insert(position..<position + 1)
            places.closeGap(at: place)
            return place
        }

        mutating func show(_ position: Int) -> Int {
            hidden.remove(position..<position + 1)
            // Behind the own rows before it.
            let place = position - hidden.count(below: position) + own.firstReached(where: { $0.gap > position })
            places.openGap(at: place)
            return place
        }

        func check(serverCount: Int) {
            precondition(self.serverCount == serverCount, "ShownList: the layout is of another list")
            precondition(places.count == own.count, "ShownList: two own rows are at one place")
            precondition(self.places == Self(serverCount: serverCount, hidden: hidden, own: own).places)
            precondition(
                zip(own, own.dropFirst()).allSatisfy { $0.gap <= $1.gap }, "ShownList: own rows are out of order")
            places.checkInvariants()
            hidden.checkInvariants()
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
    /// The number of rows shown.
    ///
    /// - Complexity: O(1).
    package var count: Int { layout.count }

    /// The positions of the reader's own rows.
    ///
    /// - Complexity: O(1).
    package var ownPositions: PositionSet { layout.places }

    /// The shown position of a row of the server's list, or `nil` if it is not shown there.
    ///
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func shownPosition(ofServer position: Int) -> Int? {
        guard position >= 0, position < serverCount, !layout.hidden.contains(position) else { return nil }
        return layout.place(ofServer: position)
    }

    /// The position in the server's list of a shown row, or `nil` for one of the reader's own.
    ///
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func serverPosition(ofShown position: Int) -> Int? {
        guard position >= 0, position < count, !layout.places.contains(position) else { return nil }
        return layout.hidden.position(ofNonMember: position - layout.places.count(below: position))
    }

    /// The row at a position from 0 up to, not including, ``count``.
    ///
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func row(at position: Int) -> ShownRow {
        precondition(position >= 0 && position < count, "ShownList: position out of range")
        if let server = serverPosition(ofShown: position) { return .server(server) }
        return .own(layout.own[layout.places.count(below: position)].number)
    }

    /// The position at which the row with a number is shown.
    ///
    /// - Complexity: O(log *n*), and O(*m*) in the number of own rows at the same place.
    package func position(of number: Int, in server: some NumberedRows) -> Int? {
        if let index = ownIndex(of: number) { return layout.place(ofOwn: index) }
        return server.position(of: number).flatMap { shownPosition(ofServer: $0) }
    }

    /// The number of the row at a position, or `nil` for a placeholder.
    package func number(at position: Int, in server: some NumberedRows) -> Int? {
        switch row(at: position) {
        case .server(let place): server.rows[place]
        case .own(let number): number
        }
    }

    /// The server's rows among and between shown rows: turns a viewport of the shown list into one of the server's.
    ///
    /// - Parameters:
    ///   - range: positions in the shown list; it may reach past the end.
    ///   - distance: how many rows before the end count as the end: all following rows may be hidden.
    /// - Returns: positions in the server's list, past its end by as much as the range is past the end of the shown
    ///   list.
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func serverRange(covering range: Range<Int>, endingWithin distance: Int = 0) -> Range<Int> {
        let lower = gap(before: range.lowerBound)
        if range.isEmpty { return lower..<lower }
        if range.upperBound >= count - distance {
            return lower..<max(lower, serverCount) + max(0, range.upperBound - max(range.lowerBound, count))
        }
        // Up to the last of the server's rows, not to the next one: many hidden rows may be between them.
        switch row(at: range.upperBound - 1) {
        case .server(let position): return lower..<position + 1
        case .own: return lower..<max(lower, gap(before: range.upperBound - 1))
        }
    }

    /// The server's rows among shown rows.
    ///
    /// - Complexity: O(*n* log *n*) in the number of ranges.
    package func serverPositions(ofShown positions: PositionSet) -> PositionSet {
        layout.map.oldPositions(ofKept: positions.intersection(0..<count))
    }

    /// The number of shown rows before a place in the server's list, without own rows at that very place.
    ///
    /// - Parameter gap: a position in the server's list, or its count.
    /// - Complexity: O(log *n*) in the number of ranges hidden and of own rows.
    package func shownCount(beforeServer gap: Int) -> Int {
        gap - layout.hidden.count(below: gap) + layout.own.firstReached(where: { $0.gap >= gap })
    }

    /// The place in the server's list of a shown row: before that server row. Past the end it is as far past the server's end.
    private func gap(before position: Int) -> Int {
        guard position < count else { return serverCount + position - count }
        switch row(at: position) {
        case .server(let server): return server
        case .own: return layout.own[layout.places.count(below: position)].gap
        }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index of the first element for which a condition holds that holds for all behind it; the count if there is none.
    func firstReached(where isReached: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
