@testable import PagingCore
import PagingTesting

/// A run drawn as SVG: time to the right, rows downwards.
///
/// The band is what is on screen, red where it shows placeholders. Requests are bars from asked to answered, hatched where
/// they were cancelled, dotted where they failed or were still under way at the end.
struct ScrollPicture {
    private let trace: NamedTrace
    private let run: ScrollRun
    private let axis: RowAxis
    private let duration: Double
    private var canvas = SVGCanvas()

    // Pixels.
    private static let plot = (left: 86.0, top: 64.0, width: 960.0, height: 440.0)
    private static let size = (width: 1070.0, height: 570.0)

    /// Rows that were at rest for less than this, in milliseconds, only flew past.
    private static let glance = 80.0

    /// The picture's text.
    static func svg(of run: ScrollRun, on trace: NamedTrace, title: String, subtitle: String) -> String {
        var picture = ScrollPicture(trace: trace, run: run)
        picture.draw(title: title, subtitle: subtitle)
        return picture.canvas.svg(width: size.width, height: size.height, description: "\(title): \(subtitle)")
    }

    private init(trace: NamedTrace, run: ScrollRun) {
        (self.trace, self.run) = (trace, run)
        let frames = trace.trace.frames
        duration = max(1, frames[frames.count - 1].milliseconds)
        var rows = PositionSet()
        for frame in frames { rows.insert(trace.trace.rows(of: frame)) }
        for request in run.requests { rows.insert(request.rows) }
        var looked = PositionSet()
        for stay in trace.trace.rests(ofAtLeast: Self.glance) {
            looked.insert(trace.trace.rows(of: frames[stay.firstFrame]))
        }
        axis = RowAxis(rows, looked: looked.isEmpty ? rows : looked, screen: trace.trace.viewportRows)
    }

    private mutating func draw(title: String, subtitle: String) {
        canvas.text(title, x: Self.plot.left, y: 26, style: "title")
        canvas.text(subtitle, x: Self.plot.left, y: 46, style: "label")
        drawAxes()
        for request in run.requests { draw(request) }
        drawBands()
        drawLegend()
    }

    // MARK: Scales

    private func x(_ milliseconds: Double) -> Double {
        Self.plot.left + Self.plot.width * min(milliseconds, duration) / duration
    }

    private func y(_ row: Int) -> Double {
        Self.plot.top + Self.plot.height * axis.position(of: row) / max(axis.length, 1)
    }

    // MARK: Parts

    private mutating func drawAxes() {
        let bottom = Self.plot.top + Self.plot.height
        let step =
            [100.0, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000].first { duration / $0 <= 12 } ?? duration
        for tick in 0...Int(duration / step) {
            let time = Double(tick) * step
            canvas.line(x(time), Self.plot.top, x(time), bottom, style: "grid")
            canvas.text("\((time / 1000).text(decimals: 1)) s", x: x(time), y: bottom + 18, style: "label middle")
        }
        // A label a stretch, as far as there is room.
        var free = -Double.infinity
        for stretch in axis.stretches {
            let marks = [stretch.rows.lowerBound] + (axis.stretches.count == 1 ? Self.marks(in: stretch.rows) : [])
            for row in marks where y(row) >= free {
                canvas.line(Self.plot.left - 4, y(row), Self.plot.left, y(row), style: "tick")
                canvas.text("\(row)", x: Self.plot.left - 8, y: y(row) + 4, style: "label end")
                free = y(row) + 14
            }
        }
        canvas.rectangle(
            x: Self.plot.left, y: Self.plot.top, width: Self.plot.width, height: Self.plot.height, style: "frame")
    }

    /// Round numbers within rows, about eight.
    private static func marks(in rows: Range<Int>) -> [Int] {
        let step =
            [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].first { rows.count / $0 <= 8 } ?? rows.count
        return Array(stride(from: (rows.lowerBound / step + 1) * step, to: rows.upperBound, by: step))
    }

    private mutating func draw(_ request: ScrollRun.Request) {
        guard !request.rows.isEmpty else { return }
        let style =
            switch request.outcome {
            case .answered: "answered"
            case .cancelled: "cancelled"
            case .failed, .pending: "open"
            }
        // A request that was cancelled within a frame must still be seen.
        canvas.rectangle(
            x: x(request.askedAt), y: y(request.rows.lowerBound),
            width: max(1.5, x(request.endedAt) - x(request.askedAt)),
            height: max(1.5, y(request.rows.upperBound) - y(request.rows.lowerBound)), style: "request " + style)
    }

    /// Frames that look alike and follow each other are drawn as one.
    private mutating func drawBands() {
        let frames = trace.trace.frames
        for viewer in trace.trace.viewers {
            let indices = frames.indices.filter { frames[$0].viewer == viewer }
            var first = 0
            while first < indices.count {
                let (rows, missing) = (trace.trace.rows(of: frames[indices[first]]), run.missing[indices[first]])
                var last = first
                while last + 1 < indices.count, run.missing[indices[last + 1]] == missing,
                    trace.trace.rows(of: frames[indices[last + 1]]) == rows
                {
                    last += 1
                }
                let start = frames[indices[first]].milliseconds
                let end = frames[indices[last]].milliseconds + trace.trace.span(ofFrame: indices[last])
                for range in PositionSet(rows).subtracting(missing).ranges { band(range, start, end, "shown") }
                for range in missing.ranges { band(range, start, end, "missing") }
                first = last + 1
            }
        }
    }

    private mutating func band(_ rows: Range<Int>, _ start: Double, _ end: Double, _ style: String) {
        canvas.rectangle(
            x: x(start), y: y(rows.lowerBound), width: x(end) - x(start),
            height: max(1, y(rows.upperBound) - y(rows.lowerBound)), style: style)
    }

    private mutating func drawLegend() {
        let entries = [
            ("shown", "on screen, loaded", 150.0), ("missing", "on screen, placeholder", 175.0),
            ("request answered", "request, asked to answered", 205.0), ("request cancelled", "cancelled", 105.0),
            ("request open", "failed or still open", 0.0),
        ]
        var x = Self.plot.left
        let y = Self.size.height - 24
        for (style, label, width) in entries {
            canvas.rectangle(x: x, y: y, width: 18, height: 12, style: style)
            canvas.text(label, x: x + 24, y: y + 10, style: "label")
            x += width
        }
    }
}
