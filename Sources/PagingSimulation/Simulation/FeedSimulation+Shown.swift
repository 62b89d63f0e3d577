internal import Paging

/// Edits and filters of the reader and the app, and the server's answers to them.
extension FeedSimulation {
    mutating func performOwn(_ act: OwnAct, choice: Int) {
        // Requests before this are not known by number; none of them is later than what is sent next.
        if shown == nil {
            shown = ShownChecker(subject)
            shown?.lastRequest = network.requests
        }
        log?("\(Int(now)) ms  own: \(act.rawValue) \(choice)")
        if let edit = shown?.perform(act, choice: choice, of: subject), let number = carryOut(edit, choice: choice) {
            shown?.confirm(edit, as: number == edit.number ? nil : number, of: subject)
        }
        reportShown()
    }

    /// The server carries out an edit, if a list of this kind allows it.
    ///
    /// - Returns: the row's number on the server, or `nil` if the server rejects the edit.
    private mutating func carryOut(_ edit: RowEdit, choice: Int) -> Int? {
        let behavior = setting.combination.behavior
        let place = feed.current.place(of: edit.number)
        switch edit.kind {
        case .update:
            guard let place, edit.state == .pending else { return nil }
            if behavior.content == .changes { change { feed, _ in feed.edit(place..<place + 1) } }
        case .insert:
            guard edit.state == .pending, behavior.membership != .fixed else { return nil }
            let target = behavior.membership == .growsOnTop ? 0 : choice % (feed.count + 1)
            let number = feed.numbersGiven
            change { feed, _ in feed.insert(1, at: target) }
            return number
        case .remove:
            guard let place, edit.state == .pending, behavior.membership == .changes else { return nil }
            change { feed, _ in feed.remove(place..<place + 1) }
        case .move:
            guard let place, edit.state == .pending, behavior.ranking == .rebuilt else { return nil }
            change { feed, _ in feed.move(from: place, to: choice % feed.count) }
        }
        return edit.number
    }

    /// Brings what is shown to where the list is.
    mutating func followShown(_ effects: FeedEffects, along map: PositionMap?, _ event: FeedEvent) {
        guard shown != nil else { return }
        var (seen, answer): ([Int], Int?) = ([], nil)
        if case .answered(let content, let id) = event {
            answer = id.rawValue
            if effects.acceptsAnswer { seen = content.items }
        }
        shown?.follow(effects.update, along: map, seen: seen, answer: answer, of: subject)
        reportShown()
    }

    mutating func reportShown() {
        guard let defect = shown?.defect else { return }
        checker.report(defect.law, now, expected: defect.expected, found: defect.found)
    }
}
