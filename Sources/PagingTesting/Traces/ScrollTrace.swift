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
/// It says what was looked at and nothing about what was loaded: the same trace can be played against any list of the
/// length it was taken from, and against a shorter one with ``fitted(to:)``.
public struct ScrollTrace: Hashable, Sendable {
    /// The rows on screen from one moment on.
    public struct Frame: Hashable, Sendable {
        /// Milliseconds since the trace's start.
        public var milliseconds: Double
        /// The first row on screen, counted from 0.
        public var firstRow: Int
        /// The first row on screen once scrolling comes to rest, or `nil` if the platform did not report it.
        public var landingRow: Int?
        /// The view that this frame belongs to, among several views of the list.
        public var viewer: Int
        /// How many rows the screen shows in this frame; `nil` for the trace's own number.
        public var viewportRows: Int?

        /// Makes a frame.
        ///
        /// - Parameters:
        ///   - milliseconds: the time since the trace's start.
        ///   - firstRow: the first row on screen.
        ///   - landingRow: the first row on screen when scrolling comes to rest.
        ///   - viewer: which of several views this is a frame of.
        ///   - viewportRows: how many rows the screen shows, where that is not what the trace says.
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
        screen(from: frame.firstRow, of: frame)
    }

    /// The rows on screen once scrolling comes to rest, or `nil` if the platform did not report them.
    public func landing(of frame: Frame) -> Range<Int>? {
        frame.landingRow.map { screen(from: $0, of: frame) }
    }

    private func screen(from row: Int, of frame: Frame) -> Range<Int> {
        min(row, listRows)..<min(row + (frame.viewportRows ?? viewportRows), listRows)
    }

    /// The views that have frames in the trace, in order. A trace that names no views has one, called 0.
    public var viewers: [Int] {
        Set(frames.map(\.viewer)).sorted()
    }

    /// How long a frame stays on screen, in milliseconds: until its view's next one; the last as long as the one before.
    public func span(ofFrame index: Int) -> Double {
        let frame = frames[index]
        if let next = frames[(index + 1)...].first(where: { $0.viewer == frame.viewer }) {
            return next.milliseconds - frame.milliseconds
        }
        guard let before = frames[..<index].last(where: { $0.viewer == frame.viewer }) else { return 0 }
        return frame.milliseconds - before.milliseconds
    }
}
