/// The walk through a feed whose seen part is a still history: which rows follow it.
///
/// Theory of operation. Whenever the end of the list comes near, the feed is walked from its top: what has been seen is
/// passed over, what has not takes its place behind what was, the freshest first, until there is a page more of it than
/// stood unseen in the list. What is left of the unseen rows then goes.
///
/// So that a long history is not walked each time, the walk remembers its *ground*: a stretch of the feed without a hole
/// in which all was seen. New rows come on top, and rows may be brought up there; so where a page shows enough of the ground
/// in its order, nothing new is in what follows, and the walk goes on a little before the ground's end. The page found there
/// has to bear that out and begin there in the ground. Else the ground is no longer what it was, and is forgotten. It grows
/// at its end as rows are seen there, and at its top by walks that met nothing new before it; a stretch that becomes longer
/// takes its place.
struct History: Sendable {
    /// A place in the feed to ask at.
    enum Place: Hashable, Sendable {
        case after(Cursor?)
        case position(Int)
    }

    /// What a page of the walk brought.
    struct Step: Hashable, Sendable {
        /// Items not seen yet and not met by the walk before.
        var fresh: [Int] = []
        /// How many the walk brought before.
        var brought = 0
        /// Whether the walk is over.
        var isOver = false
        /// Whether it is over because answer after answer had nothing that was not met.
        var isFruitless = false
        /// Whether it came to the feed's end.
        var isEnd = false
    }

    /// Rows before this one have been seen.
    var seenEnd: Int
    /// Where the walk under way puts what it meets next.
    var insertion = 0
    /// By number, how far down the ground each item stands; may be below 0.
    private var ground: [Int: Int] = [:]
    /// How far down the ground ends.
    private var groundEnd = 0
    /// What was asked after for the last page of the ground, in a feed that is read in order.
    private var groundCursor: Cursor?
    /// How far down the ground that page begins.
    private var lastPageDepth = Int.min
    private var walk: Walk?

    /// Rows of the ground that a walk wants to see in their order before it believes that all is as it was. Fewer may stand on
    /// top of everything new for good.
    private static let rowsToTrust = 8

    /// Makes the walk through a feed of which so many rows were seen.
    init(seenEnd: Int = 0) { self.seenEnd = seenEnd }

    /// A walk from the top of the feed.
    private struct Walk: Sendable {
        var place: Place
        /// How many rows it is to bring.
        let target: Int
        let pageSize: Int
        /// The items it brings.
        var known: Set<Int> = []
        /// All items that it met.
        var met: Set<Int> = []
        /// The items it passed last, in one stretch in which all were seen.
        var stretch: [Int] = []
        /// Where it goes on if there turns out to be something else at the ground's end.
        var detour: Place?
        /// Whether it goes on from the ground's end.
        var isBeyondGround = false
        var isGroundTrusted = true
        /// Answers in a row with nothing that it had not met.
        var fruitless = 0
    }

    /// Whether a walk is under way.
    var isWalking: Bool { walk != nil }

    /// Where to ask next.
    ///
    /// - Parameters:
    ///   - unseen: rows of the list that were not seen yet.
    ///   - pageSize: how many more a walk is to bring.
    ///   - isRandom: whether the source is asked by position.
    mutating func place(unseen: Int, pageSize: Int, isRandom: Bool) -> Place {
        if let walk { return walk.place }
        let top: Place = isRandom ? .position(0) : .after(nil)
        walk = Walk(place: top, target: unseen + pageSize, pageSize: pageSize)
        return top
    }

    /// Gives the walk up: the next one begins at the top.
    mutating func stop() {
        failed()
        walk = nil
    }

    /// A request of the walk failed for good. Where it was for the ground's end, that may never be answered again.
    mutating func failed() {
        guard let detour = walk?.detour else { return }
        leaveGround(for: detour)
    }

    /// Nothing has been seen, and nothing is known of the feed.
    mutating func forget() { self = History() }

    /// A page of the walk.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - limit: answers with nothing that was not met after which the walk ends.
    ///   - isSeen: whether an item is part of what was seen.
    mutating func take(_ page: Page<Int>, limit: Int, isSeen: (Int) -> Bool) -> Step {
        guard var walk else { return Step(isOver: true) }
        var step = Step(brought: walk.known.count)
        if let detour = walk.detour {
            guard let depth = page.items.first.flatMap({ ground[$0] }), depth >= lastPageDepth else {
                leaveGround(for: detour)
                return step
            }
            (walk.detour, walk.isBeyondGround) = (nil, true)
        }
        walk.fruitless = page.items.allSatisfy(walk.met.contains) ? walk.fruitless + 1 : 0
        walk.met.formUnion(page.items)
        for item in page.items {
            if isSeen(item) {
                walk.stretch.append(item)
            } else {
                (walk.stretch, walk.isBeyondGround) = ([], false)
                if walk.known.insert(item).inserted { step.fresh.append(item) }
            }
        }
        var next = following(page, at: walk.place)
        if let place = next, walk.stretch.count >= page.items.count { next = pass(page, of: &walk, next: place) }
        guard let next, walk.known.count < walk.target, walk.fruitless < limit else {
            self.walk = nil
            (step.isOver, step.isEnd) = (true, next == nil)
            step.isFruitless = next != nil && walk.known.count < walk.target
            return step
        }
        walk.place = next
        self.walk = walk
        return step
    }

    /// What follows a page; `nil` where nothing does.
    private func following(_ page: Page<Int>, at place: Place) -> Place? {
        switch (place, page.continuation) {
        case (_, .end): return nil
        case (.after, .next(let cursor)): return .after(cursor)
        case (.after, _): return nil
        case (.position(let asked), _):
            let end = (page.position ?? asked) + page.items.count
            return page.items.isEmpty || page.total.map { end >= $0 } ?? false ? nil : .position(end)
        }
    }

    // MARK: The ground

    private mutating func forgetGround() {
        (ground, groundEnd, groundCursor, lastPageDepth) = ([:], 0, nil, .min)
    }

    /// What stands at the ground's end is something else: the walk goes on where it was.
    private mutating func leaveGround(for detour: Place) {
        forgetGround()
        walk?.place = detour
        walk?.detour = nil
        walk?.isGroundTrusted = false
    }

    /// Passes over a page of which all was seen.
    ///
    /// - Returns: where the walk goes on: behind it, or near the ground's end.
    private mutating func pass(_ page: Page<Int>, of walk: inout Walk, next: Place) -> Place {
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
        case .after: depth < lastPageDepth ? .after(groundCursor) : place
        case .position(let position): .position(position + max(0, groundEnd - 1 - depth - max(1, pageSize / 2)))
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
