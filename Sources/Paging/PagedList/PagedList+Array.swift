extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// Makes a list of items that are all there, for previews and tests.
    ///
    /// ```swift
    /// let list = PagedList([Post(id: UUID(), text: "first"), Post(id: UUID(), text: "second")])
    /// ```
    ///
    /// They come as from any other source, when the list is looked at.
    public convenience init(_ items: [Element]) { self.init(ArraySource(items)) }
}
