public import PagingCore

extension PagedList {
    /// Shows a new row at a position, at once; otherwise like ``insert(_:before:)``. It follows its neighbor from then on.
    ///
    /// ```swift
    /// try list.insert(Post(id: UUID(), text: "new"), at: 0)
    /// ```
    ///
    /// - Parameters:
    ///   - item: the row.
    ///   - position: from 0, the list's start, up to and including ``count``, its end. A larger position means the end.
    /// - Returns: the edit, to be confirmed or rolled back.
    /// - Throws: ``EditDefect/existingRow`` if a row with this identifier is in the list, ``EditDefect/missingNeighbor`` if neither the row at
    ///   the position nor the one before it is loaded.
    @discardableResult
    public func insert(_ item: Element, at position: Int) throws(EditDefect) -> ListEdit<Element> {
        if position <= 0 { return try insert(item, at: .start) }
        if position >= rows.count { return try insert(item, at: .end) }
        if let next = number(ofShown: position) { return try insert(item, .before(next)) }
        guard let previous = number(ofShown: position - 1) else { throw .missingNeighbor }
        return try insert(item, .after(previous))
    }

    private func number(ofShown position: Int) -> Int? {
        guard let list = projection?.list else { return machine.rows[position] }
        return position < list.count ? list.number(at: position, in: machine) : nil
    }
}
