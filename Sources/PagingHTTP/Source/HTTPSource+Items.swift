import Foundation
public import Paging
import PagingCore
import PagingWire

/// Items by their identifiers.
extension HTTPSource {
    /// Asks for items by their identifiers, as ``Dialect/lookup`` says, in as many requests as needed.
    ///
    /// Identifiers are written as in JSON, a text without its quotes.
    ///
    /// - Parameter ids: the identifiers; none twice.
    /// - Returns: the items that the server has, in the order of its answers.
    /// - Throws: ``HTTPSourceError``, with reasons such as ``HTTPSourceError/Reason/notOffered(_:)`` if the dialect has no setting for it, and
    ///   ``HTTPSourceError/Reason/unaskableIdentifier(_:separator:)``; `CancellationError`; the request hook's error.
    public func items<Key: Encodable>(withKeys ids: [Key]) async throws -> [Element] {
        guard let lookup = try await self.dialect(offering: { $0.lookup != nil }).lookup else {
            throw HTTPSourceError(.notOffered(.identifiers), address: Shown.address(url))
        }
        guard !ids.isEmpty else { return [] }
        // A page shows the path of items in an answer, if the dialect does not name it. A list that came whole teaches no dialect, and is
        // requested once for it.
        let dialect = try await self.dialect(offering: { lookup.items != nil || $0.items != nil })
        var rest = try ids.map { try value(of: $0, for: lookup) }[...]
        var items: [Element] = []
        while !rest.isEmpty {
            let limit = min(lookup.limit, state.withLock(\.largestLookup) ?? .max)
            let batch = Self.batch(of: rest, limit: limit)
            let body = try await self.items(batch, lookup, in: dialect)
            // Missing items are taken as removed, so a server that truncates its answer must not pass.
            if body.items.count < batch.count, Self.isCut(body, asked: batch.count) {
                guard !body.items.isEmpty else {
                    throw HTTPSourceError(
                        .noWayOn(items: 0, total: body.facts.total), address: Shown.address(url))
                }
                state.withLock { $0.largestLookup = body.items.count }
                continue
            }
            items += body.items
            rest = rest.dropFirst(batch.count)
        }
        return items
    }

    /// The answer to one request.
    private func items(
        _ values: ArraySlice<String>, _ lookup: Dialect.Lookup, in dialect: Dialect
    ) async throws -> AnswerBody<Element> {
        let name = lookup.parameter.description
        var parameters: [Query.Parameter] =
            switch lookup.joining {
            case .repeated:
                values.map { Query.Parameter(name, lookup.prefix + $0 + lookup.suffix) }
            case .array:
                [Query.Parameter(name, "\(lookup.prefix)[\(values.joined(separator: ","))]\(lookup.suffix)")]
            case .separator(let separator):
                [Query.Parameter(name, lookup.prefix + values.joined(separator: separator) + lookup.suffix)]
            }
        // A server that is asked for three hundred may return its usual twenty.
        if let size = dialect.sizeParameter {
            parameters.append(Query.Parameter(size.description, String(values.count)))
        }
        var reading = dialect.forWholeAnswers
        if let items = lookup.items { reading.items = items }
        return try await read(endpoint(lookup.address, parameters, in: dialect), in: reading).body
    }

    private func value(of id: some Encodable, for lookup: Dialect.Lookup) throws -> String {
        if lookup.joining == .array, let json = IdentifierCoding.json(of: id) { return json }
        guard let text = IdentifierCoding.text(of: id) else {
            throw HTTPSourceError(
                .unaskableIdentifier(Shown.text("\(id)"), separator: nil), address: Shown.address(url))
        }
        if case .separator(let separator) = lookup.joining, text.contains(separator) {
            // Servers decode a parameter before they take it apart, so no escape helps.
            throw HTTPSourceError(
                .unaskableIdentifier(Shown.text(text), separator: separator), address: Shown.address(url))
        }
        return text
    }

    /// `true` if an answer says that it lacks some of the requested items. A larger total is the list's own.
    private static func isCut(_ body: AnswerBody<Element>, asked: Int) -> Bool {
        body.facts.hasMore == true || body.facts.next != nil
            || body.facts.total.map { $0 > body.items.count && $0 <= asked } ?? false
    }

    /// As many as one request may ask for, by number and by the length of the address; at least one.
    private static func batch(of values: ArraySlice<String>, limit: Int) -> ArraySlice<String> {
        var bytes = 0
        let fitting = values.prefix(limit).prefix { value in
            bytes += Query.encoded(value).utf8.count + 1
            return bytes <= HTTPLimits.maximumIdentifierBytes
        }
        return fitting.isEmpty ? values.prefix(1) : fitting
    }
}

extension HTTPSource: KeyedPageSource where Element: Identifiable, Element.ID: Codable {
    /// Asks for items by their identifiers: see ``items(withKeys:)``.
    ///
    /// - Throws: the same errors, and ``HTTPSourceError/Reason/unaskedItem(_:)``, since the requested items would otherwise count as removed.
    public func items(withIDs ids: [Element.ID]) async throws -> [Element] {
        let items = try await items(withKeys: ids)
        let asked = Set(ids)
        if let stranger = items.first(where: { !asked.contains($0.id) }) {
            throw HTTPSourceError(
                .unaskedItem(IdentifierCoding.text(of: stranger.id).map { Shown.text($0) } ?? ""),
                address: Shown.address(url))
        }
        return items
    }
}
