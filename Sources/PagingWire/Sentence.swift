extension String {
    /// The text with a full stop, unless it already ends like a sentence or was shortened. Errors of servers and databases may do either.
    package var asSentence: String { endsLikeSentence || hasSuffix("…") ? self : self + "." }

    /// `true` if the text ends with a full stop, a question mark or an exclamation mark.
    package var endsLikeSentence: Bool { last.map { ".?!".contains($0) } ?? false }
}
