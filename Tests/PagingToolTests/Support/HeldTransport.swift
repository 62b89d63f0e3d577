import Foundation
import PagingHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server in the process, each of whose requests and answers waits for a test: the order in which they pass is the test's, and the same each time.
struct HeldTransport: HTTPTransport {
    let server: ServerInProcess
    let wire: HeldWire

    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        try await wire.pass(request.url?.query ?? "") {
            try await server.answer(to: request, maximumBytes: maximumBytes)
        }
    }
}
