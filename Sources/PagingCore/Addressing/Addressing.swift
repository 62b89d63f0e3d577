/// How rows are asked for, where an answer belongs, and where rows may be missing.
///
///     positions      a b c d . . . .     rows 4 to 7 are asked for, and belong there
///     identifiers    a b c d . . . .     a snapshot said that e f g h belong there: these are asked for
///     cursors        a b c d|            what follows the cursor | is asked for, and belongs behind d wherever that is then
///     history        c b a|              a walk through the feed finds what follows the seen part
struct Addressing: Sendable {
    /// The way in which rows are asked for.
    enum Kind: Hashable, Sendable {
        case positions, identifiers, cursors, history
    }

    /// The way in which rows are asked for, with all knowledge about it.
    private enum Way: Sendable {
        /// By their positions. The server's pages begin at these rows wherever they are requested, for example if each section is paged by
        /// itself: no page has one of them and the row above it, so that none can confirm that they are neighbors.
        case positions(pageStarts: PositionSet)
        /// By their identifiers, in the list order of a snapshot, or `nil` until the first one is there.
        case identifiers([Int]?)
        /// In order, from the places to which cursors led. A list that grows only at its top remembers the row there, even if it is evicted.
        case cursors(Checkpoints, top: Int?)
        /// By a walk through a feed whose seen part is a still history.
        indirect case history(History)
    }

    private var way: Way
    /// The place at which the list begins.
    private(set) var start: ListStart
    /// The gaps in list order: places at which an unknown number of rows may be missing.
    var gaps: [Gap] = []
    /// The action of a refresh whose new pages do not meet the loaded rows.
    var gapPolicy = GapPolicy.fill(maxPages: 4)

    init(_ kind: Kind, from start: ListStart = .start) {
        way = Self.beginning(of: kind, from: start)
        self.start = start
    }

    /// Restores the knowledge about a saved list.
    init(restoring state: ListMachine.State, of traits: Traits) {
        let rows = state.rows
        start = .start
        switch traits.addressing {
        case .positions: way = .positions(pageStarts: PositionSet())
        // A snapshot is useful to a list that uses one, and a hindrance to any other.
        case .identifiers: way = .identifiers(state.order)
        case .cursors:
            // If rows come and go, a place is known by the row above it.
            let known = state.checkpoints.filter {
                !traits.movesRowsAnywhere || $0.position == 0 || $0.way != .after || rows[$0.position - 1] != nil
            }
            let top = traits.growsOnlyOnTop && state.beginning == .start && !rows.isEmpty ? rows[0] : nil
            way = .cursors(Checkpoints(restoring: known, beginning: state.beginning, rows: rows), top: top)
        case .history: way = .history(History(seenEnd: state.seenCount ?? 0, count: rows.count))
        }
        gaps = state.gaps.map {
            let number = traits.isReadByPosition ? nil : rows[$0.position]
            return Gap(position: $0.position, number: number, pagesLeft: $0.pagesLeft)
        }
    }

    private static func beginning(of kind: Kind, from start: ListStart) -> Way {
        switch kind {
        case .positions: .positions(pageStarts: PositionSet())
        case .identifiers: .identifiers(nil)
        case .cursors: .cursors(Checkpoints(from: start), top: nil)
        case .history: .history(History())
        }
    }

    /// The way in which rows are asked for.
    var kind: Kind {
        switch way {
        case .positions: .positions
        case .identifiers: .identifiers
        case .cursors: .cursors
        case .history: .history
        }
    }

    /// Rows are asked for in this way from now on. Nothing is known yet in a new way.
    mutating func become(_ kind: Kind) {
        if kind != self.kind { way = Self.beginning(of: kind, from: start) }
    }

    /// The list is read from its start again. A snapshot, and the row at the top, are remembered.
    mutating func restart() {
        gaps = []
        switch way {
        case .positions: way = .positions(pageStarts: PositionSet())
        case .cursors(_, let top): way = .cursors(Checkpoints(from: start), top: top)
        case .identifiers, .history: break
        }
    }

    /// Forgets everything about the list, which begins at a place.
    mutating func forget(beginningAt start: ListStart) {
        gaps = []
        self.start = start
        way = Self.beginning(of: kind, from: start)
    }

    /// Rows are at other positions: all places follow their rows.
    mutating func follow(_ map: PositionMap) {
        if case .positions(let pageStarts) = way { way = .positions(pageStarts: map.newPositions(ofAll: pageStarts)) }
        checkpoints.follow(map)
        let old = gaps
        gaps = []
        // Rows may pass each other, and of two gaps without rows between them one remains.
        for var gap in old {
            gap.position = map.newPosition(ofOrAfter: gap.position)
            if gap.position > 0, gap.position < map.newCount { insert(gap) }
        }
    }

