/// A parabola through positions reported over time: row = a + b·t + c·t², by least squares, with its uncertainty.
///
/// Source: ordinary least squares by the normal equations, whose inverse matrix times the residual's variance is the
/// covariance of the coefficients.
struct Parabola: Hashable, Sendable {
    /// Rows per millisecond at t = 0.
    let velocity: Double
    /// Rows per square millisecond.
    let acceleration: Double
    /// The sum of the squared distances of the positions from the parabola, in rows.
    let error: Double
    private let covariance: Covariance

    /// The place of a viewport at a time.
    struct Point: Hashable, Sendable {
        /// In milliseconds.
        var time: Double
        var row: Double
    }

    /// The covariance of a, b and c, in rows and milliseconds.
    private struct Covariance: Hashable, Sendable {
        var (aa, ab, ac, bb, bc, cc) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    }

    /// Fits a parabola.
    ///
    /// - Parameter points: at least four, at three or more times, else the result is `nil`; times are best near 0.
    @inline(never)
    init?(through points: [Point]) {
        guard points.count >= 4 else { return nil }
        var (s1, s2, s3, s4) = (0.0, 0.0, 0.0, 0.0)
        var (r0, r1, r2) = (0.0, 0.0, 0.0)
        for point in points {
            let (t, row) = (point.time, point.row)
            (s1, s2, s3, s4) = (s1 + t, s2 + t * t, s3 + t * t * t, s4 + t * t * t * t)
            (r0, r1, r2) = (r0 + row, r1 + row * t, r2 + row * t * t)
        }
        let n = Double(points.count)
        // The adjugate of the normal equations' symmetric matrix.
        let (aa, ab, ac) = (s2 * s4 - s3 * s3, s2 * s3 - s1 * s4, s1 * s3 - s2 * s2)
        let (bb, bc, cc) = (n * s4 - s2 * s2, s1 * s2 - n * s3, n * s2 - s1 * s1)
        let determinant = n * aa + s1 * ab + s2 * ac
        guard determinant > 0 else { return nil }
        let a = (r0 * aa + r1 * ab + r2 * ac) / determinant
        let b = (r0 * ab + r1 * bb + r2 * bc) / determinant
        let c = (r0 * ac + r1 * bc + r2 * cc) / determinant
        var error = 0.0
        for point in points {
            let (t, row) = (point.time, point.row)
            let off = a + b * t + c * t * t - row
            error += off * off
        }
        (velocity, acceleration, self.error) = (b, 2 * c, error)
        // For three coefficients fitted; but no less than the variance of rounding to whole rows, 1/12.
        let scale = max(error / (n - 3), 1.0 / 12) / determinant
        covariance = Covariance(
            aa: aa * scale, ab: ab * scale, ac: ac * scale, bb: bb * scale, bc: bc * scale, cc: cc * scale)
    }

    /// The standard deviation of the row predicted for a time.
    func deviation(at t: Double) -> Double {
        let linear = covariance.aa + t * (2 * covariance.ab + t * (2 * covariance.ac + covariance.bb))
        return max(0, linear + t * t * t * (2 * covariance.bc + t * covariance.cc)).squareRoot()
    }
}
