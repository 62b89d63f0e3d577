extension ListUpdate {
    /// A stretch of the new list.
    @frozen
    @usableFromInline
    enum Stretch {
        /// Rows of the old list that stay or have moved here.
        case old(Range<Int>)
        /// This many inserted rows.
        case new(Int)
    }

    /// The new list from its start to its end, as stretches of the old one and of new rows.
    ///
    /// - Parameter map: the update's ``positionMap``.
    /// - Complexity: O(*n* + *m*) in the numbers of ranges and moves.
    @usableFromInline
    func stretches(along map: PositionMap) -> [Stretch] {
        precondition(map.oldCount == oldCount && map.newCount == newCount, "ListUpdate: the map is of another update")
        var stretches: [Stretch] = []
        var position = 0
        // The staying old rows are taken in order, and removed or moved ones are skipped.
        var old = 0
        var goneIndex = 0
        let gone = map.gone.ranges

        func keep(upTo end: Int) {
            while position < end {
                if goneIndex < gone.count, gone[goneIndex].lowerBound == old {
                    old = gone[goneIndex].upperBound
                    goneIndex += 1
                }
                let room = goneIndex < gone.count ? gone[goneIndex].lowerBound - old : Int.max
                let length = min(room, end - position)
                stretches.append(.old(old..<old + length))
                old += length
                position += length
            }
        }

        var moveIndex = 0
        for range in map.come.ranges {
            keep(upTo: range.lowerBound)
            while position < range.upperBound {
                if moveIndex < map.movesByNew.count, map.movesByNew[moveIndex].to == position {
                    let from = map.movesByNew[moveIndex].from
                    stretches.append(.old(from..<from + 1))
                    moveIndex += 1
                    position += 1
                } else {
                    let end =
                        moveIndex < map.movesByNew.count
                        ? min(range.upperBound, map.movesByNew[moveIndex].to) : range.upperBound
                    stretches.append(.new(end - position))
                    position = end
                }
            }
        }
        keep(upTo: newCount)
        return stretches
    }
}
