/// The stretch of a feed that a walk may leave out, since all of it was seen.
extension History {
    /// Rows of the ground that a walk wants to see in their order before it believes that all is as it was. Fewer may stand on
    /// top of everything new for good.
    private static let rowsToTrust = 8

    private mutating func forgetGround() {
        (ground, groundEnd, groundCursor, lastPageDepth) = ([:], 0, nil, .min)
    }

    /// What stands at the ground's end is something else: the walk goes on where it was.
    mutating func leaveGround(for detour: Place) {
        forgetGround()
        walk?.place = detour
        walk?.detour = nil
        walk?.isGroundTrusted = false
    }

    /// Passes over a page of which all was seen.
    ///
    /// - Returns: where the walk goes on: behind it, or near the ground's end.
    mutating func passSeen(_ page: Page<Int>, of walk: inout Walk, next: Place) -> Place {
        if walk.isBeyondGround {
            let last = page.items.lastIndex { ground[$0] != nil } ?? -1
            extendGround(by: page.items[(last + 1)...], with: page, at: walk.place)
        } else if walk.isGroundTrusted, let depth = depthInGround(ofLastIn: walk.stretch, pageSize: page.items.count) {
            // Nothing new stands between here and what was passed before.
            let top = depth - walk.stretch.count + 1
            for (place, item) in walk.stretch.enumerated() where ground[item] == nil { ground[item] = top + place }
            walk.stretch = []
            let end = groundEnd(from: next, atDepth: depth, pageSize: walk.pageSize)
            walk.isBeyondGround = end == next
            if end != next { walk.detour = next }
            return end
        } else if walk.stretch.count > ground.count {
            forgetGround()
            extendGround(by: walk.stretch[...], with: page, at: walk.place)
            walk.isBeyondGround = true
        }
        return next
    }

    /// Where to ask near the ground's end, from a place in it: by position half a page before it, for rows may have been
    /// removed since; in order for its last page.
    private func groundEnd(from place: Place, atDepth depth: Int, pageSize: Int) -> Place {
        switch place {
        case .after: return depth < lastPageDepth ? .after(groundCursor) : place
        case .position(let position, let overlaps):
            // Where it is asked for, there stands the place's own row, or the one behind it.
            let rest = groundEnd - depth - (overlaps ? 0 : 1) - max(1, pageSize / 2)
            return rest > 0 ? .position(position + rest) : place
        }
    }

    /// Joins items to the ground that stand behind its end, the last of them on a page that was asked for at a place.
    private mutating func extendGround(by items: ArraySlice<Int>, with page: Page<Int>, at place: Place) {
        for item in items where ground[item] == nil {
            ground[item] = groundEnd
            groundEnd += 1
        }
        if case .after(let cursor) = place, let depth = page.items.first.flatMap({ ground[$0] }) {
            (groundCursor, lastPageDepth) = (cursor, depth)
        }
    }

    /// How far down the ground the last of the items passed stands; `nil` where they do not show enough of the ground in its
    /// order, as where rows were brought up.
    private func depthInGround(ofLastIn stretch: [Int], pageSize: Int) -> Int? {
        guard let last = stretch.last.flatMap({ ground[$0] }) else { return nil }
        let depths = stretch.suffix(max(pageSize, Self.rowsToTrust)).compactMap { ground[$0] }
        let isInOrder = zip(depths, depths.dropFirst()).allSatisfy { $0 < $1 }
        // Some may have been removed from between them.
        let isDense = last - depths[0] <= 2 * depths.count
        return isInOrder && isDense && depths.count >= max(Self.rowsToTrust, pageSize / 2) ? last : nil
    }
}
