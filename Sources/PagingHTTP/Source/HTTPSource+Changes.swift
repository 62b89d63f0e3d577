import Foundation
public import Paging
public import PagingCore
import PagingWire

/// The changes since a version.
extension HTTPSource {
    /// Asks for the changes of the list since a version, as ``Dialect/changes`` says.
    ///
    /// - Parameters:
    ///   - version: the version that a page, a snapshot or earlier changes carried.
    ///   - type: the type of identifiers.
    /// - Returns: the changes, or `nil` if the server no longer knows them.
    /// - Throws: ``HTTPSourceError``, with reasons such as ``HTTPSourceError/Reason/notOffered(_:)`` if the dialect has no setting for it,
    ///   `wrongShape` with the path of a malformed member, and `noProgress` if the answer announces more but repeats the version of the request;
    ///   `CancellationError`; the request hook's error.
    public func changes<Key: Decodable>(
        since version: Version, of type: Key.Type
    ) async throws -> ListChanges<Key>? {
        try await told(since: version, of: type)?.changes
    }

    /// The server's changes, and the answer, or `nil` if the server no longer knows them.
    private func told<Key: Decodable>(
        since version: Version, of type: Key.Type
    ) async throws -> (changes: ListChanges<Key>, answer: EndpointAnswer)? {
        let dialect = try await dialect(offering: { $0.changes != nil })
        guard let way = dialect.changes else {
            throw HTTPSourceError(.notOffered(.changes), address: Shown.address(url))
        }
        var parameters = Query.parameters(way.parameters)
        parameters.append(Query.Parameter(way.since.description, version.description))
        let answer = try await document(endpoint(way.address, parameters, in: dialect), accepting: way.refusals)
        if way.refusals.contains(answer.status) { return nil }
        if let refusal = answer.optional(way.refusal), refusal != .bool(false) { return nil }
        let changes: ListChanges<Key> = try changes(in: answer, by: way, since: version)
        if changes.hasMore, changes.to == version {
            throw HTTPSourceError(.noProgress, address: Shown.address(answer.address))
        }
        return (changes, answer)
    }

    /// Reads changes from an answer or a stream.
    func changes<Key: Decodable>(
        in answer: EndpointAnswer, by way: Dialect.Changes, since version: Version
    ) throws -> ListChanges<Key> {
        try shaped(answer.address) { () throws(HTTPSourceError.Reason) in
            try ChangesReading(answer: answer, way: way, decoder: decoder).changes(since: version)
        }
    }
}

extension HTTPSource: ChangesPageSource where Element: Identifiable, Element.ID: Codable {
    /// Asks for the changes of the list since a version: see ``changes(since:of:)``.
    public func changes(since version: Version) async throws -> ListChanges<Element.ID>? {
        try await changes(since: version, of: Element.ID.self)
    }

    /// Asks for the changes of the list since a version, with the items at ``Dialect/Changes/items``.
    ///
    /// - Throws: the errors of ``changes(since:of:)``, and `wrongShape` if there is no array of items.
    public func changesWithItems(
        since version: Version
    ) async throws -> (changes: ListChanges<Element.ID>?, items: [Element]) {
        guard let (changes, answer) = try await told(since: version, of: Element.ID.self) else { return (nil, []) }
        return (changes, try items(in: answer))
    }

    /// The items that come with changes.
    func items(in answer: EndpointAnswer) throws -> [Element] {
        guard let path = askedDialect.changes?.items, answer.optional(path) != nil else { return [] }
        let body = try shaped(answer.address) { () throws(HTTPSourceError.Reason) in
            try AnswerBody<Element>(
                answer.whole, dialect: Dialect(.cursor(nil, size: nil), items: path), decoder: decoder,
                maximumDepth: client.limits.maximumDepth)
        }
        var seen: Set<Element.ID> = []
        return body.items.filter { seen.insert($0.id).inserted }
    }
}

/// Reads an answer about changes.
private struct ChangesReading {
    let answer: EndpointAnswer
    let way: Dialect.Changes
    let decoder: JSONDecoder

    func changes<Key: Decodable>(
        since version: Version
    ) throws(HTTPSourceError.Reason) -> ListChanges<Key> {
        guard let to = answer.optional(way.version).flatMap(AnswerFacts.text) else {
            throw BodyCheck.wrongShape(answer.json, at: way.version, expected: "the list's version, a text or a number")
        }
        let from = answer.optional(way.from).flatMap(AnswerFacts.text).map { Version($0) }
        return ListChanges(
            from: from ?? version, to: Version(to), removed: try ids(at: way.removed), added: try added(),
            edited: answer.optional(way.edited) == nil ? nil : try ids(at: way.edited), total: try total(),
            hasMore: try hasMore())
    }

    private func ids<Key: Decodable>(at path: FieldPath?) throws(HTTPSourceError.Reason) -> [Key] {
        guard let path else { return [] }
        return try IdentifierCoding.decode(answer.array(at: path), at: path, decoder: decoder)
    }

    private func added<Key: Decodable>() throws(HTTPSourceError.Reason) -> [ListChanges<Key>.Addition] {
        guard let path = way.added else { return [] }
        let elements = try answer.array(at: path)
        let ids: [Key] = try IdentifierCoding.decode(elements, at: path, inner: way.identifier, decoder: decoder)
        var added: [ListChanges<Key>.Addition] = []
        added.reserveCapacity(ids.count)
        for (index, id) in ids.enumerated() {
            let place = path + [String(index)] + way.position.names
            added.append(.init(id, at: try count(at: place, as: "a position, from 0 up")))
        }
        return added
    }

    private func total() throws(HTTPSourceError.Reason) -> Int? {
        guard let path = way.total, answer.optional(path) != nil else { return nil }
        return try count(at: path, as: "a number of items, from 0 up")
    }

    private func hasMore() throws(HTTPSourceError.Reason) -> Bool {
        guard let path = way.hasMore, let value = answer.optional(path) else { return false }
        guard let more = value.bool else {
            throw BodyCheck.wrongShape(answer.json, at: path, expected: "true or false")
        }
        return more
    }

    private func count(at path: FieldPath, as expected: String) throws(HTTPSourceError.Reason) -> Int {
        let value = answer.json.value(at: path).flatMap(AnswerFacts.number)
        guard let value else { throw BodyCheck.wrongShape(answer.json, at: path, expected: expected) }
        guard value >= 0 else { throw .wrongShape(path: path, expected: expected, found: "\(value)") }
        return value
    }
}
