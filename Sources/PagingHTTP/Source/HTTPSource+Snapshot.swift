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
    ///   way, `wrongShape` with the path of what is no identifier or is there twice, and `noWayOn` where the answer is
    ///   only a part; `CancellationError`; what the request hook throws.
    public func snapshot<Key: Decodable & Hashable>(of type: Key.Type) async throws -> ListSnapshot<Key> {
        let dialect = try await dialect(offering: { $0.snapshot != nil })
        guard let way = dialect.snapshot else {
            throw HTTPSourceError(.notOffered(.snapshots), address: Shown.address(url))
        }
        let parameters = Query.parameters(way.parameters)
        let address = try endpoint(way.address, parameters, in: dialect)
        var asking = HTTPClient.Asking()
        if way.takesBytes, Key.self == Int.self || Key.self == Int64.self {
            asking.headers["Accept"] = "\(MediaType.keys), \(MediaType.json);q=0.9"
        }
        let (whole, from) = try await client.answer(to: address, as: asking)
        if whole.headers[HeaderName.contentType]?.lowercased().hasPrefix(MediaType.keys) == true {
            return try shaped(from) { () throws(HTTPSourceError.Reason) in
                try snapshot(inBytes: whole, by: way, in: dialect)
            }
        }
        let answer = try self.document(whole, from: from)
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

    /// Reads keys that came in bytes.
    private func snapshot<Key: Decodable & Hashable>(
        inBytes answer: HTTPAnswer, by way: Dialect.Snapshot, in dialect: Dialect
    ) throws(HTTPSourceError.Reason) -> ListSnapshot<Key> {
        let read: KeySnapshot
        do {
            read = try KeySnapshot(reading: answer.body)
        } catch {
            throw .wrongShape(path: "", expected: "keys (\(MediaType.keys))", found: "other bytes. \(error)")
        }
        guard read.offset == 0, read.total <= read.keys.count else {
            throw .noWayOn(items: read.keys.count, total: read.total)
        }
        let ids: [Key]
        if let known = read.keys as? [Key] ?? read.keys.compactMap(Int.init(exactly:)) as? [Key] {
            ids = known
        } else {
            // Keys of other types are read as JSON has them.
            ids = try IdentifierCoding.decode(
                read.keys.map(JSONValue.integer), at: way.identifiers, decoder: decoder)
        }
        try checkDistinct(ids, way)
        var isInBody = way.version != nil
        if case .path = dialect.version { isInBody = true }
        return ListSnapshot(
            ids,
            version: isInBody
                ? read.version.map { Version($0) }
                : AnswerFacts.version(ParsedNode(json: .null), answer.headers, dialect))
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
                found: "the one that is at `\(place)` too")
        }
    }
}

extension HTTPSource: SnapshotPageSource where Element: Identifiable, Element.ID: Codable {
    /// Asks for the identifiers of all items: see ``snapshot(of:)``.
    public func snapshot() async throws -> ListSnapshot<Element.ID> { try await snapshot(of: Element.ID.self) }
}
