import Foundation
import PagingWire

/// A family of APIs with the same pagination: how to recognize it, how to request its lists, and where its answers have their data.
///
/// It contains only what an answer does not show by itself. Most APIs are recognized by common field names.
struct APIFamily: Sendable {
    /// The signs by which a family is recognized. An answer must have all of them.
    enum Mark: Sendable {
        /// A member at a path, of any type.
        case member(FieldPath)
        /// A text at a path, with this prefix.
        case text(FieldPath, String)
        /// A header.
        case header(String)
        /// A text somewhere in a header.
        case headerText(String, String)
        /// A parameter in the request's address.
        case asked(String)
        /// A parameter in the request's address, or a member of its body, with this value.
        case askedFor(String, String)
        /// The end of the address's path.
        case path(String)
        /// Requests are sent by POST.
        case posted
        /// Requests are sent by GET.
        case got
        /// The rows have a member at a path, and there is a row.
        case row(FieldPath)
        /// The document is an array.
        case array
    }

    let name: String
    let marks: [Mark]
    let style: Dialect.Style
    var firstPosition = 0
    var items: FieldPath?
    var total: Dialect.Total?
    var next: Dialect.Next?
    var hasMore: FieldPath?
    var isLast: FieldPath?
    var endings: Set<String> = []
    /// `false` if an answer without ``hasMore`` is the last one.
    var saysMoreAlways = true
    var silentMembers: Set<String> = []
    var parameters: [String: String] = [:]
    var request: Dialect.Request?
    /// The requests for other places than the list's start: see ``Dialect/previous``.
    var upward = Upward()
    /// `true` if the request's address asks for other rows than the list's first.
    var startsElsewhere = false
    /// The path of a row's identifier, if it has no usual name. The path is empty if the rows are the names.
    var identifier: FieldPath?

    /// The requests that read a list from its end, upwards, and around a row.
    struct Upward: Sendable {
        var previous: Dialect.Next?
        var before: Dialect.Anchored?
        var end: Dialect.Anchored?
        var start: Dialect.Anchored?
        var around: Dialect.Anchored?
    }

    /// All families, the most specific first.
    static let all = identity + chat + search + storage + services
    /// The first family that matches an answer, or `nil` if none does.
    static func of(_ document: JSONValue, _ headers: HTTPHeaders, _ address: URL, body: JSONValue?) -> APIFamily? {
        all.first { $0.matches(document, headers, address, body) } ?? jmap(document, body)
            ?? superset(document, address)
    }
}

extension APIFamily {
    /// `true` if an answer is of this family.
    func matches(_ document: JSONValue, _ headers: HTTPHeaders, _ address: URL, _ body: JSONValue?) -> Bool {
        marks.allSatisfy { mark in
            switch mark {
            case .member(let path): document.value(at: path) != nil
            case .text(let path, let start): document.value(at: path)?.string?.hasPrefix(start) == true
            case .header(let name): headers[name] != nil
            case .headerText(let name, let text): headers[name]?.contains(text) == true
            case .asked(let name): Query.value(name, in: address) != nil
            case .askedFor(let name, let value):
                Query.value(name, in: address) == value || body?.value(at: FieldPath(name))?.json == value
            case .path(let end): address.path.hasSuffix(end)
            case .posted: body != nil
            case .got: body == nil
            case .row(let path): document.value(at: items ?? "")?.array?.first?.value(at: path) != nil
            case .array: document.array != nil
            }
        }
    }

    /// The dialect of the family's lists, with the app's own settings.
    ///
    /// - Parameter asksSize: `true` if the app chooses the page size.
    func dialect(_ given: Dialect, asksSize: Bool) -> Dialect {
        var dialect = Dialect(
            style, items: given.items ?? items, total: given.total ?? total, next: given.next ?? next,
            hasMore: given.hasMore ?? hasMore, parameters: parameters)
        (dialect.firstPosition, dialect.isLast, dialect.endings) = (firstPosition, given.isLast ?? isLast, endings)
        (dialect.endsWithoutHasMore, dialect.silentMembers) = (!saysMoreAlways, silentMembers)
        dialect.identifier = given.identifier ?? identifier
        dialect.request = request
        dialect.take(upward)
        if case .cursor(let cursor, let size) = style {
            let isSizeAsked = asksSize || startsElsewhere
            dialect.style = .cursor(given.cursorName ?? cursor, size: given.sizeName ?? (isSizeAsked ? size : nil))
        }
        return dialect
    }
}

extension Dialect {
    /// Adds the requests for other places than the list's start. Existing settings stay.
    mutating func take(_ upward: APIFamily.Upward) {
        previous = previous ?? upward.previous
        before = before ?? upward.before
        end = end ?? upward.end
        start = start ?? upward.start
        around = around ?? upward.around
    }
}
