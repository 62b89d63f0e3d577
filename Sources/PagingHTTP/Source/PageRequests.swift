import Paging

/// Limits the requests for one page, through a value of the task that requests it.
///
/// A list gives up a page that fails, or tries again later. A page whose requests form a cycle would never fail without this limit.
final class PageRequests: Sendable {
    @TaskLocal static var current: PageRequests?

    private let count = Locked(0)

    /// Counts a request that is about to be sent.
    ///
    /// - Throws: ``HTTPSourceError/Reason/noProgress`` if the limit is exceeded.
    func admit(_ address: String) throws {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number > HTTPLimits.maximumRequestsPerPage { throw HTTPSourceError(.noProgress, address: address) }
    }
}

extension HTTPSource {
    /// Calls a closure before each request of the source, whichever method sends it.
    ///
    /// - Parameter admit: throws to stop the request. It is called on any thread.
    package func limitRequests(_ admit: @escaping @Sendable () throws -> Void) {
        client.admission.withLock { $0 = admit }
    }
}
