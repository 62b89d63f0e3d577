import PagingTesting
import Testing

/// Traces are read exactly, and what is wrong with one is said by line.
@Suite struct ScrollTraceTests {
    private let head = "# viewport_rows=20 list_rows=1000\ntime_ms,first_row,landing_row\n"

    @Test func `Reads frames and shape`() throws {
        let trace = try ScrollTrace(parsing: head + "0.000,0,\n16.667,2,74\n")
        #expect(trace.viewportRows == 20)
        #expect(trace.listRows == 1000)
        #expect(
            trace.frames == [
                .init(milliseconds: 0, firstRow: 0), .init(milliseconds: 16.667, firstRow: 2, landingRow: 74),
            ])
        #expect(trace.rows(of: trace.frames[1]) == 2..<22)
        #expect(trace.landing(of: trace.frames[1]) == 74..<94)
        #expect(trace.landing(of: trace.frames[0]) == nil)
    }

    @Test func `Reads foreign line ends, blanks and comments`() throws {
        let text =
            "# taken on a tablet\r\n# viewport_rows=20 list_rows=1000\r\n\r\n"
            + "time_ms,first_row,landing_row\r\n 0 , 5 , \r\n# paused here\r\n10,6,7"
        let trace = try ScrollTrace(parsing: text)
        #expect(trace.frames.map(\.firstRow) == [5, 6])
    }

    @Test(
        arguments: [
            ("", 1, "viewport_rows"),
            ("time_ms,first_row,landing_row\n", 1, "viewport_rows"),
            ("# viewport_rows=20\n", 1, "both numbers"),
            ("# viewport_rows=0 list_rows=10\n", 1, "both numbers"),
            ("# viewport_rows=20 list_rows=ten\n", 1, "both numbers"),
            ("# viewport_rows=20 list_rows=1000\n0,0,\n", 2, "the header"),
            ("# viewport_rows=20 list_rows=1000\n", 3, "the header"),
        ])
    func `Says what is wrong with the head`(_ text: String, line: Int, expected: String) {
        check(text, line, expected)
    }

    @Test(
        arguments: [
            ("0.000,0", "three fields"), ("a,0,", "a time"), ("-1,0,", "a time"), ("nan,0,", "a time"),
            ("0,-1,", "second field"), ("0,1000,", "second field"), ("0,1.5,", "second field"), ("0,,", "second field"),
            ("0,0,1000", "third field"), ("0,0,x", "third field"), ("0,0,,", "three fields"),
        ])
    func `Says what is wrong with a frame`(_ frame: String, expected: String) {
        check(head + "0,0,\n" + frame + "\n", 4, expected)
    }

    @Test func `Refuses time that runs backwards`() {
        check(head + "10,0,\n9,0,\n", 4, "at least 10")
    }

    @Test func `Refuses a trace without frames`() {
        check(head, 4, "at least one frame")
    }

    @Test func `Quotes no more than a line holds`() {
        check(head + String(repeating: "x", count: 5_000), 3, "three fields")
        #expect(throws: ScrollTraceError.self) { try ScrollTrace(parsing: head + String(repeating: "x", count: 5_000)) }
        do {
            _ = try ScrollTrace(parsing: head + String(repeating: "x", count: 5_000))
        } catch {
            #expect(error.description.count < 300)
            #expect(error.code == "scroll-trace-error")
        }
    }

    private func check(_ text: String, _ line: Int, _ expected: String) {
        do {
            let trace = try ScrollTrace(parsing: text)
            Issue.record("read as \(trace.frames.count) frames")
        } catch {
            #expect(error.line == line)
            #expect(error.expected.contains(expected), "\(error)")
        }
    }

    @Test func `Reads views and heights`() throws {
        let text =
            "# viewport_rows=20 list_rows=1000\ntime_ms,first_row,landing_row,viewer,viewport_rows\n"
            + "0.000,0,,,\n0.000,500,,1,\n16.667,0,,,9\n33.333,510,600,1,5\n"
        let trace = try ScrollTrace(parsing: text)
        #expect(trace.viewers == [0, 1])
        #expect(trace.frames.map(\.viewer) == [0, 1, 0, 1])
        #expect(trace.frames.map { trace.rows(of: $0) } == [0..<20, 500..<520, 0..<9, 510..<515])
        #expect(trace.landing(of: trace.frames[3]) == 600..<605)
        #expect(trace.span(ofFrame: 0) == 16.667)
        #expect(trace.span(ofFrame: 1) == 33.333)
        #expect(trace.csv == text.replacing(",,,\n0", with: ",,0,\n0").replacing("0,,,9", with: "0,,0,9"))
        #expect(try ScrollTrace(parsing: trace.csv) == trace)
    }

    @Test func `It writes what it reads`() throws {
        let text = head + "0.000,0,\n16.667,2,74\n1000.000,3,\n"
        #expect(try ScrollTrace(parsing: text).csv == text)
    }

    // MARK: Rests and lengths

    @Test func `Finds the rests of each view`() {
        // One view moves all the time while another one does not; a new height is a movement.
        let frames = (0..<20).flatMap { index in
            [
                ScrollTrace.Frame(milliseconds: Double(index) * 100, firstRow: index),
                ScrollTrace.Frame(
                    milliseconds: Double(index) * 100 + 50, firstRow: 700, viewer: 3,
                    viewportRows: index < 10 ? nil : 4),
            ]
        }
        let trace = ScrollTrace(viewportRows: 2, listRows: 1_000, frames: frames)
        #expect(
            trace.rests() == [
                .init(firstFrame: 1, start: 50, end: 1050, viewer: 3),
                .init(firstFrame: 21, start: 1050, end: 1950, viewer: 3),
            ])
    }

    @Test func `Finds rests`() {
        // Still for 600 ms, a step, still for 100 ms, a step, still to the end.
        let rows = Array(repeating: 0, count: 6) + [5, 9] + Array(repeating: 9, count: 5)
        let trace = ScrollTrace(
            viewportRows: 2, listRows: 100,
            frames: rows.enumerated().map { .init(milliseconds: Double($0) * 100, firstRow: $1) })
        #expect(
            trace.rests() == [
                .init(firstFrame: 0, start: 0, end: 600), .init(firstFrame: 7, start: 700, end: 1200),
            ])
        // Two frames are as long as the time between them; one is no rest.
        #expect(trace.rests(ofAtLeast: 100).count == 2)
        #expect(trace.rests(ofAtLeast: 0).count == 3)
    }

    @Test func `Leaves a trace that fits as it is`() {
        let trace = ScrollTrace(viewportRows: 10, listRows: 1_000, frames: [.init(milliseconds: 0, firstRow: 90)])
        #expect(trace.fitted(to: 100).frames == trace.frames)
        #expect(trace.fitted(to: 100).listRows == 100)
    }

    @Test func `Scales a trace that does not`() {
        let frames: [ScrollTrace.Frame] = [
            .init(milliseconds: 0, firstRow: 0), .init(milliseconds: 1, firstRow: 450, landingRow: 900),
        ]
        let fitted = ScrollTrace(viewportRows: 10, listRows: 1_000, frames: frames).fitted(to: 100)
        #expect(fitted.frames.map(\.firstRow) == [0, 45])
        #expect(fitted.frames[1].landingRow == 90)
    }

    @Test func `Fits into a list shorter than the screen`() {
        let trace = ScrollTrace(viewportRows: 10, listRows: 1_000, frames: [.init(milliseconds: 0, firstRow: 500)])
        let fitted = trace.fitted(to: 3)
        #expect(fitted.frames[0].firstRow == 0)
        #expect(fitted.rows(of: fitted.frames[0]) == 0..<3)
        #expect(trace.fitted(to: 0).listRows == 1)
    }
}
