public import Paging
public import PagingCore
public import PagingWire

/// Why a page did not come: what happened, where, and what to do about it.
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
/// Addresses are shown without user, password and query values, and a server's own words are cut short and freed of
/// control characters, so that an error may be printed and logged. Cancelling is not one of these: it throws
/// `CancellationError`.
public struct HTTPSourceError: LoadError, Hashable {
    /// The reasons for which a page does not come.
    public enum Reason: Error, Hashable, Sendable {
        /// The body grew over this many bytes.
        case tooLarge(limit: Int)
        /// Arrays and objects are nested deeper than the limit, from this byte on.
        case tooDeep(limit: Int, offset: Int)
        /// The body is not JSON.
        case notJSON(detail: String)
        /// The answer has no body, with status 204, where it has to show how the list goes on. By position or number it is an empty page.
        case noContent
        /// The body is of another type: often a web page to sign in on.
        case wrongType(found: String)
        /// The status is a success, and the body an error.
        case errorInBody(String)
        /// The rows come in parts, some of their members in one answer and some in the next, as MediaWiki gives them.
        case rowsInParts
        /// The body is JSON, but of another shape than the dialect or the element's type expects.
        case wrongShape(path: FieldPath, expected: String, found: String)
        /// A status that is no success, with the problem details where the server gave any.
        case status(Int, ProblemDetails?)
        /// Nothing came for too long.
        case timedOut
        /// The answer came too slowly: after this long it was not complete.
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
        /// The address that should lead on cannot be asked.
        case badAddress(String)
        /// A redirect, a next page or a section leads to another origin, which was not asked.
        case otherOrigin(String)
        /// More redirects than the limit.
        case tooManyRedirects(limit: Int)
        /// The way to the next page leads to the page it came from.
        case noProgress
        /// So many pages in a row came without a row, each with another cursor.
        case onlyEmptyPages(Int)
        /// Pages by number have different lengths in the middle of the list, so that no row's page can be computed.
        case unevenPages(rows: Int, size: Int)
        /// The list seems to end, and something in the answer speaks of more, or of an error.
        case endContradicted(sign: String)
        /// The answer has several lists, and nothing shows which of them is the one that pages.
        case severalLists([String])
        /// Rows came from behind a page that was shorter than the others, and seemed to be the last.
        case shortPage(rows: Int)
        /// A page came empty where this row would be, nothing but that said that the list ends there, and rows came from behind it.
        case emptyPage(row: Int)
        /// The first answer is only a part of the list, and shows no way to the rest.
        case noWayOn(items: Int, total: Int?)
        /// The answer may be the first page of a longer list: it is as long as pages are, or says more than it has, and whatever was
        /// asked for what follows brought the same rows again.
        case endNotProven(items: Int)
        /// The list goes on behind its total.
        case totalTooLow(total: Int)
        /// The dialect cannot ask for this: positions in the middle of a list that is read by cursors, or the reverse; what comes before a row, the
        /// end of the list or what is around a row, where it names no way.
        case cannotAsk(PageRequest)
        /// The server takes no notice of these parameters: its answer is not what comes before the row, or not the end of the list.
        case ignoresParameters(String)
        /// The list has no row with this identifier, or nothing that the server understands leads to it.
        case noSuchRow(String)
        /// The dialect names no way to ask for this: one of ``SourceCapabilities/identifiers``, `snapshots`, `changes`.
        case notOffered(SourceCapabilities)
        /// An identifier that cannot be asked for: it holds what separates identifiers, or JSON writes it neither as a text nor as
        /// a number.
        case unaskableIdentifier(String, separator: String?)
        /// An item came by its identifier that was not asked for: the server does not know the lookup's parameter, or its items have
        /// another identifier.
        case unaskedItem(String)
    }

    /// Why the page did not come.
    public var reason: Reason
    /// The address that was asked, without what may be secret.
    public var address: String
    /// How long the server asked to be left alone, from the time of its answer on.
    public var retryAfter: Duration?
    /// `true` if more is known than the reason tells, so that it is likely to pass. Where rows came before, a web page in their place is one to
    /// sign in on in a network, or of a server under repair, and half a document that of a connection that broke; and `URLSession` has no
    /// code for much that happens to a connection.
    var mayPass = false

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: what happened.
    ///   - address: the address that was asked, without what may be secret.
    ///   - retryAfter: how long the server asked to be left alone.
    public init(_ reason: Reason, address: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.address = address
        self.retryAfter = retryAfter
    }

    /// `true` if the same request may succeed later: a busy server (408, 425, 429, 5xx, an error with status 200
    /// and a `Retry-After`), a time-out, a connection that fails or cannot be made, and, where the source has had rows
    /// before, a web page or half a document in their place.
    ///
    /// A host that is not found is taken as misspelled: being offline is a reason of its own.
    public var isTransient: Bool {
        switch reason {
        // GitHub refuses too many requests with 403, and says until when.
        case .status(403, _): retryAfter != nil
        // MediaWiki refuses with 200 while its database lags, and says until when.
        case .errorInBody: retryAfter != nil
        case .status(let status, _): [408, 425, 429].contains(status) || (500...599).contains(status)
        case .wrongType, .notJSON, .notOffered(.live), .connection: mayPass
        case .timedOut, .tooSlow, .offline, .connectionRefused, .connectionLost: true
        default: false
        }
    }
}
