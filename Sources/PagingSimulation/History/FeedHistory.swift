internal import Paging

/// All that happens in a simulation besides answers, in order: a value, so that it can be cut down and replayed.
package struct FeedHistory: Hashable, Sendable {
    /// The events, the earliest first.
    package var actions: [FeedAction]

    /// Makes a history of actions, the earliest first.
    package init(_ actions: [FeedAction]) {
        self.actions = actions
    }

    /// Draws a history for a setting.
    ///
    /// - Parameter events: how many events the reader and the app make at least; frames, answers and timers come on top.
    package init(for setting: FeedSetting, events: Int) {
        var drawing = FeedDrawing(setting)
        let drawn = FeedDrawing.restarting(
            setting.host == .scrolling
                ? drawing.actions(events: events) : drawing.hosted(setting.host, events: events),
            seed: setting.seed)
        actions = FeedDrawing.replacing(FeedDrawing.editing(drawn, seed: setting.seed), setting: setting)
    }

    /// The actions with these indices alone.
    package func keeping(_ indices: some Sequence<Int>) -> FeedHistory {
        FeedHistory(indices.lazy.filter { $0 >= 0 && $0 < actions.count }.map { actions[$0] })
    }
}

/// Draws actions that keep to what a list's behavior allows.
struct FeedDrawing {
    let behavior: ListBehavior
    private let screen: Int
    var chance: SplitMix64
    /// How much of what happens, happens on the server.
    private let changeShare: Double
    /// Milliseconds between two actions, on average.
    let pace: Double
    private var isAway = false
    /// The next action on the server.
    private var kinds: [FeedAction.Kind] = []

    init(_ setting: FeedSetting) {
        (behavior, screen) = (setting.combination.behavior, setting.screen)
        chance = SplitMix64(seed: setting.seed &* 0x9E6C_63D0_876A_9A47 &+ 2)
        let isChanging = behavior.movesRows || behavior.content == .changes
        changeShare = isChanging ? [0.05, 0.15, 0.4][Int(chance.next() % 3)] : 0
        pace = [50, 200, 500][Int(chance.next() % 3)]
    }

    mutating func actions(events: Int) -> [FeedAction] {
        var result: [FeedAction] = []
        result.reserveCapacity(2 * events + events / 2)
        var (time, made) = (0.0, 0)
        while made < events {
            // Most actions follow soon; now and then everything has time to come to rest.
            time += chance.next() % 12 == 0 ? 3_000 : 2 * pace * chance.nextUnit()
            if chance.nextUnit() < changeShare {
                for _ in 0...(chance.next() % 3) { result.append(FeedAction(at: time, change())) }
                continue
            }
            let kind = isAway ? actOfTheApp() : act()
            result.append(FeedAction(at: time, kind))
            made += 1
            switch kind {
            case .drag(_, let frames), .fling(_, let frames, _):
                time += Double(frames) * SimulatedReader.frame * chance.nextUnit()
                // In a list that fits on the screen nothing moves.
                made -= 1
            case .hideList: isAway = true
            case .showList: isAway = false
            default: break
            }
        }
        return result
    }

    /// In one run of three the app is ended and started again, up to three times.
    ///
    /// Drawn by a chance of its own, so that all else happens as it would without.
    static func restarting(_ actions: [FeedAction], seed: UInt64) -> [FeedAction] {
        var chance = SplitMix64(seed: seed &* 0xD6E8_FEB8_6659_FD93 &+ 4)
        guard chance.next() % 3 == 0, !actions.isEmpty else { return actions }
        var result = actions
        for _ in 0...(chance.next() % 3) {
            let index = Int(chance.next() % UInt64(result.count))
            result.insert(FeedAction(at: result[index].time, .restart), at: index)
        }
        return result
    }

    /// In one run of four the reader edits and the app hides rows, drawn by a chance of its own as well.
    static func editing(_ actions: [FeedAction], seed: UInt64) -> [FeedAction] {
        var chance = SplitMix64(seed: seed &* 0xA076_1D64_78BD_642F &+ 5)
        guard chance.next() % 4 == 0 else { return actions }
        var result: [FeedAction] = []
        for action in actions {
            result.append(action)
            guard chance.next() % 8 == 0 else { continue }
            let act = OwnAct.allCases[Int(chance.next() % UInt64(OwnAct.allCases.count))]
            result.append(FeedAction(at: action.time, .own(act, choice: Int(chance.next() % 1_000_003))))
        }
        return result
    }

