import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The meanings of a transport's errors.
enum TransportFailure {
    /// Maps a transport's error to a reason.
    ///
    /// - Throws: `CancellationError` if the task or the request was cancelled.
    static func reason(for error: any Error, host: String, limit: Int) throws -> HTTPSourceError.Reason {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        if let error = error as? AnswerTooSlow { return .tooSlow(limit: error.limit) }
        if error is HTTPAnswerTooLarge { return .tooLarge(limit: limit) }
        guard let error = error as? URLError else { return .connection(detail: Shown.text("\(error)")) }
        switch error.code {
        case .cancelled: throw CancellationError()
        case .timedOut: return .timedOut
        case .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed: return .offline
        case .cannotFindHost, .dnsLookupFailed: return Network.isConnected ? .hostNotFound(host) : .offline
        case .cannotConnectToHost: return .connectionRefused
        case .networkConnectionLost: return .connectionLost
        case .dataLengthExceedsMaximum: return .tooLarge(limit: limit)
        case .badURL, .unsupportedURL: return .badAddress(host)
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            return .notSecure
        default: break
        }
        let detail = detail(error)
        // On Linux, `URLSession` has no code for an answer that ends early, and often none for a host that refuses connections. Only the text
        // from libcurl tells.
        let words = detail.lowercased()
        if refusals.contains(where: words.contains) { return .connectionRefused }
        if earlyEnds.contains(where: words.contains) { return .connectionLost }
        return .connection(detail: Shown.text(detail))
    }

    private static let refusals = ["failed to connect", "couldn't connect", "could not connect", "connection refused"]
    private static let earlyEnds = [
        "transfer closed", "empty reply", "connection reset", "recv failure", "send failure", "broken pipe",
    ]

    private static func detail(_ error: URLError) -> String {
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return underlying?.localizedDescription ?? error.localizedDescription
    }
}
