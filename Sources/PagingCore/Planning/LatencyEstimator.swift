/// Estimates how long answers take, how much that varies, and how much of it depends on their size.
///
/// The mean and the deviation are smoothed as in RFC 6298 §2, with its gains of 1/8 and 1/4. So are, with the gain of the
/// mean, the variance of the answers' sizes and its covariance with the time; their quotient is the time a row takes, by
/// least squares over the last answers.
struct LatencyEstimator: Hashable, Sendable {
    /// The assumed time of an answer before any was measured, in milliseconds: usual on mobile networks.
    static let guess = 200.0

    /// The expected time from request to answer, in milliseconds, for an answer of the usual size.
    private(set) var mean = guess
    /// The expected deviation from the expected time, in milliseconds.
    private(set) var deviation = 100.0
    /// `true` if anything was measured; until then the figures are a guess, or another list's.
    private(set) var hasMeasured = false
    /// `true` if the figures are those of another list of the same server.
    private(set) var isBorrowed = false
    /// The usual size of an answer, in rows.
    private(set) var rows = 0.0
    /// The variance of the size and of the time, and their covariance.
    private var (variance, timeVariance, covariance) = (0.0, 0.0, 0.0)

    /// Sizes that differ by less than an eighth do not show how long a row takes.
    private static let leastDifference = 1.0 / 8
    /// The factor by which an answer must miss the expected time to show that the network has changed.
    private static let otherNetwork = 2.0

    /// `true` if the figures are more than a guess.
    var isKnown: Bool { hasMeasured || isBorrowed }

    /// The figures for another list, or `nil` if no answers of different sizes have shown how long a row takes.
    var estimate: NetworkEstimate? {
        hasMeasured && knowsTimeOfRow ? NetworkEstimate(latency: time(forRows: 0), rowTime: timeOfRow) : nil
    }

    init() {}

    /// Begins with another list's figures, as if answers of different sizes, around this many rows, had shown them.
    init(_ known: NetworkEstimate, rows count: Int) {
        rows = Double(max(count, 1))
        mean = known.latency + rows * known.rowTime
        deviation = mean / 2
        isBorrowed = true
        variance = rows * rows
        covariance = known.rowTime * (variance + leastVariance)
        timeVariance = covariance * covariance / variance
    }

    /// Records how long one answer took, in milliseconds, and how many rows it had.
    mutating func measured(_ sample: Double, rows count: Int) {
        let (sample, count) = (sample > 0 ? min(sample, Limits.answer) : 0, Double(max(count, 0)))
        if isBorrowed {
            let expected = time(forRows: count)
            let isOther = sample > expected * Self.otherNetwork || expected > sample * Self.otherNetwork
            if isOther { self = Self() } else { (isBorrowed, hasMeasured) = (false, true) }
        }
        guard hasMeasured else {
            (mean, deviation, rows, hasMeasured) = (sample, sample / 2, count, true)
            return
        }
        deviation += (abs(sample - time(forRows: count)) - deviation) / 4
        let (late, more) = (sample - mean, count - rows)
        mean += late / 8
        rows += more / 8
        variance = (variance + more * more / 8) * 7 / 8
        timeVariance = (timeVariance + late * late / 8) * 7 / 8
        covariance = (covariance + more * late / 8) * 7 / 8
    }

    /// Milliseconds that each row adds to an answer; 0 if that is not known.
    ///
    /// By least squares, weighted by confidence: sizes that hardly differ count for little, and so do times that vary for other reasons, by the
    /// share of their variance that the sizes explain.
    var timeOfRow: Double {
        guard covariance > 0, variance > 0, timeVariance > 0 else { return 0 }
        let share = covariance * covariance / (variance * timeVariance)
        return covariance / (variance + leastVariance) * share
    }

    /// `true` if the sizes of the last answers differ enough to show how long a row takes.
    var knowsTimeOfRow: Bool { variance > leastVariance }

    /// The expected time from a request for a number of rows to its answer, in milliseconds.
    @inline(never)
    func time(forRows count: Double) -> Double {
        max(0, mean + (count - rows) * timeOfRow)
    }

    private var leastVariance: Double {
        let least = rows * Self.leastDifference
        return least * least
    }
}
