/// How a list loads: page size, preloading, parallel requests, retries, and memory.
///
/// The defaults suit a list of rows on a phone or in a terminal. A change of a policy takes effect at the next event. Numbers below a useful
/// minimum are raised to it.
public struct LoadPolicy: Hashable, Sendable {
    /// The number of rows in a request, and the grid that requests are aligned to. At least 1.
    public let pageSize: Int
    /// The most rows in one request, when neighboring requests are merged. At least `pageSize`.
    public let maximumRequestSize: Int
    /// The most requests in flight at once. At least 1.
    public let maximumRequestsInFlight: Int
    /// `true` if showing rows loads them. If `false`, only `loadMore`, `refresh` and `retry` load.
    public let loadsAutomatically: Bool
    /// `true` if rows near the viewport are loaded before they are reached.
    public let preloads: Bool
    /// For a list that grows at its end: the next page is requested this many rows before the last one.
    public let preloadDistance: Int
    /// The most items kept in memory; items farthest from every viewport are evicted first. `nil` keeps all.
    ///
    /// The rows on screen with a page on either side, the rows where scrolling will stop, and the rows being requested stay, however small the
    /// budget. Otherwise the same page would be loaded again with every step back and forth.
    public let itemBudget: Int?
    /// The most bytes that items may take, computed from the mean size of the items received. `nil` for any number.
    ///
    /// Pages report their size in ``Page/byteCount``; without it this budget has no effect. With both budgets the smaller one counts.
    public let byteBudget: Int?
    /// How failed requests are repeated.
    public let retry: RetryPolicy
    /// The most answers in a row without a new row before the list gives up. At least 1.
    public let fruitlessAnswerLimit: Int
    /// The number of placeholders behind the last row while the list's end is unknown, the first load included. At least 0, which is the
    /// default.
    ///
    /// With them a reader of an endless list scrolls into rows that fill in, and not against an end that gives way. They are removed once the
    /// end is known.
    public let endPlaceholders: Int
    /// The most rows that pages may add to a list; `nil` for any number. At least 1.
    ///
    /// Further rows of a page are dropped, and the list ends there, whatever the source says. It is for sources without an end, or without one
    /// that a reader should see. A source that names sections has its own length.
    public let maximumCount: Int?

    /// Makes a policy.
    public init(
        pageSize: Int = 50, maximumRequestSize: Int? = nil, maximumRequestsInFlight: Int = 4,
        loadsAutomatically: Bool = true, preloads: Bool = true, preloadDistance: Int = 3, itemBudget: Int? = nil,
        byteBudget: Int? = nil, retry: RetryPolicy = RetryPolicy(), fruitlessAnswerLimit: Int = 10,
        endPlaceholders: Int = 0, maximumCount: Int? = nil
    ) {
        // Bounded so that row arithmetic cannot overflow, even on 32-bit WebAssembly.
        self.pageSize = min(max(1, pageSize), Limits.rowsPerRequest)
        self.maximumRequestSize = min(
            max(self.pageSize, maximumRequestSize ?? 4 * self.pageSize), Limits.rowsPerRequest)
        self.maximumRequestsInFlight = min(max(1, maximumRequestsInFlight), Limits.requestsInFlight)
        self.loadsAutomatically = loadsAutomatically
        self.preloads = preloads
        self.preloadDistance = min(max(0, preloadDistance), Limits.rowsPerRequest)
        self.itemBudget = itemBudget.map { max(0, $0) }
        self.byteBudget = byteBudget.map { max(0, $0) }
        self.retry = retry
        self.fruitlessAnswerLimit = max(1, fruitlessAnswerLimit)
        self.endPlaceholders = min(max(0, endPlaceholders), Limits.rowsPerRequest)
        self.maximumCount = maximumCount.map { max(1, $0) }
    }
}

extension LoadPolicy {
    /// The same policy with another budget of items; `nil` keeps all.
    public func with(itemBudget: Int?) -> LoadPolicy {
        LoadPolicy(
            pageSize: pageSize, maximumRequestSize: maximumRequestSize,
            maximumRequestsInFlight: maximumRequestsInFlight,
            loadsAutomatically: loadsAutomatically, preloads: preloads, preloadDistance: preloadDistance,
            itemBudget: itemBudget, byteBudget: byteBudget, retry: retry, fruitlessAnswerLimit: fruitlessAnswerLimit,
            endPlaceholders: endPlaceholders, maximumCount: maximumCount)
    }
}

/// How a failed request is repeated: a bounded number of times, each after a longer, random wait.
///
/// The wait before the repeat after *n* failures is drawn evenly from 0 to `firstDelay · 2ⁿ⁻¹`, at most `longestDelay`: "full jitter", so that
/// many clients that failed together do not come back together. A server's `Retry-After` is always waited out.
///
/// Rows whose last attempt failed are tried once more each time they come on screen again, after the longest of these waits at the earliest. In
/// a list with a live stream they are also tried while they stay on screen, each time after the longest wait and a random one.
///
/// Source: M. Brooker, "Exponential Backoff And Jitter", 2015.
public struct RetryPolicy: Hashable, Sendable {
    /// The number of attempts at a request, the first included. At least 1.
    public let attempts: Int
    /// The longest wait before the second attempt.
    public var firstDelay: Duration { .milliseconds(firstMilliseconds) }
    /// The longest wait before any attempt.
    public var longestDelay: Duration { .milliseconds(longestMilliseconds) }
    /// The delays in the form used in calculations: a `Duration` counts in 128 bits.
    private let firstMilliseconds: Double
    private let longestMilliseconds: Double

    /// Makes a retry policy.
    public init(attempts: Int = 3, firstDelay: Duration = .milliseconds(500), longestDelay: Duration = .seconds(30)) {
        self.init(
            attempts: attempts, firstMilliseconds: firstDelay.inMilliseconds,
            longestMilliseconds: longestDelay.inMilliseconds)
    }

    /// Makes a retry policy of so many milliseconds.
    init(attempts: Int = 3, firstMilliseconds: Double = 500, longestMilliseconds: Double) {
        self.attempts = max(1, attempts)
        self.firstMilliseconds = max(0, firstMilliseconds)
        self.longestMilliseconds = max(0, longestMilliseconds)
    }

    /// The same delay, but at least half of it: only one client waits for the request, and no wait should be zero.
    func leastDelay(afterFailures failures: Int, random: inout SplitMix64) -> Double {
        let longest = min(max(firstMilliseconds, 500) * Double(1 << min(max(failures - 1, 0), 30)), 30_000)
        return longest / 2 * (1 + random.nextUnit())
    }

    /// The wait in milliseconds before the next attempt, after so many failed ones (at least 1).
    @inline(never)
    func delay(afterFailures failures: Int, random: inout SplitMix64) -> Double {
        longestDelay(afterFailures: failures) * random.nextUnit()
    }

    /// The longest wait in milliseconds before the next attempt. It is used alone if a reader causes the attempt, since many clients then do not
    /// come back together.
    package func longestDelay(afterFailures failures: Int) -> Double {
        // 2^30 times any first delay is longer than anyone waits. The bound keeps the shift in range.
        let doublings = Double(1 << min(max(failures - 1, 0), 30))
        return min(firstMilliseconds * doublings, longestMilliseconds)
    }
}
