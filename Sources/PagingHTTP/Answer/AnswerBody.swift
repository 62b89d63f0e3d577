import Foundation
import PagingCore
import PagingWire

/// Items and facts, decoded from an answer's body in one pass.
struct AnswerBody<Element: Decodable & Sendable>: Sendable {
    var items: [Element]
    var facts: AnswerFacts
    /// A hash of the rows, or of the whole body if the rows' type is known to the app.
    var fingerprint = 0
    /// `true` if no two rows are equal, or if the rows' type does not tell.
    var isDistinctive = true
    /// `true` if the answer has nothing at the rows' path.
    var leavesRowsOut = false
    /// `true` if there is one row, without an array around it.
    var isSingleRow = false
    /// The source of the page's metadata.
    var answer: HTTPAnswer?
}

extension AnswerBody {
    /// A few of the rows, field by field, or `nil` if the rows are not JSON values.
    var sketch: PageSketch? {
        guard let rows = items.ofUnknownType else { return nil }
        return PageSketch(rows, identifier: JSONValue.guessedIdentifier(in: rows))
    }

    /// The hash of the last row's identifier, or `nil` if the rows are not JSON values.
    var lastRow: Int? {
        guard let rows = items.ofUnknownType, let last = rows.last else { return nil }
        return JSONValue.guessedIdentifier(in: rows).flatMap { last.value(at: $0) }?.hashValue ?? last.hashValue
    }

    /// `true` if the rows equal those of another page, except for a few fields that change with every answer.
    func isSame(as other: PageSketch?) -> Bool {
        guard let other, let sketch else { return false }
        return sketch.isSame(as: other) == true
    }

    /// A page of the items, with the answer's facts.
    func page(at position: Int?, total: Int?, continuation: Page<Element>.Continuation) -> Page<Element> {
        var page = Page(
            items, at: position, total: total, continuation: continuation, version: facts.version,
            byteCount: facts.byteCount)
        page.metadata = answer.map {
            PageMetadata(status: $0.status, headers: $0.headers.values, body: [UInt8]($0.body))
        }
        (page.age, page.isStale) = (answer?.age, answer?.isStale ?? false)
        return page
    }
}

/// The context in which ``AnswerBody`` is decoded.
struct AnswerConfiguration: Sendable {
    let dialect: Dialect
    let headers: HTTPHeaders
}

extension AnswerBody: DecodableWithConfiguration {
    init(from decoder: any Decoder, configuration: AnswerConfiguration) throws {
        let root = DecoderNode(decoder: decoder)
        let path = configuration.dialect.items ?? ""
        if let places = configuration.dialect.anchored?.rows, !places.isEmpty {
            items = []
            var isFound = false
            for place in places {
                guard let node = try root.node(at: place.path) else { continue }
                isFound = true
                if (try? node.decoder.unkeyedContainer()) != nil {
                    let rows = try [Element](from: node.decoder)
                    items += place.isReversed ? rows.reversed() : rows
                } else {
                    items.append(try Element(from: node.decoder))
                }
            }
            guard isFound else { throw ShapeError(path: places[0].path) }
            facts = try AnswerFacts(root, headers: configuration.headers, dialect: configuration.dialect)
            return
        }
        guard let node = try root.node(at: path) else { throw ShapeError(path: path) }
        if (try? node.decoder.unkeyedContainer()) != nil {
            items = try [Element](from: node.decoder)
        } else if !path.names.isEmpty, let members = try? node.decoder.container(keyedBy: AnyKey.self),
            !members.allKeys.isEmpty
        {
            (items, isSingleRow) = ([try Element(from: node.decoder)], true)
        } else {
            throw ShapeError(path: path)
        }
        if configuration.dialect.anchored?.isReversed == true { items.reverse() }
        facts = try AnswerFacts(root, headers: configuration.headers, dialect: configuration.dialect)
    }
}

/// The items are not at the dialect's path.
struct ShapeError: Error {
    let path: FieldPath
}

extension AnswerBody {
    /// Reads a body.
    ///
    /// Rows of unknown type are parsed rather than decoded, because `JSONDecoder` would have to try each kind in turn.
    ///
    /// - Throws: `HTTPSourceError.Reason`.
    init(
        _ answer: HTTPAnswer, dialect: Dialect, decoder: JSONDecoder, maximumDepth: Int
    ) throws(HTTPSourceError.Reason) {
        try BodyCheck.check(answer, maximumDepth: maximumDepth)
        if Element.self == JSONValue.self || Element.self == WrittenRow.self {
            let json = try BodyCheck.parse(answer, maximumDepth: maximumDepth)
            guard let rows = json.rows(in: dialect),
                let items = rows as? [Element] ?? WrittenRow.rows(rows, in: answer.body, dialect) as? [Element]
            else {
                throw BodyCheck.wrongShape(json, at: dialect.anchored?.rows.first?.path ?? dialect.items ?? "")
            }
            self.items = items
            isSingleRow = json.isSingleRow(in: dialect)
            do {
                facts = try AnswerFacts(ParsedNode(json: json), headers: answer.headers, dialect: dialect)
            } catch {
                throw BodyCheck.wrongShape(json, at: dialect.items ?? "")
            }
            facts.byteCount = answer.body.count
            self.answer = answer
            fingerprint = rows.hashValue
            isDistinctive = Set(rows).count == rows.count
            return
        }
        do {
            let configuration = AnswerConfiguration(dialect: dialect, headers: answer.headers)
            self = try decoder.decode(AnswerBody.self, from: answer.body, configuration: configuration)
        } catch {
            throw BodyCheck.reason(for: error, answer: answer, maximumDepth: maximumDepth)
        }
        facts.byteCount = answer.body.count
        self.answer = answer
        fingerprint = answer.body.hashValue
    }
}

extension JSONValue {
    /// The rows of an answer's document, in list order, or `nil` if there are none where the dialect has them.
    func rows(in dialect: Dialect) -> [JSONValue]? {
        guard let places = dialect.anchored?.rows, !places.isEmpty else {
            let rows = value(at: dialect.items ?? "").flatMap { $0.array ?? (isSingleRow(in: dialect) ? [$0] : nil) }
            return dialect.anchored?.isReversed == true ? rows?.reversed() : rows
        }
        let found = places.compactMap { place in value(at: place.path).map { (place, $0) } }
        return found.isEmpty
            ? nil
            : found.flatMap { place, value in value.array.map { place.isReversed ? $0.reversed() : $0 } ?? [value] }
    }

    /// `true` if an answer has an object at the rows' path. Some servers return a single row without an array around it.
    func isSingleRow(in dialect: Dialect) -> Bool {
        guard let path = dialect.items, !path.names.isEmpty, dialect.anchored?.rows.isEmpty ?? true else {
            return false
        }
        return value(at: path)?.object?.isEmpty == false
    }
}
