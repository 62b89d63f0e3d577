import Foundation
public import Paging
public import PagingCore
import PagingWire

/// All identifiers at once.
extension HTTPSource {
    /// Asks for the identifiers of all items in list order, as ``Dialect/snapshot`` says.
    ///
    /// - Parameter type: what identifiers are decoded to.
    /// - Throws: ``HTTPSourceError``, among its reasons ``HTTPSourceError/Reason/notOffered(_:)`` where the dialect names no
    ///   way, `wrongShape` with the path of what is no identifier or stands there twice, and `noWayOn` where the answer is
    ///   only a part; `CancellationError`; what the request hook throws.
    public func snapshot<Key: Decodable & Hashable>(of type: Key.Type) async throws -> ListSnapshot<Key> {
        let dialect = askedDialect
        guard let way = dialect.snapshot else {
            throw HTTPSourceError(.notOffered(.snapshots), address: Shown.address(url))
        }
        let parameters = Query.parameters(way.parameters)
        let answer = try await document(endpoint(way.address, parameters, in: dialect))
        return try shaped(answer.address) { () throws(HTTPSourceError.Reason) in
            let elements = try answer.array(at: way.identifiers)
            try checkWhole(answer, count: elements.count, in: dialect)
            let ids: [Key] = try IdentifierCoding.decode(
                elements, at: way.identifiers, inner: way.identifier, decoder: decoder)
            try checkDistinct(ids, way)
            var reading = dialect
            if let path = way.version { reading.version = .path(path) }
            return ListSnapshot(
                ids, version: AnswerFacts.version(ParsedNode(json: answer.json), answer.headers, reading))
        }
    }

    private func checkWhole(
        _ answer: EndpointAnswer, count: Int, in dialect: Dialect
    ) throws(HTTPSourceError.Reason) {
        let facts = try? AnswerFacts(
            ParsedNode(json: answer.json), headers: answer.headers, dialect: dialect.forWholeAnswers)
        if facts?.hasMore == true || facts?.next != nil || (facts?.total ?? 0) > count {
            throw .noWayOn(items: count, total: facts?.total)
        }
    }

    private func checkDistinct<Key: Hashable>(
        _ ids: [Key], _ way: Dialect.Snapshot
    ) throws(HTTPSourceError.Reason) {
        guard Set(ids).count < ids.count else { return }
        var places: [Key: Int] = [:]
        for (index, id) in ids.enumerated() {
            guard let first = places.updateValue(index, forKey: id) else { continue }
            let place = way.identifiers + [String(first)] + way.identifier.names
            throw .wrongShape(
                path: way.identifiers + [String(index)] + way.identifier.names, expected: "each identifier once",
                found: "the one that stands at `\(place)` too")
        }
    }
}

extension HTTPSource: SnapshotPageSource where Element: Identifiable, Element.ID: Codable {
    /// Asks for the identifiers of all items: see ``snapshot(of:)``.
    public func snapshot() async throws -> ListSnapshot<Element.ID> { try await snapshot(of: Element.ID.self) }
}
