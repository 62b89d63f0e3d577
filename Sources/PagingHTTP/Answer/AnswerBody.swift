import Foundation
import PagingWire

/// Items and facts, decoded from an answer's body in one pass.
struct AnswerBody<Element: Decodable & Sendable>: Sendable {
    let items: [Element]
    var facts: AnswerFacts
}

/// What ``AnswerBody`` needs to know to be decoded.
struct AnswerConfiguration: Sendable {
    let dialect: Dialect
    let headers: HTTPHeaders
}

extension AnswerBody: DecodableWithConfiguration {
    init(from decoder: any Decoder, configuration: AnswerConfiguration) throws {
        let root = DecoderNode(decoder: decoder)
        let path = configuration.dialect.items ?? ""
        guard let node = try root.node(at: path), (try? node.decoder.unkeyedContainer()) != nil else {
            throw ShapeError(path: path)
        }
        items = try [Element](from: node.decoder)
        facts = try AnswerFacts(root, headers: configuration.headers, dialect: configuration.dialect)
    }
}

/// The items are not where the dialect says.
struct ShapeError: Error {
    let path: FieldPath
}

extension AnswerBody {
    /// Reads a body.
    ///
    /// Rows of unknown type are parsed rather than decoded: `JSONDecoder` has to be asked for each kind in turn.
    ///
    /// - Throws: `HTTPSourceError.Reason`.
    init(
        _ answer: HTTPAnswer, dialect: Dialect, decoder: JSONDecoder, maximumDepth: Int
    ) throws(HTTPSourceError.Reason) {
        try BodyCheck.check(answer, maximumDepth: maximumDepth)
        if Element.self == JSONValue.self {
            let json = try BodyCheck.parse(answer, maximumDepth: maximumDepth)
            guard let items = json.value(at: dialect.items ?? "")?.array as? [Element] else {
                throw BodyCheck.wrongShape(json, at: dialect.items ?? "")
            }
            self.items = items
            do {
                facts = try AnswerFacts(ParsedNode(json: json), headers: answer.headers, dialect: dialect)
            } catch {
                throw BodyCheck.wrongShape(json, at: dialect.items ?? "")
            }
            facts.byteCount = answer.body.count
            return
        }
        do {
            let configuration = AnswerConfiguration(dialect: dialect, headers: answer.headers)
            self = try decoder.decode(AnswerBody.self, from: answer.body, configuration: configuration)
        } catch {
            throw BodyCheck.reason(for: error, answer: answer, maximumDepth: maximumDepth)
        }
        facts.byteCount = answer.body.count
    }
}
