import FeedLabKit
import Foundation
import ScrollLabKit
import Testing

/// The page on lists that change.
@Suite
struct FeedsPageTests {
    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The texts of a folder's Swift files, those of its folders included.
    private func sources(in folder: String) throws -> [String] {
        let root = URL(fileURLWithPath: FeedsPage.path).deletingLastPathComponent().appendingPathComponent(
            "../\(folder)"
        )
        .standardizedFileURL
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        return try names.map { try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8) }
    }

    @Test func `says what the laboratory has`() throws {
        let page = try String(contentsOfFile: FeedsPage.path, encoding: .utf8)
        let (kept, fresh) = (lines(page), lines(try FeedsPage.text(page: page)))
        let differing = fresh.first { !kept.contains($0) }
        #expect(
            kept.elementsEqual(fresh),
            "stale, first at '\(differing ?? "")'; to write it anew: \(FeedsPage.command)")
    }

    @Test func `A page without a place for a table is not written`() throws {
        #expect(throws: LabError.self) { try FeedsPage.text(page: "# Lists that change") }
    }

    @Test func `Its examples are lines of programs that compile`() throws {
        let page = try String(contentsOfFile: FeedsPage.path, encoding: .utf8)
        let snippets = Set(try sources(in: "Snippets").flatMap(lines))
        let blocks = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(blocks.count >= 4)
        for line in blocks.flatMap(lines) { #expect(line.isEmpty || snippets.contains(line), "\(line)") }
    }

    @Test func `The tests that its pictures are named after exist`() throws {
        let page = try String(contentsOfFile: FeedsPage.path, encoding: .utf8)
        let tests = try sources(in: "Tests").joined()
        let pictures = page.components(separatedBy: "## In pictures").last?.components(separatedBy: "\n## ").first ?? ""
        let names = pictures.replacing("\n", with: " ").split(separator: "`")
            .filter { $0.first?.isUppercase == true && $0.contains(" ") && !$0.contains(".") && $0.count > 25 }
            .filter { !$0.contains("  ") }
        #expect(names.count >= 10)
        for name in names { #expect(tests.contains("func `\(name)`("), "\(name)") }
    }
}
