import Foundation
import ScrollLabKit
import Testing

/// The page on scrolling.
@Suite
struct ScrollingPageTests {
    @Test(.enabled(if: TraceFiles.hasField, "the traces are not at hand"))
    func `says and shows what the laboratory has`() throws {
        let page = try String(contentsOfFile: ScrollingPage.path, encoding: .utf8)
        let files = try #require(try ScrollingPage.files(page: page))
        for file in files {
            let kept = try? String(contentsOfFile: file.path, encoding: .utf8)
            #expect(kept == file.text, "\(file.path) is stale; to write it anew: \(ScrollingPage.command)")
            #expect(file.text.utf8.count < 60_000, "\(file.path) is too large for a page")
            // Every picture is shown, and described for who cannot see it.
            let name = URL(fileURLWithPath: file.path).lastPathComponent
            guard name.hasSuffix(".svg") else { continue }
            let description = page.components(separatedBy: "](Pictures/\(name))").first.flatMap {
                $0.components(separatedBy: "![").last
            }
            #expect(page.contains("](Pictures/\(name))"))
            #expect((40...600).contains(description?.count ?? 0), "\(name) needs a description")
        }
    }
}
