import Paging

/// Bounds the requests that one page takes, through the task that asks for it.
///
/// A list gives up a page that fails, or asks again later. A page whose requests go round in a circle would never come to that.
final class PageRequests: Sendable {
    @TaskLocal static var current: PageRequests?

    private let count = Locked(0)

    /// Counts a request that is about to be sent.
    ///
    /// - Throws: ``HTTPSourceError/Reason/noProgress`` where it would be one too many.
    func admit(_ address: String) throws {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number > HTTPLimits.maximumRequestsPerPage { throw HTTPSourceError(.noProgress, address: address) }
    }
}

extension HTTPSource {
    /// Has each request of the source admitted before it is sent, whichever method sends it.
    ///
    /// - Parameter admit: throws where no more may be sent. Called on any thread.
    package func limitRequests(_ admit: @escaping @Sendable () throws -> Void) {
        client.admission.withLock { $0 = admit }
    }
}
