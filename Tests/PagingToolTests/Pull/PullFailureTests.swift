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
}
