/// How long answers take, and how much that varies: a smoothed mean and deviation.
///
/// Source: RFC 6298 §2, with its gains of 1/8 and 1/4.
struct LatencyEstimator: Hashable, Sendable {
    /// The expected time from asking to having, in milliseconds.
    private(set) var mean = 200.0
    /// The expected distance from the mean, in milliseconds.
    private(set) var deviation = 100.0
    /// Whether anything was measured; until then the two figures are a guess.
    private(set) var hasMeasured = false

    /// Takes in how long one answer took, in milliseconds.
    mutating func measured(_ sample: Double) {
        let sample = max(sample, 0)
        if hasMeasured {
            deviation += (abs(sample - mean) - deviation) / 4
            mean += (sample - mean) / 8
        } else {
            (mean, deviation, hasMeasured) = (sample, sample / 2, true)
        }
    }
}
