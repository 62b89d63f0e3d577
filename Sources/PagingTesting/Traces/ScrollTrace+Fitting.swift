extension ScrollTrace {
    /// The same movement in a list of another length.
    ///
    /// A trace that stays within the shorter list is unchanged. Any other is scaled, so that positions near the end stay near the end. Its speed
    /// in rows per second decreases by the same factor.
    public func fitted(to count: Int) -> ScrollTrace {
        let count = max(count, 1)
        let furthest = frames.reduce(0) { max($0, $1.firstRow, $1.landingRow ?? 0) }
        let tallest = frames.reduce(viewportRows) { max($0, $1.viewportRows ?? 0) }
        let last = max(0, count - tallest)
        guard furthest > last else {
            return ScrollTrace(viewportRows: viewportRows, listRows: count, frames: frames)
        }
        let factor = Double(last) / Double(furthest)
        func fit(_ row: Int) -> Int { min(last, Int((Double(row) * factor).rounded())) }
        let fitted = frames.map { frame in
            var frame = frame
            (frame.firstRow, frame.landingRow) = (fit(frame.firstRow), frame.landingRow.map(fit))
            return frame
        }
        return ScrollTrace(viewportRows: viewportRows, listRows: count, frames: fitted)
    }
}
