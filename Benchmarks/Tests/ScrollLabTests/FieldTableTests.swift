import PagingTesting
import ScrollLabKit
import Testing

@Suite("Peers' figures")
struct FieldTableTests {
    @Test("agree with the field notes", .enabled(if: TraceFiles.hasField, "the field notes' traces are not at hand"))
    func agreement() throws {
        let traces = try #require(try TraceFiles.field())
        let (text, differing) = FieldTable.comparison(on: traces)
        #expect(differing == 0, "\(text)")
    }
}
