/// The content that arrived while requests sent before were still under way.
///
/// An answer to such a request may show an item as it was before. It is unknown which of two overlapping requests the server answered first, so
/// the content that arrived first stays. Memory is bounded: an arrival is forgotten when no open request is older.
struct ContentArrivals: Sendable {
    private var arrivals: [(at: Instant, numbers: [Int])] = []

    /// Notes items that arrived.
    ///
    /// - Parameter oldest: the time at which the oldest request still under way was sent, or `nil` if there is none.
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
