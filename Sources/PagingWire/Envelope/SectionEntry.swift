/// One section of a list, as returned for a request for its sections: `[{"title", "url", "count"}, …]`.
///
/// ```json
/// {"title": "Lu", "url": "/lists/unicode?section=Lu", "count": 1831}
/// ```
public struct SectionEntry: Hashable, Sendable, Codable {
    /// The title that a header or a jump bar shows.
    public var title: String
    /// The address of the section's rows, absolute or relative to the answer. It has the same pagination as the whole list.
    public var url: String
    /// The number of rows in the section.
    public var count: Int

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - title: the title that a header shows.
    ///   - url: the address of the section's rows.
    ///   - count: the number of rows in the section.
    public init(title: String, url: String, count: Int) {
        self.title = title
        self.url = url
        self.count = count
    }
}
