/// A recording of a reader's scrolling: the first row on screen, frame by frame.
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
/// It contains the rows on screen, but not what was loaded. The same trace can be played in any list of the same length, and in a shorter one
/// with ``fitted(to:)``.
public struct ScrollTrace: Hashable, Sendable {
    /// The rows on screen at a time.
    public struct Frame: Hashable, Sendable {
        /// Milliseconds since the trace's start.
        public var milliseconds: Double
        /// The first row on screen, counted from 0.
        public var firstRow: Int
        /// The first row on screen once scrolling comes to rest, or `nil` if the platform did not report it.
        public var landingRow: Int?
        /// The view that this frame belongs to, among several views of the list.
        public var viewer: Int
        /// The number of rows on screen in this frame, or `nil` for the trace's own number.
        public var viewportRows: Int?

        /// Makes a frame.
        ///
        /// - Parameters:
        ///   - milliseconds: the time since the trace's start.
        ///   - firstRow: the first row on screen.
        ///   - landingRow: the first row on screen when scrolling comes to rest.
        ///   - viewer: the view of the frame.
        ///   - viewportRows: the number of rows on screen, or `nil` for the trace's own number.
        public init(
            milliseconds: Double, firstRow: Int, landingRow: Int? = nil, viewer: Int = 0, viewportRows: Int? = nil
        ) {
            self.milliseconds = milliseconds
            self.firstRow = firstRow
            self.landingRow = landingRow
            self.viewer = viewer
            self.viewportRows = viewportRows
        }
    }

    /// The number of rows on screen, at least 1.
    public let viewportRows: Int
    /// The number of rows in the list, at least 1.
    public let listRows: Int
    /// The frames in order of time, at least one.
    public let frames: [Frame]

    /// Makes a trace of frames.
    ///
    /// - Parameters:
    ///   - viewportRows: the number of rows on screen, at least 1.
    ///   - listRows: the number of rows in the list, at least 1.
    ///   - frames: the frames in order of time, at least one, each within the list.
    public init(viewportRows: Int, listRows: Int, frames: [Frame]) {
        precondition(
            viewportRows >= 1 && listRows >= 1 && !frames.isEmpty, "a trace needs a screen, a list and a frame")
        self.viewportRows = viewportRows
        self.listRows = listRows
        self.frames = frames
    }

    /// The rows on screen in a frame, clamped to the list's end.
    public func rows(of frame: Frame) -> Range<Int> {
        screen(from: frame.firstRow, of: frame)
    }

    /// The rows on screen once scrolling comes to rest, or `nil` if the platform did not report them.
    public func landing(of frame: Frame) -> Range<Int>? {
        frame.landingRow.map { screen(from: $0, of: frame) }
    }

    private func screen(from row: Int, of frame: Frame) -> Range<Int> {
        min(row, listRows)..<min(row + (frame.viewportRows ?? viewportRows), listRows)
    }

    /// The views of the trace, in order. A trace without views has one, number 0.
    public var viewers: [Int] {
        Set(frames.map(\.viewer)).sorted()
    }

    /// The time for which a frame stays on screen, in milliseconds. It ends with its view's next frame. The last frame lasts as long as the one
    /// before.
    public func span(ofFrame index: Int) -> Double {
        let frame = frames[index]
        if let next = frames[(index + 1)...].first(where: { $0.viewer == frame.viewer }) {
            return next.milliseconds - frame.milliseconds
        }
        guard let before = frames[..<index].last(where: { $0.viewer == frame.viewer }) else { return 0 }
        return frame.milliseconds - before.milliseconds
    }
}
