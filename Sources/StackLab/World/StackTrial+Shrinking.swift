extension StackTrial {
    /// A smaller world that breaks the same law: fewer rows first, then fewer things done.
    ///
    /// - Parameter violation: what the world breaks.
    /// - Returns: the smallest one that was found, and what it breaks.
    @MainActor
    package func shrunk(
        _ violation: StackViolation, pull: Pull? = nil
    ) async -> (trial: StackTrial, violation: StackViolation) {
        var (best, found) = (self, violation)
        func isKept(_ smaller: StackTrial) async -> Bool {
            guard let other = try? await smaller.run(pull: pull), other.law == found.law else { return false }
            (best, found) = (smaller, other)
            return true
        }
        for count in [0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 26, 40, 60, 100] where count < best.setting.count {
            var smaller = best
            smaller.setting.count = count
            if await isKept(smaller) { break }
        }
        var index = best.actions.count - 1
        while index >= 0 {
            var smaller = best
            smaller.actions.remove(at: index)
            _ = await isKept(smaller)
            index -= 1
        }
        // Then a world with fewer features.
        let plainer: [(inout StackExtras) -> Void] = [
            { $0.loading = .usual }, { $0.dress = .plain }, { $0.cache = .none }, { $0.isSeenTwice = false },
            { $0.beginning = .start },
        ]
        for simplify in plainer {
            var smaller = best
            simplify(&smaller.setting.extras)
            if smaller.setting.extras != best.setting.extras { _ = await isKept(smaller) }
        }
        return (best, found)
    }
}
