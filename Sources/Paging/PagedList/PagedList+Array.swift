extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// Makes a list of given items, for previews and tests.
    ///
    /// ```swift
    /// let list = PagedList([Post(id: UUID(), text: "first"), Post(id: UUID(), text: "second")])
    /// ```
    ///
    /// They load as from any other source, when the list is shown.
    public convenience init(_ items: [Element]) { self.init(ArraySource(items)) }
}
