/// The words of a search. A row has to contain all of them.
struct SearchText {
    /// The words, at least one.
    let words: [Substring]
    /// `true` if the last word may be a prefix, because no blank or other character follows it.
    let lastMayGoOn: Bool

    /// The most words of a search.
    private static let maximumWords = 16

    /// Reads a text, or returns `nil` if it has no words.
    init?(_ text: String) {
        words = Array(text.split { !$0.isLetter && !$0.isNumber }.prefix(SearchText.maximumWords))
        guard !words.isEmpty else { return nil }
        lastMayGoOn = text.last.map { $0.isLetter || $0.isNumber } ?? false
    }

    /// The query in the syntax of FTS5.
    var fts5: String {
        words.map { "\"\($0)\"" }.joined(separator: " AND ") + (lastMayGoOn ? " *" : "")
    }
}
