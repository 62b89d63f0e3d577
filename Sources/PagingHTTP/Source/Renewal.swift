import Paging

/// Renews credentials that have expired, once for all requests that were refused with them.
final class Renewal: Sendable {
    private struct State {
        /// Counts the renewals that succeeded: a request that was sent in an earlier epoch was sent with older credentials.
        var epoch = 0
        var underWay: SharedWork<Void>?
    }

    private let state = Locked(State())
    private let renew: @Sendable () async throws -> Void

    init(_ renew: @escaping @Sendable () async throws -> Void) {
        self.renew = renew
    }

    var epoch: Int { state.withLock(\.epoch) }

    /// Renews the credentials, unless that has been done since an epoch; where it is being done, waits for it.
    func renew(after epoch: Int) async throws {
        let work: SharedWork<Void>? = state.withLock { state in
            if state.epoch > epoch { return nil }
            if let work = state.underWay { return work }
            // A task of its own: the first caller may be cancelled, while others wait for the same.
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
