/// Which content arrived while requests that had been sent before were still under way.
///
/// An answer to such a request may show an item as it was before. Of two requests that were under way together nobody can tell which
/// the server answered first, so the content that arrived first stays. Bounded: what no open request is older than is forgotten.
struct ContentArrivals: Sendable {
    private var arrivals: [(at: Instant, numbers: [Int])] = []

    /// Notes what arrived.
    ///
    /// - Parameter oldest: when the oldest request that is still under way was sent, or `nil` if none is.
    mutating func note(_ numbers: [Int], at now: Instant, oldestOpen oldest: Instant?) {
        guard let oldest else { return arrivals = [] }
        arrivals.removeAll { $0.at <= oldest }
        if oldest < now, !numbers.isEmpty { arrivals.append((now, numbers)) }
    }

    /// The items whose content arrived after a request was sent.
    func numbers(since asked: Instant) -> Set<Int> {
        var result: Set<Int> = []
        for arrival in arrivals where arrival.at > asked { result.formUnion(arrival.numbers) }
        return result
    }
}
