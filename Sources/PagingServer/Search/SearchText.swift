/// The words that a reader types, all of which a row has.
struct SearchText {
    /// The words, at least one.
    let words: [Substring]
    /// `true` if the last word may go on: no blank or other sign follows it.
    let lastMayGoOn: Bool

    /// Words of a search, at most.
    private static let maximumWords = 16

    /// Reads a text, or returns `nil` if it has no words.
    init?(_ text: String) {
        words = Array(text.split { !$0.isLetter && !$0.isNumber }.prefix(SearchText.maximumWords))
        guard !words.isEmpty else { return nil }
        lastMayGoOn = text.last.map { $0.isLetter || $0.isNumber } ?? false
    }

    /// The query as FTS5 has it.
    var fts5: String {
        words.map { "\"\($0)\"" }.joined(separator: " AND ") + (lastMayGoOn ? " *" : "")
    }
}
