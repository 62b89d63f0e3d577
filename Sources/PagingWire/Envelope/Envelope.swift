/// A page of a list with its place in the list, as returned by a server of this project.
///
/// ```json
/// {"paging": {"offset": 25, "limit": 25, "totalCount": 155063, "next": "/lists/unicode?offset=50&limit=25"},
///  "objects": [{"codePoint": 25}]}
/// ```
///
/// It does not check if its numbers are consistent with each other or with the objects.
public struct Envelope<Object> {
    /// The place of the page in its list.
    public var paging: Paging
    /// The page's rows in list order.
    public var objects: [Object]

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - objects: the page's rows in list order.
    ///   - paging: the place of the page in its list.
    public init(_ objects: [Object], paging: Paging) {
        self.paging = paging
        self.objects = objects
    }
}

extension Envelope {
    /// The place of a page in its list, with the addresses of its neighbors.
    public typealias Paging = EnvelopePaging
}

extension Envelope: Equatable where Object: Equatable {}
extension Envelope: Hashable where Object: Hashable {}
extension Envelope: Sendable where Object: Sendable {}
extension Envelope: Encodable where Object: Encodable {}
extension Envelope: Decodable where Object: Decodable {}

/// The place of a page in its list, with the addresses of its neighbors. ``Envelope/Paging`` is its usual name.
public struct EnvelopePaging: Hashable, Sendable, Codable {
    /// The position of the page's first row, counted from 0.
    public var offset: Int
    /// The most rows that the page could have had: the requested limit, clamped to the server's.
    public var limit: Int
    /// The number of rows in the whole list.
    public var totalCount: Int
    /// The address of the next page, absolute or relative to this one, or `nil` on the last.
    public var next: String?
    /// The address of the previous page, absolute or relative to this one, or `nil` on the first.
    public var previous: String?

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - offset: the position of the first row, counted from 0.
    ///   - limit: the most rows that the page could have had.
    ///   - totalCount: the number of rows in the whole list.
    ///   - next: the address of the next page.
    ///   - previous: the address of the previous page.
    public init(offset: Int, limit: Int, totalCount: Int, next: String? = nil, previous: String? = nil) {
        self.offset = offset
        self.limit = limit
        self.totalCount = totalCount
        self.next = next
        self.previous = previous
    }
}
