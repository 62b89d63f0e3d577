import Foundation
import PagingHTTP
import PagingServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers as `paging serve` does, in the process, and remembers what was asked.
final class ServerInProcess: HTTPTransport, @unchecked Sendable {
    // `@unchecked`: `asked` is read and written only while `lock` is held.
    private let lock = NSLock()
    private var asked: [String] = []
    private let responder: Responder

    init(_ responder: Responder) { self.responder = responder }

    /// The requests since this was read last.
    func takeAsked() -> [String] {
        lock.withLock {
            defer { asked = [] }
            return asked
        }
    }

    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        let target = request.url?.absoluteString ?? "/"
        lock.withLock { asked.append(String(target.dropFirst("http://localhost".count))) }
        let headers = (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) }
        let response = responder.respond(to: Request(target: target, headers: headers))
        return HTTPAnswer(
            status: response.status, headers: HTTPHeaders(response.headers), body: Data(response.body))
    }
}
