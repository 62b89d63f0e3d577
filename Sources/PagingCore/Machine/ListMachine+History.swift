/// Machines of feeds whose seen part is a still history.
extension ListMachine {
    /// Makes a machine of a feed whose seen part is a still history.
    ///
    /// The list begins with the feed's first page. Rows that were on screen stay as they are, whatever becomes of them on
    /// the server, and are never evicted. When the end comes near, or a refresh is asked for, the rows that were not seen
    /// yet are replaced by the freshest of the feed that were not. At the feed's end the list ends, until it is asked
    /// to load more.
    ///
    /// It asks for pages alone, by position or in order, one at a time.
    package static func history(
        capabilities: SourceCapabilities, policy: LoadPolicy = LoadPolicy(), seed: UInt64
    ) -> ListMachine {
        let traits = Traits(behavior: .fixed, capabilities: capabilities, keepsHistory: true)
        return ListMachine(traits, policy: policy, seed: seed)
    }

    /// `true` if the seen part of the list is a still history.
    package var keepsHistory: Bool { traits.keepsHistory }

    /// Notes which rows have been on screen.
    mutating func noteSeen() {
        guard traits.keepsHistory else { return }
        for viewport in planner.viewports where viewport.viewer != .reads || planner.viewports.count == 1 {
            let seen = min(viewport.rows.upperBound, rows.count)
            if seen > addressing.history?.seenEnd ?? 0 { addressing.history?.seenEnd = seen }
        }
    }

    /// A walk through a feed goes to its end, though what it has brought so far may be enough for the screen.
    mutating func demandWalk() {
        guard let history = addressing.history, history.isWalking else { return }
        planner.demands.append(rows.count..<rows.count + planner.policy.pageSize)
    }

    /// The request for what follows what was seen.
    mutating func requestForHistory(_ ask: LoadPlan.Ask, now: Instant) -> LoadRequest? {
        let isRandom = traits.isReadByPosition
        let size = planner.policy.pageSize
        let unseen = rows.count - (addressing.history?.seenEnd ?? 0)
        guard let place = addressing.history?.place(unseen: unseen, pageSize: size, isRandom: isRandom) else {
            return nil
        }
        let request: PageRequest =
            switch place {
            case .after(let cursor): .after(cursor, limit: size)
            case .position(let start, let overlaps):
                .positions(start..<start + min(overlaps ? size + 1 : size, planner.policy.maximumRequestSize))
            }
        return LoadRequest(id: planner.send(ask, now: now), generation: generation, kind: .page(request))
    }
}
