import Foundation
public import Paging
public import PagingCore
import PagingWire

/// All identifiers at once.
extension HTTPSource {
    /// Asks for the identifiers of all items in list order, as ``Dialect/snapshot`` says.
    ///
    /// - Parameter type: the type of identifiers.
    /// - Throws: ``HTTPSourceError``, with reasons such as ``HTTPSourceError/Reason/notOffered(_:)`` if the dialect has no setting for it,
    ///   `wrongShape` with the path of a value that is no identifier or occurs twice, and `noWayOn` if the answer is only a part;
    ///   `CancellationError`; the request hook's error.
    public func snapshot<Key: Decodable & Hashable>(of type: Key.Type) async throws -> ListSnapshot<Key> {
        let dialect = try await dialect(offering: { $0.snapshot != nil })
        guard let way = dialect.snapshot else {
            throw HTTPSourceError(.notOffered(.snapshots), address: Shown.address(url))
        }
        do {
            let whole: KeyPart<Key> = try await keys([], by: way, in: dialect)
            guard whole.offset == 0, (whole.total ?? 0) <= whole.keys.count else {
                throw HTTPSourceError(
                    .noWayOn(items: whole.keys.count, total: whole.total), address: Shown.address(whole.address))
            }
            return try list(whole.keys, whole, way)
        } catch let error as HTTPSourceError where way.takesParts && error.isTooSlow {
            return try await keysInParts(by: way, in: dialect, instead: error)
        }
    }

    /// Reads keys that the server cannot read at once in parts of one version. It takes as many requests as there are full parts, and a number
    /// of further ones for short parts and new beginnings, by ``HTTPLimits``.
    ///
    /// - Parameter refusal: the answer to the request for all keys, thrown if parts are not known to be of one version.
    private func keysInParts<Key: Decodable & Hashable>(
        by way: Dialect.Snapshot, in dialect: Dialect, instead refusal: HTTPSourceError
    ) async throws -> ListSnapshot<Key> {
        var (limit, beginnings) = (HTTPLimits.keysOfPart, HTTPLimits.snapshotBeginnings)
        var shortParts = 0
        var (keys, first): ([Key], KeyPart<Key>?) = ([], nil)
        while true {
            let asked = [("offset", String(keys.count)), ("limit", String(limit))]
            let held = first?.state.map { [("version", $0)] } ?? []
            do {
                let part: KeyPart<Key> = try await self.keys(asked + held, by: way, in: dialect)
                guard let total = part.total, let state = part.state, first == nil || first?.state == state else {
                    throw refusal
                }
                first = first ?? part
                keys += part.keys
                guard keys.count < total else { return try list(keys, part, way) }
                if part.keys.count < limit { shortParts += 1 }
                guard !part.keys.isEmpty, shortParts <= HTTPLimits.shortParts else {
                    throw HTTPSourceError(
                        .noWayOn(items: keys.count, total: total), address: Shown.address(part.address))
                }
            } catch let error as HTTPSourceError where error.isTooSlow && limit > HTTPLimits.fewestKeysOfPart {
                limit /= 4
            } catch let error as HTTPSourceError where error.isOtherVersion && beginnings > 1 {
                beginnings -= 1
                (keys, first) = ([], nil)
            }
        }
    }

    /// The keys of an answer.
    private struct KeyPart<Key> {
        var keys: [Key]
        var offset = 0
        var total: Int?
        /// The name of the list's state that parts have in common.
        var state: String?
        var version: Version?
        var address: URL
    }

    private func list<Key: Hashable>(
        _ keys: [Key], _ part: KeyPart<Key>, _ way: Dialect.Snapshot
    ) throws -> ListSnapshot<Key> {
        try shaped(part.address) { () throws(HTTPSourceError.Reason) in try checkDistinct(keys, way) }
        return ListSnapshot(keys, version: part.version)
    }

    private func keys<Key: Decodable & Hashable>(
        _ asked: [(String, String)], by way: Dialect.Snapshot, in dialect: Dialect
    ) async throws -> KeyPart<Key> {
        let parameters = Query.parameters(way.parameters) + asked.map { Query.Parameter($0.0, $0.1) }
        let address = try endpoint(way.address, parameters, in: dialect)
        var asking = HTTPClient.Asking()
        if way.takesBytes, Key.self == Int.self || Key.self == Int64.self {
            asking.headers["Accept"] = "\(MediaType.keys), \(MediaType.json);q=0.9"
        }
        let (whole, from) = try await client.answer(to: address, as: asking)
        if whole.headers[HeaderName.contentType]?.lowercased().hasPrefix(MediaType.keys) == true {
            return try shaped(from) { () throws(HTTPSourceError.Reason) in
                try keys(inBytes: whole, from: from, by: way, in: dialect)
            }
        }
        let answer = try self.document(whole, from: from)
        return try shaped(answer.address) { () throws(HTTPSourceError.Reason) in
            let elements = try answer.array(at: way.identifiers)
            if asked.isEmpty { try checkWhole(answer, count: elements.count, in: dialect) }
            var reading = dialect
            if let path = way.version { reading.version = .path(path) }
            return KeyPart(
                keys: try IdentifierCoding.decode(
                    elements, at: way.identifiers, inner: way.identifier, decoder: decoder),
                total: asked.isEmpty ? nil : answer.json.value(at: "paging/totalCount")?.int,
                state: answer.json.value(at: "paging/version")?.string,
                version: AnswerFacts.version(ParsedNode(json: answer.json), answer.headers, reading),
                address: answer.address)
        }
    }

    /// Reads keys in binary form.
    private func keys<Key: Decodable & Hashable>(
        inBytes answer: HTTPAnswer, from: URL, by way: Dialect.Snapshot, in dialect: Dialect
    ) throws(HTTPSourceError.Reason) -> KeyPart<Key> {
        let read: KeySnapshot
        do {
            read = try KeySnapshot(reading: answer.body)
        } catch {
            throw .wrongShape(path: "", expected: "keys (\(MediaType.keys))", found: "other bytes. \(error)")
        }
        let ids: [Key]
        if let known = read.keys as? [Key] ?? read.keys.compactMap(Int.init(exactly:)) as? [Key] {
            ids = known
        } else {
            // Keys of other types are read as JSON has them.
            ids = try IdentifierCoding.decode(
                read.keys.map(JSONValue.integer), at: way.identifiers, decoder: decoder)
        }
        var isInBody = way.version != nil
        if case .path = dialect.version { isInBody = true }
        return KeyPart(
            keys: ids, offset: read.offset, total: read.total, state: read.version,
            version: isInBody
                ? read.version.map { Version($0) }
                : AnswerFacts.version(ParsedNode(json: .null), answer.headers, dialect),
            address: from)
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

extension HTTPSourceError {
    /// `true` if this project's server cannot read all keys within the time for an answer.
    fileprivate var isTooSlow: Bool { isProblem(503, "too-slow") }

    /// `true` if the list has changed since the version of the request.
    fileprivate var isOtherVersion: Bool { isProblem(409, "other-version") }

    private func isProblem(_ status: Int, _ kind: String) -> Bool {
        guard case .status(status, let problem?) = reason else { return false }
        return problem.type.hasSuffix(":" + kind)
    }
}

extension HTTPSource: SnapshotPageSource where Element: Identifiable, Element.ID: Codable {
    /// Asks for the identifiers of all items: see ``snapshot(of:)``.
    public func snapshot() async throws -> ListSnapshot<Element.ID> { try await snapshot(of: Element.ID.self) }
}
