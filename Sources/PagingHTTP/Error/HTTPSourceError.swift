public import Paging
public import PagingCore
public import PagingWire

/// The reason why a page did not arrive, with its address and advice.
///
/// ```swift
/// do {
///     let page = try await source.page(for: .positions(0..<50))
/// } catch let error as HTTPSourceError {
///     print(error)               // the whole story, in a sentence or two
///     if case .status(401, _) = error.reason { signIn() }
/// }
/// ```
///
/// Addresses are shown without user, password and query values. A server's own text is shortened and freed of control characters. So an error
/// may be printed and logged. Cancellation is not one of these errors: it throws `CancellationError`.
public struct HTTPSourceError: LoadError, Hashable {
    /// The reasons why a page does not arrive.
    public enum Reason: Error, Hashable, Sendable {
        /// The body grew over this many bytes.
        case tooLarge(limit: Int)
        /// Arrays and objects are nested deeper than the limit, from this byte on.
        case tooDeep(limit: Int, offset: Int)
        /// The body is not JSON.
        case notJSON(detail: String)
        /// The answer has no body, with status 204, although it has to show how the list goes on. By position or number it is an empty page.
        case noContent
        /// The body is of another type: often a web page to sign in on.
        case wrongType(found: String)
        /// The status is a success, but the body is an error.
        case errorInBody(String)
        /// The rows come in parts, with some of their members in one answer and some in the next, as from MediaWiki.
        case rowsInParts
        /// The body is JSON, but of another shape than the dialect or the element's type expects.
        case wrongShape(path: FieldPath, expected: String, found: String)
        /// A status that is no success, with the problem details if the server sent any.
        case status(Int, ProblemDetails?)
        /// No data arrived for too long.
        case timedOut
        /// The answer came too slowly: it was not complete after this long.
        case tooSlow(limit: Duration)
        /// This device is not connected.
        case offline
        /// No such host, or no name server to ask.
        case hostNotFound(String)
        /// The host takes no connections on this port.
        case connectionRefused
        /// The connection ended in the middle of the answer, or before it.
        case connectionLost
        /// No secure connection: a certificate that is not trusted, or no TLS at all.
        case notSecure
        /// Any other failure of the connection.
        case connection(detail: String)
        /// The address of the next page cannot be requested.
        case badAddress(String)
        /// A redirect, a next page or a section leads to another origin, which was not asked.
        case otherOrigin(String)
        /// More redirects than the limit.
        case tooManyRedirects(limit: Int)
        /// The link to the next page leads to the page itself.
        case noProgress
        /// This many consecutive pages came without a row, each with a new cursor.
        case onlyEmptyPages(Int)
        /// Pages by number have different lengths in the middle of the list, so that no row's page can be computed.
        case unevenPages(rows: Int, size: Int)
        /// The list seems to end, but something in the answer indicates more rows, or an error.
        case endContradicted(sign: String)
        /// The answer has several arrays, and it is unclear which of them is the list that pages.
        case severalLists([String])
        /// Rows came after a page that was shorter than the others and seemed to be the last.
        case shortPage(rows: Int)
        /// A page at this row was empty, which was the only sign of the end, but rows came after it.
        case emptyPage(row: Int)
        /// The first answer is only a part of the list, and shows no way to the rest.
        case noWayOn(items: Int, total: Int?)
        /// The answer may be the first page of a longer list: it is as long as pages usually are, or reports more rows than it has. Every
        /// request for the following rows returned the same rows again.
        case endNotProven(items: Int)
        /// The list goes on after its total.
        case totalTooLow(total: Int)
        /// The dialect cannot request this: positions in the middle of a list that is read by cursors, or the reverse; or the rows before a row,
        /// the end of the list or the rows around a row, without a setting for it.
        case cannotAsk(PageRequest)
        /// The server ignores these parameters: its answer does not have the rows before the row, or is not the end of the list.
        case ignoresParameters(String)
        /// The list has no row with this identifier, or the server understands no request for it.
        case noSuchRow(String)
        /// The dialect has no setting to request this: one of ``SourceCapabilities/identifiers``, `snapshots`, `changes`.
        case notOffered(SourceCapabilities)
        /// An identifier that cannot be requested: it contains the separator of identifiers, or is neither a text nor a number in JSON.
        case unaskableIdentifier(String, separator: String?)
        /// An item that was not requested came in answer to identifiers: the server ignores the lookup's parameter, or its items have another
        /// identifier.
        case unaskedItem(String)
    }

    /// The reason why the page did not arrive.
    public var reason: Reason
    /// The address of the request, without its secrets.
    public var address: String
    /// The pause that the server asked for, from the time of its answer on.
    public var retryAfter: Duration?
    /// `true` if more is known than the reason shows, so that the error is likely to pass. If rows came before, a web page in their place is
    /// usually a sign-in page of a network, or of a server under repair. Half a document is usually from a broken connection. And `URLSession`
    /// has no code for many failures of a connection.
    var mayPass = false

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: the reason.
    ///   - address: the address of the request, without its secrets.
    ///   - retryAfter: the pause that the server asked for.
    public init(_ reason: Reason, address: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.address = address
        self.retryAfter = retryAfter
    }

    /// `true` if the same request may succeed later. That includes a busy server (408, 425, 429, 5xx, an error with status 200 and a
    /// `Retry-After`), a time-out, and a connection that fails or cannot be made. If the source has had rows before, it includes a web page or
    /// half a document in their place.
    ///
    /// A host that is not found is assumed to be misspelled. Being offline has its own reason, ``Reason/offline``.
    public var isTransient: Bool {
        switch reason {
        // GitHub refuses too many requests with 403, and sends a time to wait.
        case .status(403, _): retryAfter != nil
        // MediaWiki refuses with 200 while its database lags, and sends a time to wait.
        case .errorInBody: retryAfter != nil
        case .status(let status, _): [408, 425, 429].contains(status) || (500...599).contains(status)
        case .wrongType, .notJSON, .notOffered(.live), .connection: mayPass
        case .timedOut, .tooSlow, .offline, .connectionRefused, .connectionLost: true
        default: false
        }
    }
}
