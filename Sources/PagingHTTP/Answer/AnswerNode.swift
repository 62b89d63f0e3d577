import Foundation
import PagingWire

/// A place in an answer's body, either parsed or being decoded.
protocol AnswerNode {
    /// The member of an object or the element of an array, or `nil` if there is none.
    func child(_ name: String) throws -> Self?
    /// The last element, or `nil` if this is not an array or is empty.
    var last: Self? { get throws }
    /// The first element, or `nil` if this is not an array or is empty.
    var first: Self? { get throws }
    /// The value, of any kind. It is read only for small values.
    var value: JSONValue? { get }
}

extension AnswerNode {
    func node(at path: FieldPath) throws -> Self? {
        var node = self
        for name in path.names {
            guard let next = try node.child(name) else { return nil }
            node = next
        }
        return node
    }
}

/// A place in a body that is already parsed.
struct ParsedNode: AnswerNode {
    let json: JSONValue

    func child(_ name: String) -> ParsedNode? {
        json.value(at: FieldPath(names: [name])).map(ParsedNode.init)
    }

    var last: ParsedNode? { json.array?.last.map(ParsedNode.init) }
    var first: ParsedNode? { json.array?.first.map(ParsedNode.init) }
    var value: JSONValue? { json }
}

/// A place in a body that a decoder is reading. It decodes only requested values.
struct DecoderNode: AnswerNode {
    let decoder: any Decoder

    func child(_ name: String) throws -> DecoderNode? {
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            // A decoder with a key strategy has renamed the members.
            let names = [name, AnyKey.camelCase(name)].map { AnyKey($0) }
            guard let key = names.first(where: members.contains) else { return nil }
            return DecoderNode(decoder: try members.superDecoder(forKey: key))
        }
        guard let index = Int(name), index >= 0, var elements = try? decoder.unkeyedContainer(),
            index < elements.count ?? 0
        else { return nil }
        for _ in 0..<index { _ = try elements.superDecoder() }
        return DecoderNode(decoder: try elements.superDecoder())
    }

    var last: DecoderNode? {
        get throws {
            guard var elements = try? decoder.unkeyedContainer() else { return nil }
            var last: DecoderNode?
            while !elements.isAtEnd { last = DecoderNode(decoder: try elements.superDecoder()) }
            return last
        }
    }

    var first: DecoderNode? {
        get throws {
            guard var elements = try? decoder.unkeyedContainer(), !elements.isAtEnd else { return nil }
            return DecoderNode(decoder: try elements.superDecoder())
        }
    }

    var value: JSONValue? { try? JSONValue(from: decoder) }
}

/// A member's name, without a fixed set of names.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    /// A name as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` converts it.
    static func camelCase(_ name: String) -> String {
        let leading = name.prefix { $0 == "_" }
        let trailing = name.dropFirst(leading.count).reversed().prefix { $0 == "_" }
        let parts = name.split(separator: "_")
        guard parts.count > 1 else { return name }
        let joined = parts[0].lowercased() + parts.dropFirst().map(\.capitalized).joined()
        return leading + joined + String(trailing)
    }
}
