import Foundation
import PagingWire
import Testing

@testable import PagingHTTP

/// The words that name an end are one list, which the documentation shows.
@Suite struct EndEvidenceTests {
    @Test func `The documentation has the table of the code`() throws {
        let page = URL(filePath: #filePath).appending(path: "../../../../Documentation/SourcePromises.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        for row in EndEvidence.table { #expect(text.contains(row), "the row is: \(row)") }
    }

    @Test func `No name is of two kinds`() {
        let names = EndEvidence.allCases.flatMap(\.names)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        (#""has_more": false"#, true), (#""IsTruncated": "false""#, true), (#""meta": {"next-page": null}"#, true),
        (#""isLast": true"#, true), (#""user": {"has_more": false}"#, false), (#""hasMoreInfo": false"#, false),
        (#""job": {"done": true}"#, false), (#""nextRun": null"#, false), (#""last_seen": true"#, false),
    ])
    func `A word names the end by its name and its place`(word: String, isNamed: Bool) throws {
        let document = try JSONValue(parsing: Array(#"{"items": [{"id": 1}], \#(word)}"#.utf8))
        #expect(AnswerSigns(document, [:], itemsPath: "items").namesEnd == isNamed)
    }
}
