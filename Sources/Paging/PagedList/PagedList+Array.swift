extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// Makes a list of items that are all there, for previews and tests.
    ///
    /// ```swift
    /// let list = PagedList([Post(id: 1), Post(id: 2)])
    /// ```
    ///
    /// They come as from any other source, when the list is looked at.
    public convenience init(_ items: [Element]) { self.init(ArraySource(items)) }
}
