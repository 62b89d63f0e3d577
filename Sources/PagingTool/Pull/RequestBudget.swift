internal import Paging
internal import PagingHTTP

/// Sees to it that a walk over a list ends: it may ask only so many requests for the pages that came.
///
/// Whatever a server answers, and whatever else should have noticed that the way leads in circles, a list that stays as it is takes at most
/// two requests a page and forty more: to find out how it pages, and to look behind its end. A walk over a list that changes takes
/// at most five times that.
///
/// Every request of the source is checked before it is sent. Those that failed in a way that may pass are not counted: how often they are
/// repeated is ``RetryPolicy``'s.
final class RequestBudget: Sendable {
    /// Requests a page: the page, and another look at the one above it where nothing else shows that rows moved.
    static let requestsAPage = 2
    /// Requests besides: guesses of how the list pages (``HTTPLimits``), and looks behind its end.
    static let requestsBesides = 40
    /// How much more a walk over a list that changes may ask.
    static let changingFactor = 5

    private struct Count {
        var requests = 0
        /// Requests that were let through and have not ended.
        var open = 0
        var rows = 0
        var emptyPages = 0
        var usual = 1
    }

    private let factor: Int
    /// The pages without rows that are allowed besides.
    private let emptyPages: Int
    private let state = Locked(Count())

    init(changes: Bool = false, emptyPages: Int = 0) {
        self.emptyPages = emptyPages
        factor = changes ? Self.changingFactor : 1
    }

    /// A request ended.
    func note(_ event: HTTPEvent) {
        guard case .finished(let exchange) = event else { return }
        state.withLock { count in
            count.open -= 1
            guard case .status(let status) = exchange.outcome, ![408, 425, 429].contains(status), status < 500 else {
                return
            }
            count.requests += 1
        }
    }

    /// A page came.
    ///
    /// - Parameters:
    ///   - length: how many rows it has.
    ///   - usual: the most frequent number of rows in an answer. A page may take several answers.
    ///   - rows: how many rows of the list have come so far, each counted once.
    ///   - leadsOn: `true` if it names a cursor for the next page. Only then a page without rows adds a page to the budget.
    func note(page length: Int, usual: Int?, rows: Int, leadsOn: Bool) {
        state.withLock { count in
            count.rows = max(count.rows, rows)
            count.usual = usual ?? max(1, length)
            if length == 0, leadsOn { count.emptyPages += 1 }
        }
    }

    /// Lets a request through, which ends with ``note(_:)``.
    ///
    /// - Throws: ``CirclingWalk`` where it would be one more than the pages that came can take, those under way counted.
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

/// More was asked than a list of so many rows can take.
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
