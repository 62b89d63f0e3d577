import Foundation
import PagingWire

/// Identifiers in addresses and answers.
enum IdentifierCoding {
    /// An identifier as a parameter's value: its JSON, without the quotation marks of a text.
    ///
    /// - Returns: `nil` if the identifier's JSON is an empty text, or is neither a text nor a number.
    static func text(of id: some Encodable) -> String? {
        switch id {
        case let id as String: return id.isEmpty ? nil : id
        case let id as any BinaryInteger: return "\(id)"
        case let id as JSONValue: return AnswerFacts.text(id)
        default:
            guard let data = try? JSONEncoder().encode(id) else { return nil }
            return (try? JSONValue(parsing: Array(data))).flatMap(AnswerFacts.text)
        }
    }

    /// An identifier as JSON.
    ///
    /// - Returns: `nil` if the identifier's JSON is an empty text, or is neither a text nor a number.
    static func json(of id: some Encodable) -> String? {
        guard let text = text(of: id) else { return nil }
        let isNumber = id is any BinaryInteger
        if !isNumber, let data = try? JSONEncoder().encode(id), let value = try? JSONValue(parsing: Array(data)) {
            return value.json
        }
        return isNumber ? text : JSONValue.string(text).json
    }

    /// Decodes the identifiers in an answer.
    ///
    /// - Parameters:
    ///   - path: the place of the list, for errors.
    ///   - inner: the path of the identifier in each of its elements.
    static func decode<ID: Decodable>(
        _ elements: [JSONValue], at path: FieldPath, inner: FieldPath = "", decoder: JSONDecoder
    ) throws(HTTPSourceError.Reason) -> [ID] {
        var values = elements
        if !inner.names.isEmpty {
            for (index, element) in elements.enumerated() {
                guard let value = element.value(at: inner) else {
                    throw .wrongShape(
                        path: path + [String(index)] + inner.names, expected: "an identifier",
                        found: "nothing, but at `\(path + [String(index)])` \(Described.value(element))")
                }
                values[index] = value
            }
        }
        var ids: [ID] = []
        ids.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            guard let id: ID = simple(value) ?? decoded(value, decoder) else {
                throw .wrongShape(
                    path: path + [String(index)] + inner.names,
                    expected: "an identifier (\(Described.type(ID.self)))", found: Described.value(value))
            }
            ids.append(id)
        }
        return ids
    }

    /// The usual types, without a decoder, because there may be a million of them.
    private static func simple<ID>(_ value: JSONValue) -> ID? {
        if ID.self == Int.self { return value.int as? ID }
        if ID.self == String.self { return value.string as? ID }
        guard ID.self == JSONValue.self, AnswerFacts.text(value) != nil else { return nil }
        return value as? ID
    }

    private static func decoded<ID: Decodable>(_ value: JSONValue, _ decoder: JSONDecoder) -> ID? {
        if ID.self == Int.self || ID.self == String.self || ID.self == JSONValue.self { return nil }
        return try? decoder.decode(ID.self, from: Data(value.json.utf8))
    }
}

extension FieldPath {
    static func + (path: FieldPath, names: [String]) -> FieldPath { FieldPath(names: path.names + names) }
}
