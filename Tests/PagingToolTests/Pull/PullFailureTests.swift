import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// The failure of a pull, in sentences.
@Suite struct PullFailureTests {
    @Test(arguments: [
        ("There is no list named 'unicode'.", "There is no list named 'unicode'. Check the address."),
        ("There is no such list", "There is no such list. Check the address."),
        ("Is it there?", "Is it there? Check the address."),
    ])
    func `A server's text that is a sentence keeps its own full stop`(detail: String, ending: String) {
        let problem = ProblemDetails(title: "No such list", status: 404, detail: detail)
        let error = HTTPSourceError(.status(404, problem), address: "http://api.test/lists")
        let told = "http://api.test/lists: the server answered 404: No such list: \(ending)"
        #expect(PullFailure(error).description == told)
        #expect(error.description == told)
    }

    @Test(
        arguments: [
            HTTPSourceError.Reason.tooLarge(limit: 10), .tooDeep(limit: 128, offset: 7), .notJSON(detail: "x"),
            .noContent,
            .wrongType(found: "text/html"), .errorInBody("x"), .rowsInParts,
            .wrongShape(path: "a", expected: "an array", found: "null"), .status(401, nil), .status(403, nil),
            .status(404, nil), .status(410, nil), .status(429, nil), .status(503, nil), .timedOut,
            .tooSlow(limit: .seconds(1)), .offline, .hostNotFound("h"), .connectionRefused, .connectionLost, .notSecure,
            .connection(detail: "x"), .badAddress("x"), .otherOrigin("x"), .tooManyRedirects(limit: 1), .noProgress,
            .onlyEmptyPages(9), .unevenPages(rows: 1, size: 2), .endContradicted(sign: "x"), .shortPage(rows: 1),
            .emptyPage(row: 1), .noWayOn(items: 1, total: nil), .endNotProven(items: 1), .totalTooLow(total: 1),
            .cannotAsk(.after(nil, limit: 1)), .cannotAsk(.positions(0..<1)), .cannotAsk(.before(nil, limit: 1)),
            .cannotAsk(.around("r", limit: 1)), .ignoresParameters("before"), .noSuchRow("x"),
            .notOffered(.identifiers),
            .notOffered(.snapshots), .notOffered(.changes), .notOffered(.live),
            .unaskableIdentifier("x", separator: ","), .unaskedItem("x"),
        ])
    func `Advice is about options of the tool, not about the library`(reason: HTTPSourceError.Reason) {
        let told = PullFailure(HTTPSourceError(reason, address: "http://api.test/lists")).description
        for name in [
            "HTTPLimits", "Dialect.", "dialect's", "crossOrigin", "StreamingTransport", "request hook", ".repeated",
        ] {
            #expect(!told.contains(name), "\(told)")
        }
        #expect(told.hasPrefix("http://api.test/lists: ") && told.count > 50)
    }
}
