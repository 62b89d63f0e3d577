public import Foundation

extension HTTPSourceError.Reason {
    /// The reason in a word for logs, metrics and links to help: the name of its case with hyphens, such as `not-json` or `end-not-proven`.
    ///
    /// It is the same for every address and in every version; the wording of ``HTTPSourceError/description`` may change.
    public var code: String {
        switch self {
        case .tooLarge: "too-large"
        case .tooDeep: "too-deep"
        case .notJSON: "not-json"
        case .noContent: "no-content"
        case .wrongType: "wrong-type"
        case .errorInBody: "error-in-body"
        case .rowsInParts: "rows-in-parts"
        case .wrongShape: "wrong-shape"
        case .status: "status"
        case .timedOut: "timed-out"
        case .tooSlow: "too-slow"
        case .offline: "offline"
        case .hostNotFound: "host-not-found"
        case .connectionRefused: "connection-refused"
        case .connectionLost: "connection-lost"
        case .notSecure: "not-secure"
        case .connection: "connection"
        case .badAddress: "bad-address"
        case .otherOrigin: "other-origin"
        case .tooManyRedirects: "too-many-redirects"
        case .noProgress: "no-progress"
        case .onlyEmptyPages: "only-empty-pages"
        case .unevenPages: "uneven-pages"
        case .endContradicted: "end-contradicted"
        case .severalLists: "several-lists"
        case .shortPage: "short-page"
        case .emptyPage: "empty-page"
        case .noWayOn: "no-way-on"
        case .endNotProven: "end-not-proven"
        case .totalTooLow: "total-too-low"
        case .cannotAsk: "cannot-ask"
        case .ignoresParameters: "ignores-parameters"
        case .noSuchRow: "no-such-row"
        case .notOffered: "not-offered"
        case .unaskableIdentifier: "unaskable-identifier"
        case .unaskedItem: "unasked-item"
        }
    }
}

extension HTTPSourceError {
    /// The ``Reason/code`` of the reason.
    public var code: String { reason.code }

    /// The error, without the address.
    public var failureReason: String? { what }

    /// The same as ``advice``.
    public var recoverySuggestion: String? { advice }
}

/// The library's transports throw it to a source, which throws ``HTTPSourceError/Reason/tooLarge(limit:)``.
extension HTTPAnswerTooLarge: LocalizedError {
    /// `http-answer-too-large`: the error in a word for logs and metrics. It is the same in every version.
    public var code: String { "http-answer-too-large" }

    /// The error.
    public var errorDescription: String? { "The answer is larger than the limit that its request was given." }

    /// A sentence of advice.
    public var recoverySuggestion: String? { "Ask for smaller pages, or raise HTTPLimits.maximumBytes." }
}
