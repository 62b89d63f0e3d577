import Foundation
import PagingCore
import PagingWire

/// The facts in an answer besides its items.
struct AnswerFacts: Sendable {
    /// The way to the next page.
    enum Step: Hashable, Sendable {
        /// A value for the cursor parameter.
        case cursor(String)
        /// An address, as it was written.
        case address(String)
        /// Parameters for the next request.
        case parameters([String: String])
    }

    var total: Int?
    /// `true` if the server returned an estimate instead of a total.
    var isTotalEstimated = false
    var pageCount: Int?
    var hasMore: Bool?
    var next: Step?
    /// The way to the previous page.
    var previous: Step?
    /// `true` if rows precede the page, or `nil` if the answer does not say.
    var hasPrevious: Bool?
    /// The position of the first item, counted from 0, or `nil` if the answer does not say.
    var position: Int?
    /// The version of the list in the answer.
    var version: Version?
    /// `true` if the rows lack members that the next answers contain.
    var isPart = false
    /// The length of the body, which is about the memory of its items.
    var byteCount: Int?

    /// Reads the members and headers that a dialect names.
    init(_ root: some AnswerNode, headers: HTTPHeaders, dialect: Dialect) throws {
        func number(_ path: FieldPath?) throws -> Int? {
            guard let path else { return nil }
            return try root.node(at: path)?.value.flatMap(AnswerFacts.number)
        }
        switch dialect.total {
        case .path(let path):
            // This project's own server says if it has not counted. Such a number is no evidence of the end.
            let isEstimate = try root.node(at: "paging/exact")?.value.flatMap(AnswerFacts.truth) == false
            isTotalEstimated = isEstimate && path.names.first == "paging"
            total = isTotalEstimated ? nil : try number(path)
        case .header(let name): total = headers[name].flatMap(AnswerFacts.total(inHeader:))
        case .ignored, nil: break
        }
        pageCount = try number(dialect.pageCount)
        if let path = dialect.hasMore { hasMore = try root.node(at: path)?.value.flatMap(AnswerFacts.truth) }
        if hasMore == nil, let path = dialect.isLast {
            hasMore = try root.node(at: path)?.value.flatMap { AnswerFacts.saysEnd($0, in: dialect) }.map { !$0 }
        }
        if hasMore == nil, total == nil, dialect.next == nil, case .path(let path)? = dialect.total,
            path.names == ["paging", "totalCount"], let next = try root.node(at: "paging/next")?.value
        {
            hasMore = AnswerFacts.text(next) != nil
        }
        if hasMore == nil, dialect.endsWithoutHasMore { hasMore = false }
        next = try dialect.next.flatMap { try AnswerFacts.step($0, root, headers: headers, dialect: dialect) }
        previous = try dialect.previous.flatMap { try AnswerFacts.step($0, root, headers: headers, dialect: dialect) }
        if let anchored = dialect.anchored {
            if let path = anchored.hasPrevious {
                hasPrevious = try root.node(at: path)?.value.flatMap(AnswerFacts.truth)
            }
            if hasPrevious == nil, let path = anchored.isFirst {
                hasPrevious = try root.node(at: path)?.value.flatMap(AnswerFacts.truth).map { !$0 }
            }
            position = try number(anchored.position)
        }
        version = AnswerFacts.version(root, headers, dialect)
        // MediaWiki continues properties of pages in several answers. Only the answer with `batchcomplete` completes the pages.
        if case .parameters(let path) = dialect.next, case .parameters(let members) = next, members.count > 1,
            dialect.items?.names.suffix(2) == ["query", "pages"]
        {
            isPart = try root.node(at: FieldPath(names: Array(path.names.dropLast()) + ["batchcomplete"])) == nil
        }
    }

    /// Reads the headers that a dialect names, of an answer without a body, where no member can be missing.
    init(withoutBody headers: HTTPHeaders, dialect: Dialect) throws {
        try self.init(ParsedNode(json: .null), headers: headers, dialect: dialect)
        hasMore = nil
    }

    /// The list's version, if the dialect says where it is.
    static func version(_ root: some AnswerNode, _ headers: HTTPHeaders, _ dialect: Dialect) -> Version? {
        let named: String? =
            switch dialect.version {
            case .path(let path): (try? root.node(at: path))?.value.flatMap(text)
            case .header(let name): headers[name].flatMap { $0.isEmpty ? nil : $0 }
            case nil: nil
            }
        if let named { return Version(named) }
        return dialect.validators == .list ? Validators(headers).version : nil
    }

