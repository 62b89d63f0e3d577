import Foundation
import Testing

extension ViewTests {
    /// The table of rules beside the stand-ins: each is modeled by a test that begins with its name, and what keeps a view to it is a test too.
    struct RuleTableTests {
        private static let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        private static let catalog = folder.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared/DEVICE.md").path
        private static var hasCatalog: Bool { FileManager.default.fileExists(atPath: catalog) }

        /// The table's rows: a rule, how the stand-in has it, and what of the views keeps it.
        private var rows: [(rule: String, standIn: String, views: String)] {
            get throws {
                let page = Self.folder.appendingPathComponent("AppleStandIns/README.md")
                return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
                    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                    guard cells.count == 3, let number = cells[0].split(separator: "-").last, Int(number) != nil else {
                        return nil
                    }
                    return (cells[0], cells[1], cells[2])
                }
            }
        }

        /// The names of all tests of the views.
        private var tests: [String] {
            let root = Self.folder.appendingPathComponent("PagingFaceTests")
            let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap {
                $0 as? URL
            }
            return (files ?? []).filter { $0.pathExtension == "swift" }.flatMap { file in
                let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                return text.split(separator: "func").dropFirst().compactMap { declaration in
                    let name = declaration.drop { $0.isWhitespace }
                    return name.first == "`" ? name.dropFirst().split(separator: "`").first.map(String.init) : nil
                }
            }
        }

        @Test func `Each rule that is modeled has a test, and so has what keeps the views to it`() throws {
            let (rows, tests) = (try rows, tests)
            #expect(Set(rows.map(\.rule)).count == rows.count && rows.count >= 90)
            let modeled = Set(tests.flatMap { $0.prefix { $0 != ":" }.split(separator: ", ").map(String.init) })
            for row in rows where row.standIn != "not modeled" {
                #expect(modeled.contains(row.rule), "no test begins with \(row.rule)")
            }
            for row in rows {
                for (index, name) in row.views.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                where index % 2 == 1 && name.contains(" ") {
                    #expect(tests.contains(String(name)), "\(row.rule) names no test: \(name)")
                }
            }
        }

        @Test(.enabled(if: hasCatalog, "the catalog of rules is not at hand: ../shared/DEVICE.md"))
        func `Each rule of the catalog is listed`() throws {
            let listed = Set(try rows.map(\.rule))
            let catalog = try String(contentsOfFile: Self.catalog, encoding: .utf8)
            let rules = catalog.split(separator: "\n").compactMap { line in
                line.hasPrefix("**") ? line.dropFirst(2).split(separator: "*").first.map(String.init) : nil
            }
            #expect(rules.count >= 90 && Set(rules) == listed)
        }
    }
}
