/// How a list loads: page size, preloading, how much at once, how failures are retried, how much is kept.
///
/// The defaults suit a list of rows on a phone or in a terminal. Changing a policy takes effect at the next event.
/// Numbers below the least that makes sense are raised to it.
public struct LoadPolicy: Hashable, Sendable {
    /// Rows a request asks for, and the grid that requests are aligned to. At least 1.
    public let pageSize: Int
    /// The most rows one request may ask for when neighboring needs become one. At least `pageSize`.
    public let maximumRequestSize: Int
    /// The most requests in flight at once. At least 1.
    public let maximumRequestsInFlight: Int
    /// `true` if looking at rows loads them. Where `false`, only `loadMore`, `refresh` and `retry` load.
    public let loadsAutomatically: Bool
    /// `true` if rows near the viewport are loaded before they are reached.
    public let preloads: Bool
    /// For a list that grows at its end: how many rows before the last one the next page is asked for.
    public let preloadDistance: Int
    /// The most items kept; what is farthest from every viewport goes first. `nil` keeps all.
    ///
    /// The rows on screen with a page on either side, the rows where scrolling will land, and those being asked for
    /// stay, however small the budget: less would load the same page again with every step back and forth.
    public let itemBudget: Int?
    /// The most bytes that items may take, counted by the mean size of those received. `nil` for any number.
    ///
    /// Sizes are those that pages tell in ``Page/byteCount``; without any this budget has no effect. With both budgets the
    /// tighter one counts.
    public let byteBudget: Int?
    /// How failed requests are repeated.
    public let retry: RetryPolicy
    /// The most answers in a row that may bring nothing new before the list gives up asking. At least 1.
    public let fruitlessAnswerLimit: Int
    /// Placeholders that a list shows behind its last row as long as its end is unknown, the first load included.
    /// At least 0, and none unless said otherwise.
    ///
    /// A reader of an endless list then scrolls into rows that fill in, and not against an end that gives way. They are
    /// removed once the end is known.
    public let endPlaceholders: Int
    /// The most rows that pages may make a list long; `nil` for any number. At least 1.
    ///
    /// Rows of a page beyond that are not taken, and the list ends there, whatever the source says. For sources that
    /// have no end, or none that a reader should see; a source that names sections has its own length.
    public let maximumCount: Int?

    /// Makes a policy.
    public init(
        pageSize: Int = 50, maximumRequestSize: Int? = nil, maximumRequestsInFlight: Int = 4,
        loadsAutomatically: Bool = true, preloads: Bool = true, preloadDistance: Int = 3, itemBudget: Int? = nil,
        byteBudget: Int? = nil, retry: RetryPolicy = RetryPolicy(), fruitlessAnswerLimit: Int = 10,
        endPlaceholders: Int = 0, maximumCount: Int? = nil
    ) {
        // Bounded above so that row arithmetic cannot overflow, on 32-bit WebAssembly neither.
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
    /// How often a request is sent in all, the first time included. At least 1.
    public let attempts: Int
    /// The longest wait before the second attempt.
    public var firstDelay: Duration { .milliseconds(firstMilliseconds) }
    /// The longest wait before any attempt.
    public var longestDelay: Duration { .milliseconds(longestMilliseconds) }
    /// Delays as they are calculated with: a `Duration` counts in 128 bits.
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

    /// The same delay, with half of it certain: no other client waits for the same, and no two waits should be nothing.
    func leastDelay(afterFailures failures: Int, random: inout SplitMix64) -> Double {
        let longest = min(max(firstMilliseconds, 500) * Double(1 << min(max(failures - 1, 0), 30)), 30_000)
        return longest / 2 * (1 + random.nextUnit())
    }

    /// The wait in milliseconds before the next attempt, after so many failed ones (at least 1).
    @inline(never)
    func delay(afterFailures failures: Int, random: inout SplitMix64) -> Double {
        longestDelay(afterFailures: failures) * random.nextUnit()
    }

    /// The longest wait in milliseconds before the next attempt: that of an attempt whose time a reader chooses, where many
    /// clients do not come back together.
    package func longestDelay(afterFailures failures: Int) -> Double {
        // 2^30 times any first delay is longer than anyone waits; the bound keeps the shift in range.
        let doublings = Double(1 << min(max(failures - 1, 0), 30))
        return min(firstMilliseconds * doublings, longestMilliseconds)
    }
}
