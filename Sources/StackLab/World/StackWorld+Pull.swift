extension StackWorld {
    /// The seventeenth law, for a list that stays as it is.
    func pulled(_ pull: StackTrial.Pull) async throws -> StackViolation? {
        let pulled = try await pull(server.address, network)
        let truth = try server.truth().map(\.id)
        let isWhole = pulled.rows == truth
        if pulled.status == 0, !isWhole {
            return violation(
                .exitZero, "exit 0 with \(pulled.rows.count) rows of \(truth.count): \(pulled.rows.prefix(60))")
        }
        if pulled.status != 0, isWhole, !liesAboutTotal, !isOutOfReach {
            return violation(.exitZero, "exit \(pulled.status) with all \(truth.count) rows: \(pulled.message)")
        }
        let pages = truth.count / setting.serverPage + 1
        let sent = network.targets.count
        if sent > 2 * pages + 40 {
            return violation(.anyAddress, "\(sent) requests for \(pages) pages: \(network.targets.suffix(3))")
        }
        return nil
    }
}