    /// In one run of five of a list whose rows come and go, it becomes another one, or loses its end, up to twice.
    static func replacing(_ actions: [FeedAction], setting: FeedSetting) -> [FeedAction] {
        var chance = SplitMix64(seed: setting.seed &* 0xC4CE_B9FE_1A85_EC53 &+ 10)
        guard chance.next() % 5 == 0, setting.combination.behavior.membership == .changes, !actions.isEmpty else {
            return actions
        }
        var result = actions
        for _ in 0...(chance.next() % 2) {
            let index = Int(chance.next() % UInt64(result.count))
            let kind: FeedAction.Kind =
                chance.next() % 2 == 0
                ? .replace(count: [0, 1, 10, 15, 25, 60][Int(chance.next() % 6)])
                : .remove(.reader(Int(chance.next() % 120) - 110), count: 100_000)
            result.insert(FeedAction(at: result[index].time, kind), at: index)
        }
        return result
    }

    // MARK: What the server does

    mutating func change() -> FeedAction.Kind {
        kinds.removeAll(keepingCapacity: true)
        if behavior.membership == .growsOnTop { kinds.append(.insert(.top(0), count: number(), returning: false)) }
        if behavior.membership == .changes {
            kinds.append(.insert(place(), count: number(), returning: chance.next() % 4 == 0))
            kinds.append(.remove(place(), count: number()))
        }
        if behavior.ranking == .rebuilt {
            kinds.append(.move(place(), to: place()))
            if chance.next() % 3 == 0 { kinds.append(.rebuild(seed: chance.next())) }
        }
        if behavior.content == .changes { kinds.append(.edit(place(), count: number())) }
        return kinds[Int(chance.next() % UInt64(kinds.count))]
    }

    /// Mostly few, now and then more than a page.
    private mutating func number() -> Int {
        chance.next() % 12 == 0 ? 20 + Int(chance.next() % 130) : 1 + Int(chance.next() % 5)
    }

    private mutating func place() -> FeedPlace {
        switch chance.next() % 10 {
        case 0...1: .top(0)
        case 2: .end(Int(chance.next() % 4))
        case 3...6: .reader(Int(chance.next() % UInt64(3 * screen)) - screen)
        default: .part(UInt16(truncatingIfNeeded: chance.next()))
        }
    }

    // MARK: What the reader and the app do

    private mutating func act() -> FeedAction.Kind {
        switch chance.next() % 40 {
        case 0...15:
            let isForward = chance.next() % 3 != 0
            return .drag(
                rowsPerFrame: (isForward ? 1 : -1) * (0.05 + 2 * chance.nextUnit() * chance.nextUnit()),
                frames: 2 + Int(chance.next() % 16))
        case 16...21:
            let isForward = chance.next() % 3 != 0
            return .fling(
                rows: Double(isForward ? screen : -screen) * (0.5 + 8 * chance.nextUnit()),
                frames: 6 + Int(chance.next() % 24), tellsLanding: chance.next() % 2 == 0)
        case 22...25: return .jump(jumpTarget())
        case 26...28: return .refresh
        case 29: return .hideList
        case 30...33: return .loadMore
        case 34...35: return .retry
        case 36: return .releaseMemory
        case 37: return .pin(count: Int(chance.next() % 4))
        case 38: return chance.next() % 4 == 0 ? .reload : .refresh
        default: return .jump(.top(0))
        }
    }

    private mutating func actOfTheApp() -> FeedAction.Kind {
        switch chance.next() % 8 {
        case 0...3: .showList
        case 4...5: .refresh
        case 6: .loadMore
        default: .releaseMemory
        }
    }

    mutating func jumpTarget() -> FeedPlace {
        switch chance.next() % 4 {
        case 0: .top(0)
        case 1: .end(screen)
        default: .part(UInt16(truncatingIfNeeded: chance.next()))
        }
    }
}
