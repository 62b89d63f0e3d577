/// What a reader's scrolling looked like: the first row on screen, frame by frame.
///
/// ```swift
/// let trace = try ScrollTrace(parsing: """
///     # viewport_rows=20 list_rows=1000000
///     time_ms,first_row,landing_row
///     0.000,0,
///     16.667,180,74000
///     """)
/// trace.frames[1].landingRow  // 74000
/// ```
///
/// It says what was looked at and nothing about what was loaded: the same trace can be played against any list of the
/// length it was taken from, and against a shorter one with ``fitted(to:)``.
public struct ScrollTrace: Hashable, Sendable {
    /// What was on screen from one moment on.
    public struct Frame: Hashable, Sendable {
        /// Milliseconds since the trace's start.
        public var milliseconds: Double
        /// The first row on screen, counted from 0.
        public var firstRow: Int
        /// The first row that will be on screen when scrolling comes to rest; `nil` where the platform told none.
        public var landingRow: Int?

        /// Makes a frame.
        ///
        /// - Parameters:
        ///   - milliseconds: the time since the trace's start.
        ///   - firstRow: the first row on screen.
        ///   - landingRow: the first row on screen when scrolling comes to rest.
        public init(milliseconds: Double, firstRow: Int, landingRow: Int? = nil) {
            self.milliseconds = milliseconds
            self.firstRow = firstRow
            self.landingRow = landingRow
        }
    }

    /// How many rows the screen shows. At least 1.
    public let viewportRows: Int
    /// How many rows the list has. At least 1.
    public let listRows: Int
    /// The frames in order of time; at least one.
    public let frames: [Frame]

    /// Makes a trace of frames.
    ///
    /// - Parameters:
    ///   - viewportRows: how many rows the screen shows; at least 1.
    ///   - listRows: how many rows the list has; at least 1.
    ///   - frames: the frames in order of time; at least one, each within the list.
    public init(viewportRows: Int, listRows: Int, frames: [Frame]) {
        precondition(
            viewportRows >= 1 && listRows >= 1 && !frames.isEmpty, "a trace needs a screen, a list and a frame")
        self.viewportRows = viewportRows
        self.listRows = listRows
        self.frames = frames
    }

    /// The rows on screen in a frame, no further than the list's end.
    public func rows(of frame: Frame) -> Range<Int> {
        screen(from: frame.firstRow)
    }

    /// The rows that will be on screen when scrolling comes to rest; `nil` where the platform told none.
    public func landing(of frame: Frame) -> Range<Int>? {
        frame.landingRow.map(screen)
    }

    private func screen(from row: Int) -> Range<Int> {
        min(row, listRows)..<min(row + viewportRows, listRows)
    }

    /// How long a frame stays on screen, in milliseconds: until the next one; the last as long as the one before.
    public func span(ofFrame index: Int) -> Double {
        guard frames.count > 1 else { return 0 }
        let index = min(index, frames.count - 2)
        return frames[index + 1].milliseconds - frames[index].milliseconds
    }
}

extension ScrollTrace {
    /// A stretch of time in which nothing moved.
    public struct Rest: Hashable, Sendable {
        /// The first frame that shows where the rest is.
        public var firstFrame: Int
        /// When it began, in milliseconds since the trace's start.
        public var start: Double
        /// When the reader moved on, or the trace ended.
        public var end: Double

        /// Makes a rest.
        public init(firstFrame: Int, start: Double, end: Double) {
            self.firstFrame = firstFrame
            self.start = start
            self.end = end
        }
    }

    /// The stretches of at least so many milliseconds in which the first row stayed the same.
    ///
    /// A stretch is as long as from its first frame to its last one; where it is long enough it ends when the reader
    /// moves on, with the frame after. Thirty frames at 60 Hz are thus no rest of half a second, and 31 are.
    ///
    /// - Parameter milliseconds: how long a stretch must last to count; half a second where nothing else is said, which is
    ///   about as long as it takes to look at what one came for.
    public func rests(ofAtLeast milliseconds: Double = 500) -> [Rest] {
        var rests: [Rest] = []
        var first = 0
        for index in frames.indices.dropFirst() + [frames.endIndex] {
            let ends = index == frames.endIndex
            if !ends, frames[index].firstRow == frames[first].firstRow { continue }
            let last = frames[index - 1].milliseconds
            if last - frames[first].milliseconds >= milliseconds {
                let end = ends ? last : frames[index].milliseconds
                rests.append(Rest(firstFrame: first, start: frames[first].milliseconds, end: end))
            }
            first = index
        }
        return rests
    }

    /// The same movement in a list of another length.
    ///
    /// A trace that stays within the shorter list is left as it is. One that leaves it is scaled, so that what was near
    /// the end stays near the end; its speed in rows a second goes down by the same factor.
    public func fitted(to count: Int) -> ScrollTrace {
        let count = max(count, 1)
        let furthest = frames.reduce(0) { max($0, $1.firstRow, $1.landingRow ?? 0) }
        let last = max(0, count - viewportRows)
        guard furthest > last else {
            return ScrollTrace(viewportRows: viewportRows, listRows: count, frames: frames)
        }
        let factor = Double(last) / Double(furthest)
        func fit(_ row: Int) -> Int { min(last, Int((Double(row) * factor).rounded())) }
        let fitted = frames.map {
            Frame(milliseconds: $0.milliseconds, firstRow: fit($0.firstRow), landingRow: $0.landingRow.map(fit))
        }
        return ScrollTrace(viewportRows: viewportRows, listRows: count, frames: fitted)
    }
}
