extension String {
    /// The text with a full stop, unless it ends like a sentence already, as what servers and databases say of an error may, or was cut short.
    package var asSentence: String { endsLikeSentence || hasSuffix("…") ? self : self + "." }

    /// `true` if the text ends with a full stop, a question mark or an exclamation mark.
    package var endsLikeSentence: Bool { last.map { ".?!".contains($0) } ?? false }
}
