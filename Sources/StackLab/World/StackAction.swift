internal import PagingCore

/// An event in a world; they happen one after the other.
package enum StackAction: Hashable, Sendable {
    /// The screen is at a fraction of the list.
    case look(Double)
    /// At a row.
    case lookAt(Int)
    /// The app pages by hand, or asks for rows that are not hidden.
    case loadMore
    case loadMoreVisible
    case refresh
    case reload
    case retry
    case jump(Double)
    case jumpToEnd
    case write(StackChange)
    case offline(Bool)
    case hide
    /// A view that is at home where the list begins.
    case begin
    /// The second view is at a fraction of the list.
    case lookTwice(Double)
    /// The second view goes.
    case leave
    /// The reader changes a row.
    case edit(StackEdit)
    /// Answers the changes that the app has sent.
    case answerEdits
    /// The app ends, and starts again with its saved state.
    case restore
    /// The app ends, and starts again with nothing but its cache.
    case restart
    /// The list goes on with another query, or with another source of the same rows.
    case replace
    /// So many sleepers are woken, so that an event happens while others are under way.
    case steps(Int)
    /// Everything under way ends.
    case rest
}

extension StackAction {
    /// Draws what happens in a world.
    package static func drawn(_ setting: StackSetting) -> [StackAction] {
        // Of its own, so that fewer rows do not change what happens.
        var random = SplitMix64(seed: setting.seed &* 0x9E37_79B9 &+ 17)
        func unit() -> Double { random.nextUnit() }
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        let start: StackAction = setting.extras.beginning == .start ? .look(0) : .begin
        var actions: [StackAction] = [setting.reader == .pagesByHand ? .loadMore : start]
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            actions.append(one([.rest, .rest, .steps(1), .steps(2), .steps(5)]))
            let number = Int.random(in: 0..<14, using: &random)
            switch number {
            case 0..<4 where setting.reader == .pagesByHand:
                actions.append(setting.hidesRows && number == 0 ? .loadMoreVisible : .loadMore)
            case 0..<4: actions.append(.look(unit()))
            case 4..<8: if let change = change(setting, &random) { actions.append(.write(change)) }
            case 8, 9: actions.append(.refresh)
            case 10: actions.append(one([.reload, .retry]))
            case 11: actions.append(one([.offline(true), .offline(false)]))
            case 12: actions.append(setting.hidesRows ? .hide : .retry)
            default:
                actions.append(setting.reader == .pagesByHand ? .loadMore : one([.jump(unit() * 1.2), .jumpToEnd]))
            }
        }
        return actions.adding(extras(setting))
    }

    /// Draws what the app does besides looking, each with a number that says between which other actions.
    private static func extras(_ setting: StackSetting) -> [(place: Double, action: StackAction)] {
        // Of its own, so that worlds without extras are what they were.
        var random = SplitMix64(seed: setting.seed &* 0x9E37_79B9 &+ 23)
        var found: [(place: Double, action: StackAction)] = []
        func add(_ action: StackAction) { found.append((random.nextUnit(), action)) }
        if setting.extras.beginning != .start {
            found += [(0, .rest), (0, .begin)]
        }
        if setting.extras.isSeenTwice {
            for _ in 0..<Int.random(in: 1...3, using: &random) { add(.lookTwice(random.nextUnit())) }
            if Bool.random(using: &random) { add(.leave) }
        }
        if setting.extras.edits {
            for number in 0..<Int.random(in: 1...4, using: &random) {
                if let edit = StackEdit(setting.behavior, number: number, &random) { add(.edit(edit)) }
            }
            add(.answerEdits)
        }
        if setting.extras.restores { for _ in 0..<Int.random(in: 1...2, using: &random) { add(.restore) } }
        if setting.extras.restarts { add(.restart) }
        if setting.extras.replaces { add(.replace) }
        // The view that stays shows what has changed as soon as the list is refreshed.
        if setting.extras.loading == .late,
            let left = found.first(where: { if case .leave = $0.action { true } else { false } }),
            let change = change(setting, &random)
        {
            found += [(left.place, .rest), (left.place, .write(change)), (left.place, .refresh)]
        }
        return found
    }

    /// A change that the behavior allows, which the app has declared.
    private static func change(_ setting: StackSetting, _ random: inout SplitMix64) -> StackChange? {
        let behavior = setting.behavior
        let shelf = setting.shelves[Int.random(in: 0..<setting.shelves.count, using: &random)]
        let (at, to) = (random.nextUnit(), random.nextUnit())
        var possible: [StackChange] = []
        if behavior.content == .changes { possible.append(.update(at: at)) }
        switch behavior.membership {
        case .fixed: break
        case .growsOnTop: possible.append(.insert(at: 0, shelf: shelf))
        case .changes:
            possible += [.insert(at: at, shelf: shelf), .remove(at: at), .insert(at: 0, shelf: shelf), .remove(at: 0)]
        }
        if behavior.ranking == .rebuilt {
            possible.append(.move(from: at, to: to))
            if setting.kind == .grouped { possible.append(.reshelve(at: at, shelf: shelf)) }
        }
        return possible.isEmpty ? nil : possible[Int.random(in: 0..<possible.count, using: &random)]
    }
}

extension [StackAction] {
    /// These and others, each behind the first one: a place of 0 is right behind it, of 1 at the end.
    fileprivate func adding(_ others: [(place: Double, action: StackAction)]) -> [StackAction] {
        var places = dropFirst().enumerated().map { (place: Double($0 + 1) / Double(count), action: $1) }
        for other in others {
            places.insert(other, at: places.firstIndex { $0.place > other.place } ?? places.count)
        }
        return prefix(1) + places.map(\.action)
    }
}
