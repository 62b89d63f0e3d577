extension PagedList {
    /// The list's rows with separators between them, such as date lines or an "unread" mark. They follow the list.
    ///
    /// ```swift
    /// let days = list.separators { above, below -> String? in
    ///     guard let below, above?.day != below.day else { return nil }
    ///     return below.day
    /// }
    /// ```
    ///
    /// To get the list's own positions of rows on screen, or of rows to scroll to, use ``SeparatedRows/rows(in:)`` and
    /// ``SeparatedRows/position(ofRow:)``.
    ///
    /// - Parameter make: makes the separator of two neighbors, or returns `nil` for none. Above the first row and below the last the other
    ///   neighbor is `nil`. It must return the same separator for the same two rows.
    public func separators<Separator: Hashable & Sendable>(
        _ make: @escaping @Sendable (_ above: Element?, _ below: Element?) -> Separator?
    ) -> ListSeparators<Element, Separator> { ListSeparators(self, make) }
}
