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
///
/// By position each page but the first begins with a row of the one before: where it does not, rows went meanwhile, others moved
/// up past the walk, and it goes back a page. In order a cursor sees to that.
struct History: Sendable {
    /// A place in the feed to ask at.
    enum Place: Hashable, Sendable {
        case after(Cursor?)
        /// A position, and whether a row stood there that the walk has met. Where none does any more, rows have gone from above
        /// it, and some that the walk has not met moved up past it.
        case position(Int, overlaps: Bool = false)

        /// So many rows further up.
        func before(_ count: Int) -> Place {
            guard case .position(let position, _) = self else { return self }
            return position > count ? .position(position - count, overlaps: true) : .position(0)
        }
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
    var ground: [Int: Int] = [:]
    /// How far down the ground ends.
    var groundEnd = 0
    /// What was asked after for the last page of the ground, in a feed that is read in order.
    var groundCursor: Cursor?
    /// How far down the ground that page begins.
    var lastPageDepth = Int.min
    var walk: Walk?

    /// Makes the walk through a feed of which so many rows were seen.
    init(seenEnd: Int = 0) { self.seenEnd = seenEnd }

    /// A walk from the top of the feed.
    struct Walk: Sendable {
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
        let isJoined = isJoined(page, to: walk)
        walk.fruitless = !isJoined || page.items.allSatisfy(walk.met.contains) ? walk.fruitless + 1 : 0
        let next = isJoined ? pass(page, of: &walk, bringing: &step, isSeen: isSeen) : walk.place.before(walk.pageSize)
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

    /// Whether nothing is missing between a page and what the walk met before.
    private func isJoined(_ page: Page<Int>, to walk: Walk) -> Bool {
        guard case .position(_, overlaps: true) = walk.place else { return true }
        return page.items.first.map(walk.met.contains) ?? false
    }

    /// Takes in a page that is joined to what was met before.
    ///
    /// - Returns: where the walk goes on; `nil` where nothing follows.
    private mutating func pass(
        _ page: Page<Int>, of walk: inout Walk, bringing step: inout Step, isSeen: (Int) -> Bool
    ) -> Place? {
        let next = following(page, at: walk.place)
        var page = page
        if case .position = walk.place { page.items.removeAll(where: walk.met.contains) }
        walk.met.formUnion(page.items)
        for item in page.items {
            if isSeen(item) {
                walk.stretch.append(item)
            } else {
                (walk.stretch, walk.isBeyondGround) = ([], false)
                if walk.known.insert(item).inserted { step.fresh.append(item) }
            }
        }
        guard let next, walk.stretch.count >= page.items.count else { return next }
        return passSeen(page, of: &walk, next: next)
    }

    /// What follows a page; `nil` where nothing does.
    private func following(_ page: Page<Int>, at place: Place) -> Place? {
        switch (place, page.continuation) {
        case (_, .end): return nil
        case (.after, .next(let cursor)): return .after(cursor)
        case (.after, _): return nil
        case (.position(let asked, let overlaps), _):
            let end = (page.position ?? asked) + page.items.count
            let goesOn = page.total.map { end < $0 } ?? (page.items.count > (overlaps ? 1 : 0))
            if page.items.isEmpty || !goesOn { return nil }
            // Where a request brings a single row, none can come along that was met.
            return page.items.count > 1 ? .position(end - 1, overlaps: true) : .position(end)
        }
    }
}
