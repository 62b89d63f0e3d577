internal import PagingHTTP
internal import Paging

/// The rows that `paging pull` wrote, and its exit status.
package struct PulledRows: Sendable {
    package var rows: [Int]
    package var status: Int32
    /// The words of a failure.
    package var message: String

    package init(rows: [Int], status: Int32, message: String) {
        (self.rows, self.status, self.message) = (rows, status, message)
    }
}

/// A world and what happens in it: the same for the same seed.
package struct StackTrial: Sendable {
    /// Pulls the list at an address: the tool's own command, where there is one.
    package typealias Pull = @MainActor (_ address: String, _ network: StackNetwork) async throws -> PulledRows

    package var setting: StackSetting
    package var actions: [StackAction]

    package init(seed: UInt64) {
        setting = StackSetting(seed: seed)
        actions = StackAction.drawn(setting)
    }

    /// The world, and what happens in it, a line each.
    package var text: String {
        var lines = ["\(setting.text)"]
        if setting.kind == .played { lines.append("  the API: \(StackWorld.played(setting).text)") }
        return (lines + actions.map { "  \($0)" }).joined(separator: "\n")
    }

    /// Runs it.
    ///
    /// - Parameter log: takes a line for each thing that is done, with what was asked for, and what the list was like after it.
    /// - Returns: the first law that was broken.
    @MainActor
    package func run(pull: Pull? = nil, log: ((String) -> Void)? = nil) async throws -> StackViolation? {
        let world = try StackWorld(setting)
        world.log = log
        world.network.keepsHistory = log != nil
        if setting.reader == .pulls {
            guard let pull else { return nil }
            return try await world.pulled(pull)
        }
        var done = 0
        do {
            for action in actions {
                done += 1
                try await world.perform(action)
            }
            done += 1
            try await world.end()
            return nil
        } catch var violation as StackViolation {
            violation.action = done
            violation.targets = world.network.targets
            return violation
        }
    }
}
