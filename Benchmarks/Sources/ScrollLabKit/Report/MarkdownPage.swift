import Foundation

/// Tables of figures in a page of the documentation.
///
/// A table stands between a line `<!-- LABORATORY: NAME -->` and the next line `<!-- end -->`.
public enum MarkdownPage {
    /// A page's text with another table in the place of one that it has; `nil` where it has no such place.
    ///
    /// - Parameters:
    ///   - mark: the laboratory and the table's name, as `ScrollLab: policies`.
    ///   - text: the page.
    ///   - table: what is to stand there, ending in a line feed.
    public static func replacing(_ mark: String, in text: String, with table: String) -> String? {
        guard let start = text.range(of: "<!-- \(mark) -->\n"),
            let end = text.range(of: "<!-- end -->", range: start.upperBound..<text.endIndex)
        else { return nil }
        return text[..<start.upperBound] + table + text[end.lowerBound...]
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
