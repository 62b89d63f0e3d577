import Foundation

/// Tables of figures in a page of the documentation.
///
/// A table is between a line `<!-- LABORATORY: NAME -->` and the next line `<!-- end -->`.
public enum MarkdownPage {
    /// A page's text with other tables in the places of those that it has.
    ///
    /// - Parameters:
    ///   - tables: their new texts, by name, each ending in a line feed.
    ///   - laboratory: whose tables they are, as `ScrollLab`.
    ///   - page: the page's text as it is.
    ///   - path: where the page is kept.
    /// - Throws: a ``LabError`` that names the first table that the page has no place for.
    public static func replacing(
        _ tables: [(name: String, text: String)], of laboratory: String, in page: String, at path: String
    ) throws(LabError) -> String {
        var page = page
        for (name, table) in tables {
            guard let start = page.range(of: "<!-- \(laboratory): \(name) -->\n"),
                let end = page.range(of: "<!-- end -->", range: start.upperBound..<page.endIndex)
            else { throw LabError("\(path) has no place for the table '\(name)'") }
            page.replaceSubrange(start.upperBound..<end.lowerBound, with: table)
        }
        return page
    }

    /// A table: the first column to the left, the others as `rule` says.
    ///
    /// - Parameters:
    ///   - heads: the columns' names.
    ///   - lines: for each row its cells, separated by ` | `.
    ///   - rule: how the other columns are set: `--:` to the right, `---` to the left.
    public static func table(_ heads: [String], _ lines: [String], rule: String = "--:") -> String {
        let rules = heads.indices.map { $0 == 0 ? "---" : rule }
        let all = [heads.joined(separator: " | "), rules.joined(separator: " | ")] + lines
        return all.map { "| \($0) |\n" }.joined()
    }
}
