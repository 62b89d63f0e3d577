extension PagedList {
    /// The list's rows with separators between them, which follow it: date lines, an "unread" mark.
    ///
    /// ```swift
    /// let days = list.separators { above, below -> String? in
    ///     guard let below, above?.day != below.day else { return nil }
    ///     return below.day
    /// }
    /// ```
    ///
    /// Rows on screen, and rows to scroll to, have the list's own positions: ``SeparatedRows/rows(in:)``,
    /// ``SeparatedRows/position(ofRow:)``.
    ///
    /// - Parameter make: makes the separator of two neighbors, `nil` for none. Above the first row and below the last the other one is `nil`.
    ///   It must say the same of the same two.
    public func separators<Separator: Hashable & Sendable>(
        _ make: @escaping @Sendable (_ above: Element?, _ below: Element?) -> Separator?
    ) -> ListSeparators<Element, Separator> { ListSeparators(self, make) }
}
