/// Machines of feeds whose seen part is a still history.
extension ListMachine {
    /// Makes a machine of a feed whose seen part is a still history.
    ///
    /// The list begins with the feed's first page. Rows that were on screen stay as they are, whatever happens to them on the server, and are
    /// never evicted. When the end comes near, or a refresh is requested, unseen rows are replaced by the freshest unseen ones of the feed. At
    /// the feed's end the list ends, until it is asked to load more.
    ///
    /// It asks only for pages, by position or in order, one at a time.
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

    /// A walk through a feed goes to its end, even if its rows so far are enough for the screen.
    mutating func demandWalk() {
        guard let history = addressing.history, history.isWalking else { return }
        planner.demands.append(rows.count..<rows.count + planner.policy.pageSize)
    }

    /// The request for the rows behind the seen ones.
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
