extension ScrollTrace {
    /// A period in which one view did not move.
    public struct Rest: Hashable, Sendable {
        /// The first frame of the rest.
        public var firstFrame: Int
        /// The start of the rest, in milliseconds since the trace's start.
        public var start: Double
        /// The time when the reader moved on, or the trace ended.
        public var end: Double
        /// The view.
        public var viewer: Int

        /// Makes a rest.
        public init(firstFrame: Int, start: Double, end: Double, viewer: Int = 0) {
            self.firstFrame = firstFrame
            self.start = start
            self.end = end
            self.viewer = viewer
        }
    }

    /// The periods of at least a duration in which a view showed the same rows.
    ///
    /// The duration is measured from the first frame to the last one. A rest ends when the reader moves on, with the next frame. Thirty frames
    /// at 60 Hz are therefore too short for half a second, and 31 are enough.
    ///
    /// - Parameter milliseconds: the shortest duration of a rest. The default is half a second, about the time to read a row.
    /// - Returns: the rests in order of their start.
    public func rests(ofAtLeast milliseconds: Double = 500) -> [Rest] {
        let rests = viewers.flatMap { viewer in
            self.rests(of: frames.indices.filter { frames[$0].viewer == viewer }, ofAtLeast: milliseconds)
        }
        return rests.sorted { $0.firstFrame < $1.firstFrame }
    }

    /// The rests of one view, by the indices of its frames.
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
