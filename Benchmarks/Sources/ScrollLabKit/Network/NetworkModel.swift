@testable import PagingCore

/// How long answers take, and which are lost.
///
/// An answer takes the *latency*, always the same; plus *jitter*, drawn evenly from 0 up to the given number, so that the
/// latency is the least and the mean is latency + jitter / 2; and then its rows come through a pipe of *bandwidth* rows a
/// second that all answers under way share evenly. Of all requests the share *loss* is never answered: the client hears
/// of a time-out after ``timeOut``, ten times the latency and at least half a second, the same for every policy.
///
/// A request cancelled frees its share of the bandwidth at once.
///
/// The draws for the *n*th request of a run depend on the seed and *n* alone, so that every policy meets the same fate
/// with its *n*th request.
public struct NetworkModel: Hashable, Sendable {
    /// The least time from asking to the answer's first row, in milliseconds.
    public var latency: Double
    /// The most that is added to it, in milliseconds.
    public var jitter: Double
    /// The share of requests that are lost, from 0 to 1.
    public var loss: Double
    /// Rows a second for all answers together; `nil` for no limit.
    public var bandwidth: Double?

    /// Makes a model.
    public init(latency: Double = 200, jitter: Double = 0, loss: Double = 0, bandwidth: Double? = nil) {
        self.latency = latency
        self.jitter = jitter
        self.loss = loss
        self.bandwidth = bandwidth
    }

    /// When the client of a lost request hears that it failed, in milliseconds after asking.
    public var timeOut: Double { max(10 * latency, 500) }

    /// Whether chance plays a part.
    public var isRandom: Bool { jitter > 0 || loss > 0 }

    /// A request's random delay and loss.
    struct Fate {
        var delay: Double
        var isLost: Bool
    }

    /// - Parameters:
    ///   - ordinal: which request of the run, counted from 1.
    ///   - seed: the run's seed.
    func fate(ofRequest ordinal: Int, seed: UInt64) -> Fate {
        var seeds = SplitMix64(seed: seed)
        var random = SplitMix64(seed: seeds.next() &+ UInt64(ordinal) &* 0xD134_2543_DE82_EF95)
        let delay = latency + jitter * random.nextUnit()
        return Fate(delay: delay, isLost: random.nextUnit() < loss)
    }
}
