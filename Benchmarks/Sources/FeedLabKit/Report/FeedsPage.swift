import Foundation
@testable import PagingSimulation
public import ScrollLabKit

/// The tables in `Documentation/Feeds.md`, so that the page says what the laboratory has.
///
/// A table is between the lines `<!-- FeedLab: NAME -->` and `<!-- end -->`.
public enum FeedsPage {
    /// The command that writes the page's tables anew.
    public static let command = "make feeds-page"

    /// The page.
    public static let path = TraceFiles.package.appendingPathComponent("../Documentation/Feeds.md")
        .standardizedFileURL.path

    /// How many walks each of the page's figures is the mean of.
    static let walks = 20

    /// The page's text with tables of today.
    ///
    /// - Parameter page: the page's text as it is.
    public static func text(page: String) throws(LabError) -> String {
        try MarkdownPage.replacing(
            [
                ("guarantees", Guarantees.table),
                ("comparison", "\n" + Comparison(seed: 1, walks: walks).markdown),
            ], of: "FeedLab", in: page, at: path)
    }

    /// Writes the page's tables.
    ///
    /// - Returns: what was written, in a line.
    static func write() throws(LabError) -> String {
        guard let page = FileManager.default.contents(atPath: path) else { throw LabError("\(path): no such file") }
        let text = try text(page: String(decoding: page, as: UTF8.self))
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw LabError("\(path) cannot be written: \(error.localizedDescription)")
        }
        return path + "\n"
    }
}
