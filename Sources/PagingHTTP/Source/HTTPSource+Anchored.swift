import Foundation
import Paging
import PagingCore
import PagingWire

/// Requests other than by the cursor before the rows, and the keys of rows in their answers.
extension HTTPSource {
    /// The request for such an answer.
    func question(
        _ anchored: Dialect.Anchored, cursor: String = "", limit: Int, of list: URL, in dialect: Dialect
    ) throws -> HTTPClient.Question {
        let omitted = anchored.omitted.union(dialect.cursorParameter.map { [$0.description] } ?? [])
        let parameters = anchored.parameters.sorted { $0.key < $1.key }.map { name, template in
            dialect.body == nil
                ? Query.Parameter(
                    name: name,
                    encodedValue: anchored.filled(template, cursor: Query.encodedCursor(cursor), limit: limit))
                : Query.Parameter(name, anchored.filled(template, cursor: cursor, limit: limit))
        }
        guard let template = dialect.body else {
            var address = Query.removing(omitted, in: list) ?? list
            if let text = anchored.address {
                let filled = anchored.filled(text, cursor: Query.encodedSegment(cursor), limit: limit)
                let target = try resolved(filled, from: list)
                address = Query.setting(Query.parameters(of: address), in: target) ?? target
            }
            return try question(address, parameters, in: dialect)
        }
        var asked = dialect
        asked.body = omitted.reduce(template) { $0.removing(FieldPath($1).names[...]) }
        let texts = anchored.parameters.filter { $0.value.contains("{cursor}") }
        return try question(list, parameters, in: asked, texts: Set(texts.keys))
    }

    /// The keys of an answer's rows, in list order, or `nil` if it cannot be read.
    func keys(of body: AnswerBody<Element>, in dialect: Dialect) -> [String]? {
        rows(of: body, in: dialect).map { keys(of: $0, in: dialect) }
    }

    /// The rows of an answer, in list order, as they came. Rows of a known type are read a second time for it.
    func rows(of body: AnswerBody<Element>, in dialect: Dialect) -> [JSONValue]? {
        if let rows = body.items.ofUnknownType { return rows }
        guard let answer = body.answer,
            let json = try? BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
        else { return nil }
        return json.rows(in: dialect)
    }

    /// The cursor for the rows before a page, if the answer has one. The rows below it are remembered to prove the next answer.
    func above(_ body: AnswerBody<Element>, from address: URL, in dialect: Dialect) -> Cursor? {
        guard let cursor = cursor(body.facts.previous, from: address), leadsUp(cursor, in: dialect) else { return nil }
        if mayNeedProof(in: dialect) {
            let below: UpwardWalk.Below? =
                if body.items.ofUnknownType != nil {
                    rows(of: body, in: dialect).map { rows in
                        .keys(keys(of: rows.prefix(UpwardWalk.rememberedRows), in: dialect))
                    }
                } else {
                    body.answer.map { .answer($0, dialect) }
                }
            if let below { state.withLock { $0.upward.note(below, below: cursor) } }
        }
        return cursor
    }

    /// `true` if it is not proven yet that the server understands requests for the rows before a cursor.
    private func mayNeedProof(in dialect: Dialect) -> Bool {
        dialect.before?.isTrusted != true && state.withLock { !$0.upward.isProven }
    }

    /// The keys of the rows right below a cursor, or `nil` if they are not known.
    func keys(below cursor: Cursor, in dialect: Dialect) -> [String]? {
        switch state.withLock({ $0.upward.rows(below: cursor) }) {
        case .keys(let keys): return keys
        case .answer(let answer, let reading):
            let json = try? BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
            return json?.rows(in: reading).map { keys(of: $0.prefix(UpwardWalk.rememberedRows), in: reading) }
        case nil: return nil
        }
    }

    private func keys(of rows: some Sequence<JSONValue>, in dialect: Dialect) -> [String] {
        // If cursors are identifiers of rows, rows are known by these.
        if case .firstItem(let path) = dialect.previous {
            return rows.map { $0.value(at: path).flatMap(AnswerFacts.text) ?? $0.json }
        }
        return rows.map { $0.key(dialect.identifier) }
    }

    private func leadsUp(_ cursor: Cursor, in dialect: Dialect) -> Bool {
        dialect.before != nil || dialect.namesAddresses(dialect.previous) || dialect.hasCursorBothWays
    }
}

extension Dialect {
    /// `true` if the value there is an address, which is followed as it is.
    func namesAddresses(_ place: Next?) -> Bool {
        switch place {
        case .address, .relation, .link, .header: true
        case .cursor, .parameters, .lastItem, .firstItem, .keyBehindLast, .cursorHeader, .values, nil: false
        }
    }

    /// `true` if cursors for both directions use the same parameter: such cursors know their direction.
    var hasCursorBothWays: Bool {
        guard before == nil, cursorParameter != nil else { return false }
        switch previous {
        case .cursor, .cursorHeader: return true
        default: return false
        }
    }

    /// The key of the row right below a cursor, if the cursor is the row's identifier.
    func rowKey(of cursor: Cursor) -> String? {
        if case .firstItem = previous { cursor.description } else { nil }
    }

    /// The same list read by cursors, if it is one by position that can also be read so, or `nil` for any other.
    var byCursors: Dialect? {
        guard case .offset(_, let limit) = style, let cursorName, let next = before?.next, previous != nil else {
            return nil
        }
        var dialect = self
        (dialect.style, dialect.next) = (.cursor(cursorName, size: limit), next)
        return dialect
    }
}

extension JSONValue {
    /// The key of a row: the identifier of its API's family, a usual member, or the whole row.
    func key(_ identifier: FieldPath?) -> String {
        if let identifier, let text = value(at: identifier).flatMap(AnswerFacts.text) { return text }
        let node = self["node"] ?? self
        let usual = JSONValue.identifierNames.lazy.compactMap { node[$0].flatMap(AnswerFacts.text) }.first
        return usual ?? json
    }
}

extension Query {
    /// A text as one segment of a path.
    static func encodedSegment(_ text: String) -> String {
        encoded(text).replacing("/", with: "%2F")
    }
}
