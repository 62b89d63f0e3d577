import Foundation
import Testing

/// Every public error of every product has a code that the page of codes has. The errors are those of the files in `API`.
@Suite struct PublicErrorTests {
    @Test func `Every public error has a code that is in the page of codes`() throws {
        let page = try text("Documentation/Errors.md")
        var errors = 0
        for product in [
            "PagingCore", "Paging", "PagingHTTP", "PagingServer", "PagingTesting", "PagingUI", "PagingWire",
        ] {
            let lines = Set(try text("API/\(product).txt").split(separator: "\n").map(String.init))
            // The codes of the core's errors are in `Paging`, which has the words for them.
            let known =
                product == "PagingCore"
                ? lines.union(try text("API/Paging.txt").split(separator: "\n").map(String.init)) : lines
            for line in lines where line.hasSuffix(": conforms to Swift.Error") {
                let name = String(line.prefix { $0 != ":" })
                if lines.contains(where: { $0.hasPrefix("\(name): protocol ") }) { continue }
                errors += 1
                let hasCode = known.contains("\(name).code: var code: String { get }")
                #expect(hasCode, "\(name) of \(product) has no code")
                let section = name.replacing(".Reason", with: "")
                #expect(
                    page.contains("\n### \(section)\n") || page.contains("` | `\(section)`: "),
                    "Documentation/Errors.md has no \(section)")
            }
        }
        #expect(errors > 20)
    }

    private func text(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        return try String(contentsOf: root.appendingPathComponent(path).standardizedFileURL, encoding: .utf8)
    }
}
