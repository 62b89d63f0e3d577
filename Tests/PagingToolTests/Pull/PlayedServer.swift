import Foundation
import Paging
import PagingHTTP
import PagingTesting
import PagingWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@testable import PagingTool

/// A server that a test plays: answers by the request and its number, counted from 1.
///
/// `@unchecked Sendable`: the count is read and written only while `lock` is held; the closure is `Sendable`.
final class PlayedServer: HTTPTransport, @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private let play: @Sendable (ForeignQuestion, Int) -> HTTPAnswer

    /// More was asked than any walk may.
    struct TooManyRequests: Error {}
    private static let most = 20_000

    init(_ play: @escaping @Sendable (ForeignQuestion, Int) -> HTTPAnswer) {
        self.play = play
    }

    var requestCount: Int { lock.withLock { count } }

    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        let number = lock.withLock {
            count += 1
            return count
        }
        guard number <= Self.most else { throw TooManyRequests() }
        return play(ForeignQuestion(request), number)
    }

    static let address = "http://api.test/items"

    /// The result of `paging pull`.
    func pulled(
        _ words: [String] = [], at address: String = PlayedServer.address, behavior: ListBehavior? = nil,
        inFlight: Int = 4
    ) async throws -> PullInProcess {
        try await PullInProcess(
            [address, "--retries", "0"] + words, over: self, behavior: behavior, inFlight: inFlight,
            clock: VirtualClock())
    }
}

extension PullInProcess {
    /// Whether the exit code would be 0.
    var isWhole: Bool { outcome.failure == nil }
    /// The numbers that identify the rows.
    var ids: [Int] { rows.compactMap { $0["id"]?.int } }
}

/// Rows with identifiers as JSON without brackets.
func numbered(_ range: Range<Int>, of count: Int = 57) -> String {
    list(ArraySlice(range.clamped(to: 0..<count)))
}
