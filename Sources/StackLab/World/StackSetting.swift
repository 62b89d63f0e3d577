internal import Paging
package import PagingCore

/// A world as a seed has drawn it, except for the events in it.
package struct StackSetting: Sendable {
    package enum Reader: CaseIterable, Hashable, Sendable { case scrolls, pagesByHand, pulls }
    package enum Kind: CaseIterable, Hashable, Sendable { case served, grouped, logged, played }

    package var seed: UInt64
    package var kind: Kind
    package var reader: Reader
    package var count: Int
    /// The rows of an answer of the server, and those a client asks for at once.
    package var serverPage: Int
    package var clientPage: Int
    package var shelves: [String]
    package var behavior: ListBehavior
    package var hazards: StackNetwork.Hazards
    /// Of five rows, some are equal but for their identifier.
    package var namesAreEqual: Bool
    package var hidesRows: Bool
    /// The features an app has besides the list.
    package var extras = StackExtras()

    package init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        self.seed = seed
        kind = one(Kind.allCases + [.played])
        reader = one([.scrolls, .scrolls, .pagesByHand, .pagesByHand, .pulls])
        serverPage = kind == .played ? one([3, 5, 10, 20, 25]) : 25
        clientPage = one([1, 5, 10, 20, 25, 50])
        let page = one([serverPage, clientPage])
        count = one([0, 1, 2, 3, page - 1, page, page + 1, 2 * page - 1, 2 * page, 2 * page + 1, 5 * page, 60])
        shelves = one([["a"], ["a", "b"], ["a", "b", "c", "d"], ["a", "b", "c", "d", "e", "f", "g", "h"]])
        let memberships: [ListBehavior.Membership] = [.fixed, .changes, .changes, .growsOnTop]
        let membership = one(memberships)
        let content = one([ListBehavior.Content.fixed, .changes])
        let ranking = membership == .changes ? one([ListBehavior.Ranking.stable, .stable, .rebuilt]) : .stable
        behavior = ListBehavior(
            membership: kind == .grouped && membership == .growsOnTop ? .changes : membership, ranking: ranking,
            content: content)
        hazards = StackNetwork.Hazards(
            delay: one([0, 0, 20, 200]), losses: one([0, 0, 0, 10]), failsFirst: one([0, 0, 0, 0, 1, 1_000]))
        if reader == .pulls {
            // The tool waits by the real clock, and reads the rows at an address, not its sections.
            hazards = StackNetwork.Hazards()
            hazards.isVirtual = false
            if kind == .grouped { kind = .served }
        }
        namesAreEqual = one([true, false])
        hidesRows = one([false, false, false, true])
        // The tool shows nothing, and is no app.
        if reader != .pulls {
            extras = StackExtras(seed: seed)
            extras.loading = StackExtras.loading(seed: seed)
            // An app that pages by hand keeps what it was given.
            if reader == .pagesByHand, extras.loading == .sparing { extras.loading = .usual }
        }
        // An app that pages by hand asks for what is below; of an API that is found out nothing says where a row is.
        if reader == .pagesByHand || count == 0 || kind == .played && extras.beginning != .position {
            extras.beginning = .start
        }
        // An app's own source has neither a cache nor a place in an address.
        if kind == .played, reader != .pulls {
            extras.own = StackExtras.own(seed: seed)
            if extras.own != nil { extras.cache = .none }
            if extras.own == .cursors { extras.beginning = .start }
        }
        // By sections no row is asked for by its identifier.
        if kind == .grouped, extras.beginning == .row { extras.beginning = .position }
        // Our own server says of what it sends that it is to be confirmed.
        if kind != .played, extras.cache == .between { extras.cache = .app }
    }

    package var text: String {
        let way = behavior.ranking == .rebuilt ? "+rebuilt" : ""
        return "\(kind), \(count) rows, pages of \(serverPage) and \(clientPage), shelves \(shelves.count), \(reader), "
            + "\(behavior.membership)\(way)/\(behavior.content), delay \(hazards.delay), losses \(hazards.losses), "
            + "first \(hazards.failsFirst) fail\(hidesRows ? ", a third hidden" : "")\(extras.text)"
    }

    /// The rows at the beginning, in order.
    package var rows: [StackRow] {
        (0..<count).map { row in
            StackRow(
                id: row + 1, name: namesAreEqual ? "same" : "row \(row)",
                shelf: shelves[(row * row + Int(truncatingIfNeeded: seed % 7)) % shelves.count])
        }
    }
}
