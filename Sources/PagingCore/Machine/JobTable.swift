/// The loads that the app waits for.
struct JobTable: Sendable {
    /// A load that the app waits for.
    struct Job: Sendable {
        enum Goal: Equatable {
            /// The slot at this position is loaded, or known not to exist.
            case row(Int)
            /// No row on screen is older than the refresh, and at least one answer has come since.
            case fresh
            /// The same for a refresh that begins when the one under way is over.
            case freshNext
            /// More rows have come above the first one, or it is known to be the list's first. The number counts such answers before the job.
            case above(answers: Int)
        }

        let id: JobID
        var goal: Goal
        /// `true` for an internal refresh: neither its progress nor its failure is reported in `phase`.
        var isQuiet = false
    }

    private(set) var open: [Job] = []
    private var last = 0
    /// The reason why the last refresh failed.
    var refreshFailure: LoadFailure?
    /// The rows that it should have loaded.
    var rowsNotRefreshed = PositionSet()

    /// The last row of a list whose end was known when the refresh began, if only the rows behind it show what came since, or `nil` if a refresh
    /// does not have to look there.
    var lastRow: Int?

    /// `true` if a refresh is under way.
    var hasRefresh: Bool { open.contains { $0.goal == .fresh } }

    /// `true` if a refresh is under way that the app requested.
    var hasAskedRefresh: Bool { open.contains { $0.goal == .fresh && !$0.isQuiet } }

    /// `true` if a job waits for more rows.
    var hasRow: Bool { open.contains { if case .row = $0.goal { true } else { false } } }

    /// `true` if a job waits for rows above the first one.
    var hasAbove: Bool { open.contains { if case .above = $0.goal { true } else { false } } }

    /// `true` if a refresh will begin when the one under way is over.
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

    /// Keeps the jobs that are not over.
    mutating func keep(_ jobs: [Job]) { open = jobs }

    /// Rows are at other positions: shifts awaited positions.
    mutating func follow(_ map: PositionMap) {
        if refreshFailure != nil { rowsNotRefreshed = map.newPositions(ofAll: rowsNotRefreshed) }
        for index in open.indices {
            if case .row(let position) = open[index].goal { open[index].goal = .row(map.newBoundary(behind: position)) }
        }
    }

    /// The list was emptied: jobs wait for its first rows again, and answers above are counted from zero.
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
