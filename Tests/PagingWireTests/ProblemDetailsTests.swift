import Foundation
import PagingWire
import Testing

@Suite
struct ProblemDetailsTests {
    @Test func `Members and extensions survive writing and reading`() throws {
        let problem = ProblemDetails(
            type: "https://example.com/out-of-credit", title: "Out of credit", status: 403, detail: "30 short",
            instance: "/account/12345", extensions: ["balance": 30, "accounts": ["/1", "/2"], "note": nil])
        let data = try JSONEncoder().encode(problem)
        #expect(try JSONDecoder().decode(ProblemDetails.self, from: data) == problem)
    }

    @Test func `A problem that says nothing is of type about:blank`() throws {
        let problem = try JSONDecoder().decode(ProblemDetails.self, from: Data("{}".utf8))
        #expect(problem == ProblemDetails())
        #expect(problem.type == "about:blank")
        #expect(String(decoding: try JSONEncoder().encode(problem), as: UTF8.self) == #"{"type":"about:blank"}"#)
    }

    @Test func `Members of the wrong type are taken as absent`() throws {
        let data = Data(#"{"type": 3, "status": "404", "title": null, "detail": "x"}"#.utf8)
        #expect(try JSONDecoder().decode(ProblemDetails.self, from: data) == ProblemDetails(detail: "x"))
    }

    @Test func `Anything but an object is no problem`() {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ProblemDetails.self, from: Data("[]".utf8)) }
    }
}
