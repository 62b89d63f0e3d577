internal import Foundation
internal import PagingWire

/// The endpoints for a server's operators, on a port that its clients cannot reach: `/live`, `/ready` and `/metrics`.
///
/// ```swift
/// let operators = OperatorEndpoints(responder, metrics: metrics)
/// let admin = try HTTPServer(configuration: .init(port: 9090)) { operators.respond(to: $0) }
/// ```
///
/// `/live` shows that the process answers. If it does not, restart the process. `/ready` shows that its database can be read, and that it is not
/// about to stop. If it is not ready, send requests to another server. An unreachable database is no reason to restart the process.
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
    ///   - responder: answers the server's clients.
    ///   - metrics: the server's metrics, or `nil` for no `/metrics`.
    public init(_ responder: Responder, metrics: ServerMetrics? = nil) {
        (self.responder, self.metrics) = (responder, metrics)
    }

    /// Makes the server not ready, because it is about to stop.
    public func beginStopping() { lock.withLock { isStopping = true } }

    /// Answers a request, with 404 for any other address.
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
