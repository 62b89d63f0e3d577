internal import Paging
internal import PagingHTTP

/// Makes a walk over a list end, by limiting its requests in proportion to its pages.
///
/// A list that does not change takes at most two requests per page and forty more, to recognize its pagination and to check its end. That holds
/// for any server, and even if no other check detects a cycle. A walk over a list that changes takes at most five times as many.
///
/// Every request of the source is checked before it is sent. Requests with temporary failures are not counted, because ``RetryPolicy`` limits
/// their repetitions.
final class RequestBudget: Sendable {
    /// The number of requests per page: the page, and another check of the one above it if nothing else shows that rows moved.
    static let requestsAPage = 2
    /// The number of further requests: guesses of the pagination (``HTTPLimits``), and checks of the end.
    static let requestsBesides = 40
    /// The factor for a walk over a list that changes.
    static let changingFactor = 5

    private struct Count {
        var requests = 0
        /// The number of admitted requests that have not ended.
        var open = 0
        var rows = 0
        var emptyPages = 0
        var usual = 1
    }

    private let factor: Int
    /// The number of pages without rows that are allowed in addition.
    private let emptyPages: Int
    private let state = Locked(Count())

    init(changes: Bool = false, emptyPages: Int = 0) {
        self.emptyPages = emptyPages
        factor = changes ? Self.changingFactor : 1
    }

    /// Records that a request ended.
    func note(_ event: HTTPEvent) {
        guard case .finished(let exchange) = event else { return }
        state.withLock { count in
            count.open -= 1
            if !Self.isRepeated(exchange.outcome) { count.requests += 1 }
        }
    }

    /// `true` if a request failed for the moment, so that the retry policy limits how often it is sent again.
    private static func isRepeated(_ outcome: HTTPExchange.Outcome) -> Bool {
        switch outcome {
        case .status(let status): [408, 425, 429].contains(status) || status >= 500
        case .failed: true
        // The server has answered a cancelled request, or is about to.
        case .pending, .cancelled: false
        }
    }

    /// Records a page.
    ///
    /// - Parameters:
    ///   - length: the number of its rows.
    ///   - usual: the most frequent number of rows in an answer. A page may take several answers.
    ///   - rows: the number of different rows of the list so far.
    ///   - leadsOn: `true` if it has a cursor for the next page. Only then a page without rows adds a page to the budget.
    func note(page length: Int, usual: Int?, rows: Int, leadsOn: Bool) {
        state.withLock { count in
            count.rows = max(count.rows, rows)
            count.usual = usual ?? max(1, length)
            if length == 0, leadsOn { count.emptyPages += 1 }
        }
    }

    /// Admits a request, which ends with ``note(_:)``.
    ///
    /// - Throws: ``CirclingWalk`` if the limit for the pages received is exceeded, including requests in progress.
    func admit() throws {
        try state.withLock { count in
            let pages = (count.rows + count.usual - 1) / count.usual + min(count.emptyPages, emptyPages)
            let allowed = factor * (Self.requestsAPage * pages + Self.requestsBesides)
            let requests = count.requests + count.open
            if requests >= allowed {
                throw CirclingWalk(requests: requests, rows: count.rows, emptyPages: count.emptyPages)
            }
            count.open += 1
        }
    }
}

/// There were more requests than a list with this number of rows needs.
struct CirclingWalk: LoadError, CustomStringConvertible {
    let requests: Int
    let rows: Int
    var emptyPages = 0

    var isTransient: Bool { false }
    var retryAfter: Duration? { nil }

    var description: String {
        if 2 * emptyPages > requests {
            return
                "\(Format.plural(requests, "request")) brought \(Format.plural(rows, "row")), and \(emptyPages) of the pages had none: more are allowed "
                + "with --empty-pages N"
        }
        return
            "\(Format.plural(requests, "request")) brought \(Format.plural(rows, "row")), and no end: the way on leads in circles, or "
            + "pages are asked for in a way that the server does not know; say how with --dialect, --parameter and --next"
    }
}
