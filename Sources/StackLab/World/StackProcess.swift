internal import Foundation
internal import Paging
package import PagingHTTP

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#else
    package import Foundation
#endif

/// The network as one process has it: once the process has ended, all is refused.
package final class StackProcess: HTTPTransport {
    private let network: StackNetwork
    private let hasEnded = Locked(false)

    init(_ network: StackNetwork) { self.network = network }

    func end() { hasEnded.withLock { $0 = true } }

    package func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        if hasEnded.withLock(\.self) { return Self.gone }
        let answer = try await network.answer(to: request, maximumBytes: maximumBytes)
        return hasEnded.withLock(\.self) ? Self.gone : answer
    }

    /// A refusal that is not tried again, so that an ended app falls silent.
    private static let gone = HTTPAnswer(status: 410, headers: HTTPHeaders([]), body: Data())
}
