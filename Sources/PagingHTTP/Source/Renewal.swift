import Paging

/// Renews expired credentials once for all requests that were refused with them.
final class Renewal: Sendable {
    private struct State {
        /// The number of successful renewals. A request that was sent in an earlier epoch used older credentials.
        var epoch = 0
        var underWay: SharedWork<Void>?
    }

    private let state = Locked(State())
    private let renew: @Sendable () async throws -> Void

    init(_ renew: @escaping @Sendable () async throws -> Void) {
        self.renew = renew
    }

    var epoch: Int { state.withLock(\.epoch) }

    /// Renews the credentials, unless they were renewed since an epoch. If a renewal is in progress, it waits for it.
    func renew(after epoch: Int) async throws {
        let work: SharedWork<Void>? = state.withLock { state in
            if state.epoch > epoch { return nil }
            if let work = state.underWay { return work }
            // A separate task, because the first caller may be cancelled while others wait for the same renewal.
            let work = SharedWork { [self] in
                let result: Result<Void, any Error>
                do { result = .success(try await renew()) } catch { result = .failure(error) }
                self.state.withLock { state in
                    state.underWay = nil
                    if case .success = result { state.epoch += 1 }
                }
                try result.get()
            }
            state.underWay = work
            return work
        }
        try await work?.value
        try Task.checkCancellation()
    }
}
