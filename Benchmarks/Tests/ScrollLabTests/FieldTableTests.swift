import PagingTesting
import ScrollLabKit
import Testing

@Suite
struct FieldTableTests {
    @Test(.enabled(if: TraceFiles.hasField, "the field notes' traces are not at hand"))
    func `agree with the field notes`() throws {
        let traces = try #require(try TraceFiles.field())
        let (text, differing) = FieldTable.comparison(on: traces)
        #expect(differing == 0, "\(text)")
    }
}
