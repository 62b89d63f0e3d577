/// The walk through a feed whose seen part is a still history: it finds the rows that follow it.
///
/// Theory of operation. Whenever the end of the list comes near, the feed is walked from its top. Seen rows are skipped. Unseen ones are placed
/// behind the seen rows, the freshest first, until there is a page more of them than there were unseen rows in the list. The other unseen rows
/// are then removed.
///
/// So that a long history is not walked each time, the walk remembers its *seen stretch*: a part of the feed without a hole in which every row
/// was seen. New rows come at the top, and rows may be moved up there. So if a page shows enough of the seen stretch in its order, all that
/// follows was seen, and the walk goes on a little before the stretch's end. The page there has to confirm that by beginning in the stretch.
/// Otherwise the stretch has changed, and is forgotten. It grows at its end as rows are seen there, and at its top by walks that met no new row
/// before it. A stretch that becomes longer replaces it.
///
/// In a feed that is read by position, removed rows move others up past the walk. So a page begins with the last row of the previous one, unless
/// that had a single row. If its first row was neither met nor skipped with the seen stretch, the walk goes back.
struct History: Sendable {
    /// A place in the feed to request.
    enum Place: Hashable, Sendable {
        case after(Cursor?)
        /// A position; `overlaps` is `true` if the row there was met.
        case position(Int, overlaps: Bool = false)
    }

    /// The result of a page of the walk.
    struct Step: Hashable, Sendable {
        /// Items not seen yet and not met by the walk before.
        var fresh: [Int] = []
        /// The number of rows that the walk brought before.
        var brought = 0
        /// `true` if the walk is over.
        var isOver = false
        /// `true` if it is over because several answers in a row had only rows that it had met.
        var isFruitless = false
        /// `true` if it came to the feed's end.
        var isEnd = false
    }

    /// Rows before this one have been seen.
    var seenEnd: Int
    /// The slot for the next row that the walk under way meets.
    var insertion = 0
    private var seenStretch = SeenStretch()
    private var walk: Walk?

    /// The slot for the next walk's rows: behind what is there.
    private(set) var checkpoints: Checkpoints

    /// Makes the walk through a feed with so many seen rows.
    init(seenEnd: Int = 0, count: Int = 0) {
        self.seenEnd = seenEnd
        checkpoints = Checkpoints(at: count)
    }

    /// The list has so many rows.
    mutating func extend(to count: Int) { checkpoints = Checkpoints(at: count) }

    /// A walk from the top of the feed.
    private struct Walk: Sendable {
        var place: Place
        /// The number of rows to bring.
        let target: Int
        let pageSize: Int
        /// The items it brings.
        var known: Set<Int> = []
        /// All items that it met.
        var met: Set<Int> = []
        /// The items it passed last, in one stretch in which all were seen.
        var stretch: [Int] = []
        /// The place at which it goes on if the seen stretch's end turns out to have other rows.
        var detour: Place?
        /// `true` if it goes on from the seen stretch's end.
        var isBeyondSeenStretch = false
        var isSeenStretchTrusted = true
        /// `true` if the page at the seen stretch's end confirmed that the rows before it were seen.
        var hasLeftOutSeenStretch = false
        /// Pages in a row that did not follow the rows it had met.
        var misses = 0
        /// Answers in a row with only rows that it had met.
        var fruitless = FruitlessAnswers()
    }

    /// `true` if a walk is under way.
    var isWalking: Bool { walk != nil }

    /// The next place to ask for.
    ///
    /// - Parameters:
    ///   - unseen: the number of unseen rows in the list.
    ///   - pageSize: how many more rows a walk should bring.
    ///   - isRandom: `true` if the source is asked by position.
    mutating func place(unseen: Int, pageSize: Int, isRandom: Bool) -> Place {
        if let walk { return walk.place }
        let top: Place = isRandom ? .position(0) : .after(nil)
        walk = Walk(place: top, target: unseen + pageSize, pageSize: pageSize)
        return top
    }

    /// Gives up the walk: the next one begins at the top.
    mutating func stop() {
        failed()
        walk = nil
    }

    /// A request of the walk failed for good. If it was for the seen stretch's end, that may never be answered.
    mutating func failed() {
        guard let detour = walk?.detour else { return }
        leaveSeenStretch(for: detour)
    }

    /// Forgets the feed and its seen rows.
    mutating func forget() { self = History() }

