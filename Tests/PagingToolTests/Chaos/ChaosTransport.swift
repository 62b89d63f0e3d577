import Foundation
import Paging
import PagingHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A proxy before several servers: each client has one of them, and another one where that cannot be reached.
struct ChaosTransport: StreamingTransport {
    /// The address that clients know.
    static let address = "http://lists.test"

    let ports: [Int]
    /// Which of the servers is asked first.
    let client: Int
    /// The answers.
    let tally: ChaosTally
    private let inner: URLSessionTransport

    /// A transport that several clients may share.
    static func session() -> URLSessionTransport {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 1_000
        return URLSessionTransport(session: URLSession(configuration: configuration))
    }

    init(_ inner: URLSessionTransport, ports: [Int], client: Int, tally: ChaosTally = ChaosTally()) {
        (self.inner, self.ports, self.client, self.tally) = (inner, ports, client, tally)
    }

    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        try await first(request) { try await inner.answer(to: directed(request, to: $0), maximumBytes: maximumBytes) }
    }

    func answer(
        to request: URLRequest, maximumBytes: Int, receiving receive: @escaping @Sendable (Data) throws -> Void
    ) async throws -> HTTPAnswer {
        try await first(request) {
            try await inner.answer(to: directed(request, to: $0), maximumBytes: maximumBytes) { data in
                tally.noteReceived(data.count)
                try receive(data)
            }
        }
    }

    private func first(
        _ request: URLRequest, _ ask: (_ port: Int) async throws -> HTTPAnswer
    ) async throws -> HTTPAnswer {
        tally.note("\(request.url?.query ?? "") asked", nil)
        do {
            let answer = try await firstReached(ask)
            tally.note(request.url?.query ?? "", answer.status)
            return answer
        } catch {
            tally.note("\(request.url?.query ?? "") \(error)", nil)
            throw error
        }
    }

    private func firstReached(_ ask: (_ port: Int) async throws -> HTTPAnswer) async throws -> HTTPAnswer {
        for step in ports.indices.dropLast() {
            do {
                return try await ask(ports[(client + step) % ports.count])
            } catch let error as URLError
                where error.code == .cannotConnectToHost || "\(error)".contains("Couldn't connect")
            {
                // `URLSession` on Linux has not always a code for it.
                continue
            }
        }
        return try await ask(ports[(client + ports.count - 1) % ports.count])
    }

    private func directed(_ request: URLRequest, to port: Int) -> URLRequest {
        var request = request
        let url = request.url?.absoluteString ?? ""
        request.url = URL(string: "http://127.0.0.1:\(port)" + url.dropFirst(ChaosTransport.address.count))
        request.setValue("lists.test", forHTTPHeaderField: "Host")
        return request
    }
}

/// The servers' answers to one client.
final class ChaosTally: Sendable {
    private struct Notes {
        var statuses: [Int: Int] = [:]
        var last: [String] = []
        var (streamed, streamedAt) = (0, 0.0)
    }

    private static let kept = 40
    private let notes = Locked(Notes())

    func note(_ request: String, _ status: Int?) {
        let line = "\(ChaosTally.second) \(request) \(status.map(String.init) ?? "")"
        notes.withLock { notes in
            if let status { notes.statuses[status, default: 0] += 1 }
            notes.last = notes.last.suffix(Self.kept - 1) + [line]
        }
    }

    private static var second: Double { Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 1_000) }

    func noteReceived(_ bytes: Int) {
        notes.withLock { ($0.streamed, $0.streamedAt) = ($0.streamed + bytes, ChaosTally.second) }
    }

    func count(_ status: Int) -> Int { notes.withLock { $0.statuses[status, default: 0] } }

    /// The last requests, and what streams brought, for the message of a failure.
    var last: [String] {
        notes.withLock { $0.last + ["streams brought \($0.streamed) bytes, the last at \($0.streamedAt)"] }
    }
}
