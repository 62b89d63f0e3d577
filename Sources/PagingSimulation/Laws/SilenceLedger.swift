internal import Paging

/// The requests of a list since reader, app or server last did something.
struct SilenceLedger: Sendable {
    /// How often the same rows may be asked for without back-off.
    static let repeats = 5

    /// The identity of a request.
    private enum Question: Hashable {
        case positions(from: Int)
        case after(Cursor?)
        case other(LoadRequest.Kind)
    }

    /// Milliseconds from an answer to the next request like it that are a wait.
    static let leastWait = 200.0

    private var asked: [Question: (count: Int, answeredAt: Double)] = [:]
    /// How many pages, snapshots, changes, contents and checks were asked for.
    private(set) var total = 0

    private static func question(_ kind: LoadRequest.Kind) -> Question {
        switch kind {
        case .page(.positions(let rows)): .positions(from: rows.lowerBound)
        case .page(.after(let cursor, _)): .after(cursor)
        case .page(.before), .page(.around), .sections, .snapshot, .items, .changes, .check, .live: .other(kind)
        }
    }

    /// `true` if a refresh was under way when the last one was asked for, which begins when that one is over.
    private(set) var isRefreshedTwice = false

    /// The reader, the app or the server did something.
    ///
    /// - Parameter isRefreshing: `true` if an earlier request of the app was still under way.
    mutating func begin(isRefreshing: Bool) {
        if total > 0 { self = SilenceLedger() }
        isRefreshedTwice = isRefreshing
    }

    /// A request failed, so that the next like it waits.
    mutating func failed(_ kind: LoadRequest.Kind) { asked[Self.question(kind)] = nil }

    /// A request was answered.
    mutating func answered(_ kind: LoadRequest.Kind, at time: Double) {
        asked[Self.question(kind)]?.answeredAt = time
    }

    /// A request is sent.
    ///
    /// - Returns: how often the same was asked for without a wait.
    mutating func ask(_ kind: LoadRequest.Kind, at time: Double) -> Int {
        if kind.isLive { return 0 }
        total += 1
        let question = Self.question(kind)
        var entry = asked[question] ?? (0, time)
        entry.count = entry.count > 0 && time - entry.answeredAt >= Self.leastWait ? 1 : entry.count + 1
        entry.answeredAt = time
        asked[question] = entry
        return entry.count
    }
}