    /// A page of the walk.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - limit: the walk ends after this many answers without an item that it had not met.
    ///   - isSeen: returns `true` if an item was seen before.
    mutating func take(_ page: Page<Int>, limit: Int, isSeen: (Int) -> Bool) -> Step {
        guard var walk else { return Step(isOver: true) }
        var step = Step(brought: walk.known.count)
        if let detour = walk.detour {
            guard seenStretch.hasEnd(page) else {
                leaveSeenStretch(for: detour)
                return step
            }
            (walk.detour, walk.isBeyondSeenStretch, walk.hasLeftOutSeenStretch) = (nil, true, true)
        }
        let met = walk.met.count
        let next =
            follows(page, on: walk)
            ? pass(page, of: &walk, bringing: &step, isSeen: isSeen) : goBack(from: page, of: &walk)
        walk.fruitless.add(isFruitful: walk.met.count > met)
        guard let next, walk.known.count < walk.target, walk.fruitless.count < limit else {
            self.walk = nil
            (step.isOver, step.isEnd) = (true, next == nil)
            step.isFruitless = next != nil && walk.known.count < walk.target
            return step
        }
        walk.place = next
        self.walk = walk
        return step
    }

    /// Other rows are at the seen stretch's end: the walk goes back to where it was.
    private mutating func leaveSeenStretch(for detour: Place) {
        seenStretch = SeenStretch()
        walk?.place = detour
        walk?.detour = nil
        walk?.isSeenStretchTrusted = false
    }

    /// `true` if no row is missing between a page and the rows met before.
    private func follows(_ page: Page<Int>, on walk: Walk) -> Bool {
        guard case .position(_, overlaps: true) = walk.place else { return true }
        guard let first = page.items.first else { return false }
        return walk.met.contains(first) || walk.hasLeftOutSeenStretch && seenStretch.contains(first)
    }

    /// Goes back by as many rows as an answer has, and by twice as many each time that is not enough.
    private func goBack(from page: Page<Int>, of walk: inout Walk) -> Place? {
        guard case .position(let asked, _) = walk.place else { return nil }
        (walk.stretch, walk.isBeyondSeenStretch, walk.isSeenStretchTrusted) = ([], false, false)
        let rows = page.items.isEmpty ? walk.pageSize : max(1, page.items.count - 1)
        let start = min(asked, page.total ?? asked) - rows * (1 << min(walk.misses, 16))
        walk.misses += 1
        return start > 0 ? .position(start, overlaps: true) : .position(0)
    }

    /// Takes in a page that follows the rows met before.
    ///
    /// - Returns: the place where the walk goes on, or `nil` at the feed's end.
    private mutating func pass(
        _ page: Page<Int>, of walk: inout Walk, bringing step: inout Step, isSeen: (Int) -> Bool
    ) -> Place? {
        walk.misses = 0
        var isSeenWhole = true
        for item in page.items {
            let isMet = !walk.met.insert(item).inserted
            if !isSeen(item) {
                (walk.stretch, walk.isBeyondSeenStretch, isSeenWhole) = ([], false, false)
                if walk.known.insert(item).inserted { step.fresh.append(item) }
            } else if !isMet {
                walk.stretch.append(item)
            }
        }
        let next = following(page, at: walk.place)
        return isSeenWhole ? next.map { passSeen(page, of: &walk, next: $0) } : next
    }

    /// The place to ask for the rows behind a page, or `nil` at the feed's end.
    private func following(_ page: Page<Int>, at place: Place) -> Place? {
        switch (place, page.continuation) {
        case (_, .end): return nil
        case (.after, .next(let cursor)): return .after(cursor)
        case (.after, _): return nil
        case (.position(let asked, let overlaps), let continuation):
            let end = (page.position ?? asked) + page.items.count
            let isLonger = overlaps ? page.items.count > 1 : end > asked
            guard !page.items.isEmpty, page.total.map({ end < $0 }) ?? (isLonger || continuation == .more) else {
                return nil
            }
            // If a page ends with the row that it was asked for, a further row of overlap would repeat the same request forever.
            return end > asked + 1 ? .position(end - 1, overlaps: true) : .position(end)
        }
    }

    /// Passes over a page of which every row was seen.
    ///
    /// - Returns: the place where the walk goes on: behind the page, or near the seen stretch's end.
    private mutating func passSeen(_ page: Page<Int>, of walk: inout Walk, next: Place) -> Place {
        if walk.isBeyondSeenStretch {
            seenStretch.grow(by: page, at: walk.place)
        } else if walk.isSeenStretchTrusted,
            let depth = seenStretch.depth(ofLastIn: walk.stretch, pageSize: page.items.count)
        {
            seenStretch.grow(onTopBy: walk.stretch, downTo: depth)
            walk.stretch = []
            let end = seenStretch.placeNearEnd(from: next, atDepth: depth, pageSize: walk.pageSize)
            walk.isBeyondSeenStretch = end == next
            if end != next { walk.detour = next }
            return end
        } else if walk.stretch.count > seenStretch.count {
            seenStretch = SeenStretch(walk.stretch, lastPage: page, at: walk.place)
            walk.isBeyondSeenStretch = true
        }
        return next
    }
}
