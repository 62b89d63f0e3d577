/// The loads that the app waits for.
struct JobTable: Sendable {
    /// Something the app waits for.
    struct Job: Sendable {
        enum Goal: Equatable {
            /// The slot at this position loaded, or known not to exist.
            case row(Int)
            /// Nothing on screen that is older than the refresh, and at least one answer since.
            case fresh
            /// As `fresh`, of a refresh that begins when the one under way is over.
            case freshNext
            /// More rows above the first one, or it known to be the list's first. How many answers of that kind there had been.
            case above(answers: Int)
        }

        let id: JobID
        var goal: Goal
        /// `true` for an internal refresh: neither its progress nor its failure is reported in `phase`.
        var isQuiet = false
    }

    private(set) var open: [Job] = []
    private var last = 0
    /// Why the last refresh failed.
    var refreshFailure: LoadFailure?
    /// The rows that it was to bring.
    var rowsNotRefreshed = PositionSet()

    /// The last row of a list whose end was known when the refresh began, where only what follows it tells what came since, or `nil` if a refresh
    /// has nothing to look for there.
    var lastRow: Int?

    /// `true` if a refresh is under way.
    var hasRefresh: Bool { open.contains { $0.goal == .fresh } }

    /// `true` if a refresh is under way that the app asked for.
    var hasAskedRefresh: Bool { open.contains { $0.goal == .fresh && !$0.isQuiet } }

    /// `true` if more rows are waited for.
    var hasRow: Bool { open.contains { if case .row = $0.goal { true } else { false } } }

    /// `true` if rows above the first one are waited for.
    var hasAbove: Bool { open.contains { if case .above = $0.goal { true } else { false } } }

    /// `true` if a refresh is to begin when the one under way is over.
    var hasNextRefresh: Bool { open.contains { $0.goal == .freshNext } }

    /// The end of the pause that the server asked for. A queued refresh waits for it, since no caller asks for that refresh again.
    private(set) var pausedUntil: Instant?

    /// The server asked for a pause.
    mutating func pause(until instant: Instant) { pausedUntil = max(pausedUntil ?? instant, instant) }

    /// The next refresh begins.
    mutating func beginNextRefresh() {
        for index in open.indices where open[index].goal == .freshNext { open[index].goal = .fresh }
    }

    /// Begins a job.
    mutating func add(_ goal: Job.Goal, isQuiet: Bool = false) -> JobID {
        last += 1
        open.append(Job(id: JobID(rawValue: last), goal: goal, isQuiet: isQuiet))
        return JobID(rawValue: last)
    }

    /// Keeps those that are not over.
    mutating func keep(_ jobs: [Job]) { open = jobs }

    /// Rows are at other positions: shifts the positions that are awaited.
    mutating func follow(_ map: PositionMap) {
        if refreshFailure != nil { rowsNotRefreshed = map.newPositions(ofAll: rowsNotRefreshed) }
        for index in open.indices {
            if case .row(let position) = open[index].goal { open[index].goal = .row(map.newBoundary(behind: position)) }
        }
    }

    /// Rows that are waited for are the first again, in a list that was emptied, and answers above count from none.
    mutating func restart() {
        for index in open.indices {
            switch open[index].goal {
            case .row: open[index].goal = .row(0)
            case .above: open[index].goal = .above(answers: 0)
            case .fresh, .freshNext: break
            }
        }
    }
}
