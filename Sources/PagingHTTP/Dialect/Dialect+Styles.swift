public import PagingWire

extension Dialect {
    /// Finds out from the first answer how to go on; ``HTTPSource/recognized`` describes the result.
    public static let automatic = Dialect(.automatic)

    /// Finds out from the first answer how to go on, except for the path of the items.
    public static func automatic(items: FieldPath?) -> Dialect {
        Dialect(.automatic, items: items)
    }

    /// Takes the first answer for the whole list, whatever its length. Set ``items`` if they are not the document itself.
    public static let whole = Dialect(.cursor(nil, size: nil), items: "")

    /// Asks by position and limit: `?offset=100&limit=50`.
    ///
    /// - Parameters:
    ///   - offset: the parameter for the position of the first item, counted from 0.
    ///   - limit: the parameter for the most items in an answer, or `nil` if the server has none.
    ///   - items: the path of the items; without it the document itself.
    ///   - total: the place of the number of all items.
    ///   - next: the place of the link to the next page. Without a total, its absence means the end.
    ///   - hasMore: the path of a member that says if more follows.
    public static func offset(
        _ offset: ParameterName = "offset", limit: ParameterName? = "limit", items: FieldPath = "",
        total: Total? = nil, next: Next? = nil, hasMore: FieldPath? = nil
    ) -> Dialect {
        Dialect(.offset(offset, limit: limit), items: items, total: total, next: next, hasMore: hasMore)
    }

    /// Asks by page number: `?page=3&size=50`.
    ///
    /// - Parameters:
    ///   - number: the parameter for the number of the page.
    ///   - size: the parameter for the size of pages, or `nil` if the server has none. Its size is then learned from the first page.
    ///   - first: the number of the first page.
    ///   - items: the path of the items; without it the document itself.
    ///   - total: the place of the number of all items.
    ///   - pageCount: the path of the number of all pages.
    ///   - next: the place of the link to the next page. Without a total, its absence means the end.
    ///   - hasMore: the path of a member that says if more follows.
    public static func page(
        _ number: ParameterName = "page", size: ParameterName? = "size", first: Int = 1, items: FieldPath = "",
        total: Total? = nil, pageCount: FieldPath? = nil, next: Next? = nil,
        hasMore: FieldPath? = nil
    ) -> Dialect {
        Dialect(
            .page(number, size: size, first: first), items: items, total: total, pageCount: pageCount,
            next: next, hasMore: hasMore)
    }

    /// Asks by a cursor from the last answer: `?cursor=abc&limit=50`.
    ///
    /// - Parameters:
    ///   - cursor: the parameter for the cursor.
    ///   - size: the parameter for the most items in an answer, or `nil` if the server has none.
    ///   - items: the path of the items; without it the document itself.
    ///   - next: the place of the next cursor.
    ///   - total: the place of the number of all items.
    ///   - hasMore: the path of a member that says if more follows; if it is `false`, a cursor is not followed.
    public static func cursor(
        _ cursor: ParameterName = "cursor", size: ParameterName? = "limit", items: FieldPath = "",
        next: Next, total: Total? = nil, hasMore: FieldPath? = nil
    ) -> Dialect {
        Dialect(.cursor(cursor, size: size), items: items, total: total, next: next, hasMore: hasMore)
    }

    /// Follows the address of the next page, exactly as the answer gives it. Upward it follows the address of the previous page if the `Link`
    /// header has it.
    ///
    /// - Parameters:
    ///   - next: the place of that address; by default the `Link` header.
    ///   - size: the parameter for the most items in the first answer; later addresses are used as given.
    ///   - items: the path of the items; without it the document itself.
    ///   - total: the place of the number of all items.
    public static func link(
        _ next: Next = .link("next"), size: ParameterName? = nil, items: FieldPath = "", total: Total? = nil
    ) -> Dialect {
        var dialect = Dialect(.cursor(nil, size: size), items: items, total: total, next: next)
        if case .link = next { dialect.previous = .link("prev") }
        return dialect
    }
}
