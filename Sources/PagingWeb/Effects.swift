#if arch(wasm32)
    /// What an effect is, by the number that the page knows it by.
    enum Effect: Int32 {
        /// A request: its name, and the rows asked for.
        case positions
        /// A request: its name, the cursor or -1, and how many rows.
        case after
        /// A request for the sections: its name.
        case sections
        /// A request is called off: its name.
        case cancel
        /// What changed begins: the old count and the new one.
        case update
        case removed
        case inserted
        case changed
        /// A job has ended: its name, and whether it failed.
        case finished
        /// A job has begun: its name.
        case began
        /// Rows that are loaded.
        case loaded
    }

    @_extern(wasm, module: "page", name: "effect")
    @_extern(c)
    private func effect(_ kind: Int32, _ first: Int32, _ second: Int32, _ third: Int32)

    private func tell(_ kind: Effect, _ first: Int, _ second: Int = 0, _ third: Int = 0) {
        effect(kind.rawValue, Int32(first), Int32(second), Int32(third))
    }

    func tell(_ positions: PositionSet, as kind: Effect) {
        for range in positions.ranges { tell(kind, range.lowerBound, range.upperBound) }
    }

    /// Hands effects to the page.
    ///
    /// - Returns: when to wake the machine, in milliseconds.
    func tell(_ effects: ListEffects, of job: JobID? = nil) -> Double {
        if let job { tell(.began, job.rawValue) }
        for request in effects.cancellations { tell(.cancel, request.rawValue) }
        for request in effects.requests {
            switch request.kind {
            case .page(.positions(let rows)): tell(.positions, request.id.rawValue, rows.lowerBound, rows.upperBound)
            case .page(.after(let cursor, let limit)):
                tell(.after, request.id.rawValue, cursor.map { Int($0.number) } ?? -1, limit)
            case .sections: tell(.sections, request.id.rawValue)
            default: break
            }
        }
        for update in effects.updates where !update.isEmpty {
            tell(.update, update.oldCount, update.newCount)
            tell(update.removed, as: .removed)
            tell(update.inserted, as: .inserted)
            tell(update.changed, as: .changed)
        }
        for end in effects.finished { tell(.finished, end.job.rawValue, end.failure == nil ? 0 : 1) }
        return effects.wakeAt?.milliseconds ?? .infinity
    }
#endif