    private static func step(
        _ place: Dialect.Next, _ root: some AnswerNode, headers: HTTPHeaders, dialect: Dialect
    ) throws -> Step? {
        switch place {
        case .cursor(let path):
            return try root.node(at: path)?.value.flatMap { cursor($0, dialect) }.map(Step.cursor)
        case .address(let path):
            let value = try root.node(at: path)?.value
            guard let target = (value?["href"] ?? value).flatMap(text) else { return nil }
            // Confluence: `{"_links": {"base": "https://…/wiki", "next": "/rest/api/…"}}`.
            let beside = FieldPath(names: path.names.dropLast() + ["base"])
            if target.hasPrefix("/"), !target.hasPrefix("//"), let base = try root.node(at: beside)?.value?.string,
                base.contains("://")
            {
                return .address(base + target)
            }
            return .address(target)
        case .relation(let path, let relation):
            let links = try root.node(at: path)?.value
            return (links?.link(relation) ?? Self.otherName(of: relation).flatMap { links?.link($0) }).map(Step.address)
        case .parameters(let path):
            guard let members = try root.node(at: path)?.value?.object, !members.isEmpty else { return nil }
            return .parameters(members.compactMapValues(text))
        case .lastItem(let path):
            return try edge(root, dialect, isLast: true)?.node(at: path)?.value.flatMap { cursor($0, dialect) }.map(
                Step.cursor)
        case .firstItem(let path):
            return try edge(root, dialect, isLast: false)?.node(at: path)?.value.flatMap { cursor($0, dialect) }.map(
                Step.cursor)
        case .keyBehindLast(let path):
            let items = try root.node(at: dialect.items ?? "")
            guard let key = try items?.last?.node(at: path)?.value?.string, var bytes = Data(base64Encoded: key) else {
                return nil
            }
            bytes.append(0)
            return .cursor(bytes.base64EncodedString())
        case .link(let relation):
            guard let field = headers[HeaderName.link] else { return nil }
            let link = LinkHeader(field)
            return (link.way(relation) ?? otherName(of: relation).flatMap { link.way($0) }).map { .address($0.target) }
        case .header(let name):
            return headers[name].flatMap { $0.isEmpty ? nil : .address($0) }
        case .values(let places):
            var members: [String: String] = [:]
            for (name, place) in places {
                guard case .cursor(let text)? = try step(place, root, headers: headers, dialect: dialect) else {
                    return nil
                }
                members[name] = text
            }
            return members.isEmpty ? nil : .parameters(members)
        case .cursorHeader(let name):
            return headers[name].flatMap { $0.isEmpty || dialect.endings.contains($0) ? nil : .cursor($0) }
        }
    }

    /// The other name of a relation type: HTML's `prev` was called `previous` before, and still is in FHIR.
    private static func otherName(of relation: String) -> String? {
        switch relation {
        case "prev": "previous"
        case "previous": "prev"
        default: nil
        }
    }

    /// The last row of a page in list order, or its first.
    private static func edge<Node: AnswerNode>(_ root: Node, _ dialect: Dialect, isLast: Bool) throws -> Node? {
        let places = dialect.anchored?.rows ?? []
        let isReversed = dialect.anchored?.isReversed ?? false
        guard !places.isEmpty else {
            let items = try root.node(at: dialect.items ?? "")
            return try isLast != isReversed ? items?.last : items?.first
        }
        for place in isLast ? places.reversed() : places {
            guard let rows = try root.node(at: place.path) else { continue }
            if let edge = try isLast != place.isReversed ? rows.last : rows.first { return edge }
            if rows.value?.object != nil { return rows }
        }
        return nil
    }

    /// A cursor as text. In a body it may be a list or an object.
    private static func cursor(_ value: JSONValue, _ dialect: Dialect) -> String? {
        switch value {
        case .array(let elements) where dialect.body != nil && !elements.isEmpty: value.json
        case .object(let members) where dialect.body != nil: members.isEmpty ? nil : value.json
        // The cursor `0` is the list's start, so it is never the next page.
        default: text(value).flatMap { $0 == "0" || dialect.endings.contains($0) ? nil : $0 }
        }
    }

    /// A Boolean value, or a number or a text that represents one.
    static func truth(_ value: JSONValue) -> Bool? {
        switch value {
        case .bool(let truth): truth
        case .integer(0), .string("false"): false
        case .integer(1), .string("true"): true
        default: nil
        }
    }

    /// `true` if the value at a dialect's ``Dialect/isLast`` marks the last page, or `nil` if it is not a Boolean value.
    static func saysEnd(_ value: JSONValue, in dialect: Dialect) -> Bool? {
        guard let last = dialect.lastValue else { return truth(value) }
        return (value.string ?? value.json) == last
    }

    /// A whole number, or a text with one.
    static func number(_ value: JSONValue) -> Int? {
        value.int ?? value.string.flatMap { Int($0) }
    }

    /// A text that is not empty, or a number as text.
    static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .integer, .unsigned, .double, .decimal: value.json
        case .null, .bool, .array, .object: nil
        }
    }

    /// `357`, or the length in `0-24/357`, `items 0-24/357`, `*/0` (RFC 9110 §14.4).
    static func total(inHeader value: String) -> Int? {
        let text = value.split(separator: "/").last ?? ""
        return Int(text.trimmingCharacters(in: .whitespaces))
    }
}

extension LinkHeader {
    /// The link to another page, unless it is marked as without rows, as by Sentry's `results="false"`.
    func way(_ relation: String) -> Link? { own(relation).flatMap { $0.hasNoResults ? nil : $0 } }
}

extension Link {
    /// `true` if the link is marked as without rows.
    var hasNoResults: Bool {
        parameters.contains { $0.name.lowercased() == "results" && $0.value?.lowercased() == "false" }
    }
}

extension JSONValue {
    /// The address of a relation type in a list of links: FHIR's `{"relation", "url"}`, elsewhere `{"rel", "href"}`.
    func link(_ relation: String) -> String? {
        let link = array?.first { link in
            let types = link["relation"] ?? link["rel"]
            return types?.string == relation || types?.array?.contains(.string(relation)) == true
        }
        let address = (link?["url"] ?? link?["href"] ?? link?["uri"])?.string
        return address.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The address of a relation type, in a list of links or in an object of addresses by relation type.
    func linkedAddress(_ relation: String) -> String? {
        let value = self[relation]
        return link(relation) ?? (value?["href"] ?? value)?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}
