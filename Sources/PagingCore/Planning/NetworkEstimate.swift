/// A list's estimate of the network to its server: how long answers take, and how much each row adds.
///
/// Another list of the same server begins with it, so that its first swipe over a slow network is not spent on measuring.
package struct NetworkEstimate: Hashable, Sendable {
    /// Milliseconds that an answer takes before its first row comes. Finite and at least 0.
    package let latency: Double
    /// Milliseconds that each row adds. Finite and at least 0.
    package let rowTime: Double

    /// Makes an estimate. Figures that are negative or not a number count as 0; figures longer than an answer may take are reduced.
    ///
    /// - Parameters:
    ///   - latency: milliseconds before the first row.
    ///   - rowTime: milliseconds that each row adds.
    package init(latency: Double, rowTime: Double) {
        self.latency = latency > 0 ? min(latency, Limits.answer) : 0
        self.rowTime = rowTime > 0 ? min(rowTime, Limits.answer) : 0
    }
}

extension ListMachine {
    /// This list's measurement of its network, or `nil` as long as its answers were all of one size.
    package var networkEstimate: NetworkEstimate? { planner.latency.estimate }

    /// Begins with the estimate of another list of the same server. An answer that takes much longer or shorter invalidates it. The call has no
    /// effect once the list has measured an answer of its own.
    package mutating func begin(with estimate: NetworkEstimate) {
        planner.beginNetwork(with: estimate)
    }
}
