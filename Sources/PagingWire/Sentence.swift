extension String {
    /// The text with a full stop, unless it ends like a sentence already, as what servers say of an error may.
    package var asSentence: String { last.map { ".?!".contains($0) } ?? false ? self : self + "." }
}
