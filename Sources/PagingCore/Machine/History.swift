/// The walk through a feed whose seen part is a still history: which rows follow it.
///
/// Theory of operation. Whenever the end of the list comes near, the feed is walked from its top: what has been seen is
/// passed over, what has not takes its place behind what was, the freshest first, until there is a page more of it than
/// stood unseen in the list. What is left of the unseen rows then goes.
///
/// So that a long history is not walked each time, the walk remembers its *ground*: a stretch of the feed without a hole
/// in which all was seen. A page of which all was seen, and part of which lies in the ground, leads to the ground's end at
/// once. The ground grows at its end as rows are seen there, and at its top by walks that met nothing new before it.
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
        /// How many the walk met before.
        var met = 0
        /// Whether the walk is over.
        var isOver = false
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
    /// What to ask after at the ground's end.
    private var groundCursor: Cursor?
    private var walk: Walk?

    /// Makes the walk through a feed of which so many rows were seen.
    init(seenEnd: Int = 0) { self.seenEnd = seenEnd }

    /// A walk from the top of the feed.
    private struct Walk: Sendable {
        var place: Place
        /// How many rows it is to bring.
        let target: Int
        var known: Set<Int> = []
        /// The items passed so far in one stretch, as long as all were seen.
        var passed: [Int]? = []
        /// Whether it goes on from the ground's end.
        var isBeyondGround = false
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
        walk = Walk(place: top, target: unseen + pageSize)
        return top
    }

    /// Gives the walk up: the next one begins at the top.
    mutating func stop() { walk = nil }

    /// Nothing has been seen, and nothing is known of the feed.
    mutating func forget() { self = History() }

    /// A page of the walk.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - limit: answers without anything new after which the walk ends.
    ///   - isSeen: whether an item is part of what was seen.
    mutating func take(_ page: Page<Int>, limit: Int, isSeen: (Int) -> Bool) -> Step {
        guard var walk else { return Step(isOver: true) }
        var step = Step(met: walk.known.count)
        let seenOnly = page.items.allSatisfy(isSeen)
        for item in page.items where !isSeen(item) && walk.known.insert(item).inserted { step.fresh.append(item) }
        walk.fruitless = step.fresh.isEmpty ? walk.fruitless + 1 : 0
        if seenOnly { walk.passed?.append(contentsOf: page.items) } else { walk.passed = nil }
        var next = following(page, at: walk.place)
        if seenOnly, walk.isBeyondGround, walk.passed != nil {
            for (offset, item) in page.items.enumerated() { ground[item] = groundEnd + offset }
            groundEnd += page.items.count
            if case .after(let cursor)? = next { groundCursor = cursor }
        } else if seenOnly, !walk.isBeyondGround, let place = next {
            next = meetGround(page, of: &walk, next: place)
        }
        guard let next, walk.known.count < walk.target, walk.fruitless < limit else {
            self.walk = nil
            (step.isOver, step.isEnd) = (true, next == nil)
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

    /// All of a page was seen: where it lies in the ground, the walk goes on at the ground's end.
    private mutating func meetGround(_ page: Page<Int>, of walk: inout Walk, next: Place) -> Place {
        if ground.isEmpty, let passed = walk.passed {
            for (depth, item) in passed.enumerated() { ground[item] = depth }
            groundEnd = passed.count
            if case .after(let cursor) = next { groundCursor = cursor }
            (walk.isBeyondGround, walk.passed) = (true, [])
            return next
        }
        guard let index = page.items.lastIndex(where: { ground[$0] != nil }), let depth = ground[page.items[index]]
        else {
            return next
        }
        if let passed = walk.passed {
            // Nothing new above: the ground reaches to the top.
            let offset = passed.count - page.items.count + index
            for (place, item) in passed.enumerated() where ground[item] == nil { ground[item] = depth + place - offset }
        }
        (walk.isBeyondGround, walk.passed) = (true, [])
        switch next {
        case .after: return .after(groundCursor)
        case .position(let end): return .position(max(end, end - page.items.count + index + groundEnd - depth))
        }
    }
}
