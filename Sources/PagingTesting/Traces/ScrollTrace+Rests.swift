extension ScrollTrace {
    /// A stretch of time in which nothing moved in one view.
    public struct Rest: Hashable, Sendable {
        /// The first frame that shows where the rest is.
        public var firstFrame: Int
        /// When it began, in milliseconds since the trace's start.
        public var start: Double
        /// When the reader moved on, or the trace ended.
        public var end: Double
        /// Which view.
        public var viewer: Int

        /// Makes a rest.
        public init(firstFrame: Int, start: Double, end: Double, viewer: Int = 0) {
            self.firstFrame = firstFrame
            self.start = start
            self.end = end
            self.viewer = viewer
        }
    }

    /// The stretches of at least so many milliseconds in which a view showed the same rows.
    ///
    /// A stretch is as long as from its first frame to its last one; where it is long enough it ends when the reader
    /// moves on, with the frame after. Thirty frames at 60 Hz are thus no rest of half a second, and 31 are.
    ///
    /// - Parameter milliseconds: how long a stretch must last to count; half a second where nothing else is said, which is
    ///   about as long as it takes to look at what one came for.
    /// - Returns: the rests in the order in which they begin.
    public func rests(ofAtLeast milliseconds: Double = 500) -> [Rest] {
        let rests = viewers.flatMap { viewer in
            self.rests(of: frames.indices.filter { frames[$0].viewer == viewer }, ofAtLeast: milliseconds)
        }
        return rests.sorted { $0.firstFrame < $1.firstFrame }
    }

    /// The rests of one view, given its frames.
    private func rests(of indices: [Int], ofAtLeast milliseconds: Double) -> [Rest] {
        var rests: [Rest] = []
        var first = indices[0]
        for (last, next) in zip(indices, indices.dropFirst().map(Optional.some) + [nil]) {
            if let next, rows(of: frames[next]) == rows(of: frames[first]) { continue }
            let start = frames[first].milliseconds
            if frames[last].milliseconds - start >= milliseconds {
                let end = frames[next ?? last].milliseconds
                rests.append(Rest(firstFrame: first, start: start, end: end, viewer: frames[first].viewer))
            }
            if let next { first = next }
        }
        return rests
    }
}
