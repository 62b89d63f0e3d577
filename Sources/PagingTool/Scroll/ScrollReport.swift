internal import PagingTesting
internal import PagingWire

/// The measures of a trace, and the settings with which it was played.
struct ScrollReport: Sendable {
    var measures: ScrollMeasures
    /// The trace's file.
    var trace: String
    var listRows: Int
    var viewportRows: Int
    /// The added latency in milliseconds.
    var delay: Int
    var pageSize: Int
    var failures: Int
    /// The largest delay of a frame in milliseconds. If it is more than a frame, the machine was too busy.
    var latestFrame: Double
    /// `true` if the trace's rows were scaled to a shorter list.
    var isFitted: Bool

    /// The measures as text, one per line.
    var table: String {
        let rows: [(String, String)] = [
            ("requests (those cancelled included)", Format.count(measures.requests)),
            ("cancelled", Format.count(measures.cancelled)),
            ("failed", Format.count(failures)),
            ("rows asked for", Format.count(measures.rowsAsked)),
            ("rows never shown", Format.count(measures.rowsNeverShown)),
            ("most in flight", Format.count(measures.mostInFlight)),
            ("frames", Format.count(measures.frames)),
            ("frames with a placeholder", Format.count(measures.framesWithPlaceholder)),
            ("placeholder row-milliseconds", Format.count(Int(measures.placeholderRowMilliseconds.rounded()))),
            ("rests of 500 ms or more", Format.count(measures.rests)),
            ("rests that did not settle", Format.count(measures.unsettledRests)),
            ("longest settle, ms", Format.tenths(measures.longestSettle)),
            ("mean settle, ms", Format.tenths(measures.meanSettle)),
            ("latest frame, ms late", Format.tenths(latestFrame)),
        ]
        let left = rows.map(\.0.count).max() ?? 0
        let right = rows.map(\.1.count).max() ?? 0
        func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
        let head =
            "\(trace): \(Format.plural(listRows, "row")), \(viewportRows) on screen, pages of \(pageSize), delay \(delay) ms\n"
        return head
            + rows.map { "  \($0)\(blanks(left - $0.count))  \(blanks(right - $1.count))\($1)\n" }.joined()
    }

    /// The measures as JSON, on one line.
    var json: String {
        func whole(_ number: Int) -> JSONValue { .integer(Int64(number)) }
        func tenths(_ number: Double) -> JSONValue { .double((number * 10).rounded() / 10) }
        return JSONValue.object([
            "trace": .string(trace), "listRows": whole(listRows), "viewportRows": whole(viewportRows),
            "pageSize": whole(pageSize), "delay": whole(delay), "scaled": .bool(isFitted),
            "requests": whole(measures.requests), "cancelled": whole(measures.cancelled), "failed": whole(failures),
            "rowsAsked": whole(measures.rowsAsked), "rowsNeverShown": whole(measures.rowsNeverShown),
            "mostInFlight": whole(measures.mostInFlight), "frames": whole(measures.frames),
            "framesWithPlaceholder": whole(measures.framesWithPlaceholder),
            "placeholderRowMilliseconds": tenths(measures.placeholderRowMilliseconds),
            "rests": whole(measures.rests), "unsettledRests": whole(measures.unsettledRests),
            "longestSettle": tenths(measures.longestSettle), "meanSettle": tenths(measures.meanSettle),
            "latestFrame": tenths(latestFrame),
        ]).json
    }
}
