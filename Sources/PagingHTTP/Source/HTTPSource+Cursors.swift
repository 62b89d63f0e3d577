import Foundation
import Paging
import PagingCore

/// Lists that are read in order, each answer naming the next.
extension HTTPSource {
    func cursorPage(
        after cursor: Cursor?, limit: Int, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element> {
        let question = try question(after: cursor, limit: limit, of: list, in: dialect)
        let (body, answered) = try await read(question, in: dialect)
        return try cursorPage(body, after: cursor, from: answered, in: dialect)
    }

    /// Makes a page of an answer.
    func cursorPage(
        _ body: AnswerBody<Element>, after cursor: Cursor?, from address: URL, in dialect: Dialect
    ) throws -> Page<Element> {
        var page = body.page(at: cursor == nil ? 0 : nil, total: body.facts.total, continuation: .end)
        if body.facts.isPart { throw HTTPSourceError(.rowsInParts, address: Shown.address(address)) }
        guard body.facts.hasMore != false else { return page }
        guard let next = self.cursor(body.facts.next, from: address) else {
            if body.facts.hasMore == true, dialect.next != nil, !body.items.isEmpty {
                throw HTTPSourceError(
                    .noWayOn(items: body.items.count, total: body.facts.total), address: Shown.address(address))
            }
            return page
        }
        // Solr gives the same mark again where nothing follows it.
        if next == cursor, body.items.isEmpty { return page }
        if next == cursor || dialect.body == nil && next == Cursor(address.absoluteString) {
            throw HTTPSourceError(.noProgress, address: Shown.address(address))
        }
        page.continuation = .next(next)
        return page
    }

    /// A step as a cursor. An address that cannot be resolved stays as it is, and fails when it is followed: the items
    /// that came with it are good.
    private func cursor(_ step: AnswerFacts.Step?, from address: URL) -> Cursor? {
        switch step {
        case nil: nil
        case .cursor(let value): Cursor(value)
        case .address(let text):
            Cursor(text.contains("://") ? text : WireAddress.resolve(text, relativeTo: address)?.absoluteString ?? text)
        case .parameters(let members):
            Cursor(Query.parameters(members).map(\.text).joined(separator: "&"))
        }
    }

    private func question(
        after cursor: Cursor?, limit: Int, of list: URL, in dialect: Dialect
    ) throws -> HTTPClient.Question {
        guard case .cursor(let cursorName, let sizeName) = dialect.style else { return (list, HTTPClient.Asking()) }
        let size = sizeName.map { [Query.Parameter($0.description, String(limit))] } ?? []
        guard let cursor else { return try question(list, size, in: dialect) }
        switch dialect.next {
        case .cursor, .lastItem:
            let name = cursorName?.description ?? "cursor"
            let text = cursor.description
            let value =
                dialect.body == nil
                ? Query.Parameter(name: name, encodedValue: Query.encodedCursor(text)) : Query.Parameter(name, text)
            return try question(list, [value] + size, in: dialect)
        case .parameters:
            let members = cursor.description.split(separator: "&").map(Query.Parameter.init)
            return try question(list, members + size, in: dialect)
        case .address, .relation, .link, .header, nil:
            let text = cursor.description
            guard let next = WireAddress.resolve(text, relativeTo: list), HTTPClient.canAsk(next) else {
                throw HTTPSourceError(.badAddress(Shown.text(text)), address: Shown.address(list))
            }
            // A size that the server wrote into the address is replaced by the one that was asked for.
            guard preferredPageSize != nil, let own = Dialect.sizeParameter(of: next) else {
                return (next, try question(list, [], in: dialect).asking)
            }
            return (Query.setting([Query.Parameter(own.name, String(limit))], in: next) ?? next, HTTPClient.Asking())
        }
    }
}
