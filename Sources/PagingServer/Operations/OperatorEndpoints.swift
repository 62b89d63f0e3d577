internal import Foundation
internal import PagingWire

/// The endpoints for a server's operators, on a port that its clients do not reach: `/live`, `/ready` and `/metrics`.
///
/// ```swift
/// let operators = OperatorEndpoints(responder, metrics: metrics)
/// let admin = try HTTPServer(configuration: .init(port: 9090)) { operators.respond(to: $0) }
/// ```
///
/// `/live` says that the process answers: where it does not, it is to be started again. `/ready` says that its database can be read, and that
/// it is not about to stop: where it does not, requests are to go elsewhere. A database that is away is no reason to start a server again.
///
/// `@unchecked Sendable`: `isStopping` is read and written only while `lock` is held.
public final class OperatorEndpoints: @unchecked Sendable {
    private let responder: Responder
    private let metrics: ServerMetrics?
    private let lock = NSLock()
    private var isStopping = false

    /// Makes the endpoints of a server.
    ///
    /// - Parameters:
    ///   - responder: what answers the server's clients.
    ///   - metrics: what is counted; `nil` for no `/metrics`.
    public init(_ responder: Responder, metrics: ServerMetrics? = nil) {
        (self.responder, self.metrics) = (responder, metrics)
    }

    /// From now on the server is not ready, as it is about to stop.
    public func beginStopping() { lock.withLock { isStopping = true } }

    /// Answers a request; 404 for any other address.
    public func respond(to request: Request) -> Response {
        guard request.method == "GET" || request.method == "HEAD" else {
            return Problem.methodNotAllowed(request.method).response
        }
        let response: Response =
            switch request.path {
            case "/live": Responder.live
            case "/ready":
                lock.withLock { isStopping }
                    ? Problem.stopping.response : responder.respond(to: Request(target: "/ready"))
            case "/metrics": metrics?.response ?? Problem.notFound(request.path).response
            default: Problem.notFound(request.path).response
            }
        return request.method == "HEAD" ? response.withoutBody : response
    }
}

extension Responder {
    static let live = Response.json(JSONBuffer(bytes: Array(#"{"status":"live"}"#.utf8)))
}

extension ServerMetrics {
    var response: Response {
        Response(
            status: 200, headers: [(HeaderName.contentType, "text/plain; version=0.0.4")], body: Array(text.utf8))
    }
}