    /// Forgets everything past the end of the list.
    mutating func truncate(to count: Int) {
        checkpoints.truncate(to: count)
        gaps.removeAll { $0.position >= count }
        guard case .positions(var pageStarts) = way else { return }
        pageStarts.remove(count..<Limits.slots)
        way = .positions(pageStarts: pageStarts)
    }

    // MARK: Asking

    /// The request for the page with these rows.
    ///
    /// - Parameter isFirst: `true` if no answer has come yet.
    func page(for rows: Range<Int>, isFirst: Bool) -> PageRequest {
        switch way {
        case .positions, .identifiers:
            if isFirst, case .around(let id) = start { return .around(id, limit: rows.count) }
            return .positions(rows)
        case .cursors, .history: return checkpoints.request(at: rows.lowerBound, limit: rows.count)
        }
    }

    /// The rows that a request for some rows loads. Rows before a cursor end at the row that the cursor comes before, or else at the next
    /// checkpoint.
    ///
    /// - Parameter follower: the position of that row.
    func extent(of rows: Range<Int>, before follower: Int?) -> Range<Int> {
        guard Traits.readsUpwards, case .cursors(let checkpoints, _) = way,
            checkpoints.way(at: rows.lowerBound) == .before,
            let end = follower ?? checkpoints.next(after: rows.lowerBound), end > rows.lowerBound
        else { return rows }
        return rows.lowerBound..<end
    }

    /// `true` if the first row is the list's first, as far as is known.
    var startIsKnown: Bool {
        guard Traits.readsUpwards, case .cursors(let checkpoints, _) = way else { return true }
        return checkpoints.beginning == .start
    }

    /// `true` if requests start at places to which cursors led, so that an answer belongs behind a row and not at a position.
    var isInOrder: Bool { kind == .cursors || kind == .history }

    /// The first row of the request for a row: at the row itself, or in a list that is read in order at the last checkpoint above it.
    @inline(never)
    func origin(of position: Int) -> Int { isInOrder ? checkpoints.anchor(at: position) : position }

    // MARK: Parts of one way

    /// The places at which requests can start in a list that is read in order; in any other list only its start.
    var checkpoints: Checkpoints {
        get {
            switch way {
            case .cursors(let checkpoints, _): checkpoints
            case .history(let history): history.checkpoints
            case .positions, .identifiers: .atStart
            }
        }
        _modify {
            guard case .cursors(var checkpoints, let top) = way else {
                // No other way learns cursors.
                var none = Checkpoints.atStart
                yield &none
                return
            }
            // They are taken out while they change, so that they are not copied.
            way = .identifiers(nil)
            defer { way = .cursors(checkpoints, top: top) }
            yield &checkpoints
        }
    }

    /// The row at the top of a list that is read in order and only grows there.
    var top: Int? {
        get { if case .cursors(_, let top) = way { top } else { nil } }
        set { if case .cursors(let checkpoints, _) = way { way = .cursors(checkpoints, top: newValue) } }
    }

    /// Rows at which the server's pages begin wherever they are asked for.
    var pageStarts: PositionSet { if case .positions(let pageStarts) = way { pageStarts } else { PositionSet() } }

    /// Learns that the server's pages end above a row.
    mutating func learnPageStart(_ position: Int) {
        guard case .positions(var pageStarts) = way else { return }
        pageStarts.insert(position..<position + 1)
        way = .positions(pageStarts: pageStarts)
    }

    /// All identifiers of the list, if it uses a snapshot and has one.
    var order: [Int]? { if !Traits.asksForPagesAlone, case .identifiers(let order) = way { order } else { nil } }

    /// A snapshot brought all identifiers.
    mutating func learn(order: [Int]) {
        if case .identifiers = way { way = .identifiers(order) }
    }

    /// Some items of the snapshot were removed.
    mutating func remove(_ gone: PositionSet) {
        guard case .identifiers(var order?) = way else { return }
        way = .identifiers(nil)
        for range in gone.ranges.reversed() { order.removeSubrange(range) }
        way = .identifiers(order)
    }

    /// The walk through a feed whose seen part is a still history, or `nil` for any other list.
    var history: History? {
        get { if !Traits.asksForPagesAlone, case .history(let history) = way { history } else { nil } }
        set { if !Traits.asksForPagesAlone, let newValue, case .history = way { way = .history(newValue) } }
    }

    // MARK: Gaps

    /// Opens a gap, or allows an open one the pages of this one.
    mutating func insert(_ gap: Gap) {
        let index = gaps.firstIndex { $0.position >= gap.position } ?? gaps.count
        if index < gaps.count, gaps[index].position == gap.position {
            gaps[index].pagesLeft = max(gaps[index].pagesLeft, gap.pagesLeft)
            gaps[index].number = gaps[index].number ?? gap.number
        } else {
            gaps.insert(gap, at: index)
        }
    }

    /// The number of pages that fill a gap at the top.
    var pagesToFill: Int { if case .fill(let pages) = gapPolicy { max(0, pages) } else { 0 } }
}
