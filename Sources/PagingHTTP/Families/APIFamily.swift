import Foundation
import PagingWire

/// A family of APIs that page alike, as a value: what tells it, how its lists are asked for, and where its answers hold what.
///
/// Only what an answer does not show by itself has to be here: most families are read by the fields that they share with others.
struct APIFamily: Sendable {
    /// The marks of a family. All of them are there.
    enum Mark: Sendable {
        /// A member at a path, whatever it is.
        case member(FieldPath)
        /// A text at a path that begins so.
        case text(FieldPath, String)
        /// A header.
        case header(String)
        /// A text somewhere in a header.
        case headerText(String, String)
        /// A parameter in the address that was asked.
        case asked(String)
        /// A parameter in the address that was asked, or a member of its body, with this value.
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
    /// `true` if an answer that leaves ``hasMore`` out goes on all the same.
    var saysMoreAlways = true
    var silentMembers: Set<String> = []
    var parameters: [String: String] = [:]
    var request: Dialect.Request?
    /// How it leads upwards, and is entered elsewhere than at its start: see ``Dialect/previous``.
    var upward = Upward()
    /// `true` if the address that was asked asks for other rows than the list's first.
    var startsElsewhere = false
    /// The path of a row's identifier, where no usual name has it; the empty path for rows that are names.
    var identifier: FieldPath?

    /// How lists are read from their end, upwards, and from a row on.
    struct Upward: Sendable {
        var previous: Dialect.Next?
        var before: Dialect.Anchored?
        var end: Dialect.Anchored?
        var start: Dialect.Anchored?
        var around: Dialect.Anchored?
    }

    /// The families, the most telling first.
    static let all = identity + chat + search + storage + services
    /// The most telling comes first among those that an answer is of.
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

    /// The dialect of its lists, with the app's own settings.
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
    /// Takes how the list leads upwards from its family, or from what was found; what is said already stays.
    mutating func take(_ upward: APIFamily.Upward) {
        previous = previous ?? upward.previous
        before = before ?? upward.before
        end = end ?? upward.end
        start = start ?? upward.start
        around = around ?? upward.around
    }
}
