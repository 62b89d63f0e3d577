@testable import PagingCore
@testable import PagingSimulation

/// The kinds of changes to a list while it is walked.
enum WalkKind: String, CaseIterable {
    case addedOnTop, removed, addedAndRemoved, rebuilt

    var title: String {
        switch self {
        case .addedOnTop: "items added on top"
        case .removed: "items removed"
        case .addedAndRemoved: "items added and removed anywhere"
        case .rebuilt: "rebuilt every 15 s"
        }
    }

    var behavior: ListBehavior {
        switch self {
        case .addedOnTop: ListBehavior(membership: .growsOnTop)
        case .removed, .addedAndRemoved: ListBehavior(membership: .changes)
        case .rebuilt: ListBehavior(ranking: .rebuilt)
        }
    }

    /// The server's changes, until the walk is over.
    func changes(seed: UInt64, milliseconds: Double) -> [FeedAction] {
        var chance = SplitMix64(seed: seed)
        var actions: [FeedAction] = []
        var time = 0.0
        while true {
            time += self == .rebuilt ? 15_000 : 2_000 * (0.5 + chance.nextUnit())
            guard time < milliseconds else { return actions }
            let few = 1 + Int(chance.next() % 4)
            let place = FeedPlace.part(UInt16(truncatingIfNeeded: chance.next()))
            let kind: FeedAction.Kind =
                switch self {
                case .addedOnTop:
                    .insert(.top(0), count: chance.next() % 8 == 0 ? 3 * Walk.pageSize / 2 : few, returning: false)
                case .removed: .remove(place, count: few)
                case .addedAndRemoved:
                    chance.next() % 2 == 0 ? .remove(place, count: few) : .insert(place, count: few, returning: false)
                case .rebuilt: .rebuild(seed: chance.next())
                }
            actions.append(FeedAction(at: time, kind))
        }
    }
}

/// A reader walks from the top of a list to its end, while the server changes it.
struct Walk {
    static let pageSize = 20
    private static let rowsPerFrame = 0.15
    private static let count = 400

    /// The counts of a walk.
    struct Result {
        /// Rows that came while the same item was in the list already.
        var duplicates = 0
        /// Items that were on the server from the first to the last moment and that the reader never saw.
        var holes = 0
        /// Whether the list still was not at its end after twice the time that the walk takes.
        var isStuck = false
        /// How often the first visible row went though the server still had it.
        var jumps = 0
        var measures = FeedMeasures()

        static func += (left: inout Result, right: Result) {
            left.duplicates += right.duplicates
            left.holes += right.holes
            left.jumps += right.jumps
            left.measures.add(right.measures)
        }
    }

    static func result(of subject: some FeedSubject, _ kind: WalkKind, features: FeedFeatures, seed: UInt64) -> Result {
        let frames = Int(2 * Double(count) / rowsPerFrame)
        let milliseconds = Double(frames) * SimulatedReader.frame
        var setting = FeedSetting(FeedCombination(kind.behavior, features), seed: seed, host: .scrolling)
        // Each way reads the list from its top, so that what it leaves out can be counted.
        setting.beginning = 0
        // The reader never looks back, and only the rows he passes are counted.
        setting.looksBack = false
        (setting.count, setting.screen, setting.latency, setting.hazards) = (count, 12, 100, [])
        (setting.quirks, setting.policy) = (FeedQuirks(), LoadPolicy(pageSize: pageSize))
        let walk = FeedAction(at: 500, .drag(rowsPerFrame: rowsPerFrame, frames: frames))
        let history = FeedHistory(
            ([walk] + kind.changes(seed: seed, milliseconds: milliseconds)).sorted { $0.time < $1.time })
        var simulation = FeedSimulation(subject, setting: setting, history: history)
        var seen: Set<Int> = []
        while !simulation.isClosing, simulation.now < milliseconds, simulation.step() {
            for position in simulation.reader.viewport.clamped(to: 0..<simulation.subject.rows.count) {
                if let number = simulation.subject.rows[position] { seen.insert(number) }
            }
        }
        return Result(simulation, seen: seen)
    }
}

extension Walk.Result {
    init<Subject>(_ simulation: FeedSimulation<Subject>, seen: Set<Int>) {
        duplicates = simulation.checker.duplicates
        holes = (0..<simulation.setting.count).count { number in
            simulation.feed.current.place(of: number) != nil && !seen.contains(number)
        }
        let last = simulation.reader.viewport.upperBound
        isStuck = last < simulation.subject.rows.count || !simulation.network.isSilent
        jumps = simulation.checker.counts[Law.keepsPlace.rawValue]
        measures = simulation.measures
    }
}
