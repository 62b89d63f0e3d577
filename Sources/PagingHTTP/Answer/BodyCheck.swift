import Foundation
import PagingWire

/// Finds errors in an answer's body, before it is decoded and after decoding failed.
enum BodyCheck {
    /// Checks a body before it is decoded.
    ///
    /// - Throws: if the status means no body, or the body is a web page, not UTF-8, or nested too deeply.
    static func check(_ answer: HTTPAnswer, maximumDepth: Int) throws(HTTPSourceError.Reason) {
        if answer.hasNoContent { throw .noContent }
        let first = answer.body.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
        if first == UInt8(ascii: "<") {
            throw .wrongType(found: mediaType(answer) ?? "text/html")
        }
        // JSON between systems is UTF-8 (RFC 8259 §8.1). `JSONDecoder` would also accept UTF-16 and UTF-32, but the depth scan cannot read their
        // bytes.
        if answer.body.prefix(4).contains(0) || first == 0xFE || first == 0xFF {
            throw .notJSON(detail: "the body is not UTF-8")
        }
        if let offset = NestingScan.offset(in: answer.body, deeperThan: maximumDepth) {
            throw .tooDeep(limit: maximumDepth, offset: offset)
        }
    }

    /// Parses a body.
    static func parse(_ answer: HTTPAnswer, maximumDepth: Int) throws(HTTPSourceError.Reason) -> JSONValue {
        do {
            return try JSONValue(parsing: answer.body, maximumDepth: maximumDepth)
        } catch {
            if case .tooDeep = error.reason { throw .tooDeep(limit: maximumDepth, offset: error.offset) }
            throw notJSON(answer, detail: error.description)
        }
    }

    /// Checks a body and parses it.
    static func json(_ answer: HTTPAnswer, maximumDepth: Int) throws(HTTPSourceError.Reason) -> JSONValue {
        try check(answer, maximumDepth: maximumDepth)
        return try parse(answer, maximumDepth: maximumDepth)
    }

    /// The reason why decoding failed, in terms of the document.
    static func reason(for error: any Error, answer: HTTPAnswer, maximumDepth: Int) -> HTTPSourceError.Reason {
        // The body is read a second time only after a failure.
        let json: JSONValue
        do {
            json = try parse(answer, maximumDepth: maximumDepth)
        } catch {
            return error
        }
        switch error {
        case let error as ShapeError:
            return wrongShape(json, at: error.path)
        case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
            return wrongShape(json, at: path(context), expected: Described.type(type))
        case DecodingError.keyNotFound(let key, let context):
            return wrongShape(json, at: path(context), expected: "an object with the key \(key.stringValue)")
        case DecodingError.dataCorrupted(let context):
            return wrongShape(json, at: path(context), expected: Shown.text(context.debugDescription))
        default:
            return .notJSON(detail: Shown.text("\(error)"))
        }
    }

    /// An error with the expected and the actual value at a path, or at the deepest part of the path that exists.
    static func wrongShape(
        _ json: JSONValue, at path: FieldPath, expected: String = "an array"
    ) -> HTTPSourceError.Reason {
        if let words = ProblemDetails.words(inSuccess: json) { return .errorInBody(Shown.text(words)) }
        var value = json
        for (index, name) in path.names.enumerated() {
            // A decoder with a key strategy reports members by their converted names.
            let renamed = value.object?.first { AnyKey.camelCase($0.key) == name }?.value
            guard let next = value.value(at: FieldPath(names: [name])) ?? renamed else {
                let place = FieldPath(names: Array(path.names[..<index]))
                let missing = index == 0 ? "" : " at `\(Shown.text(place.description))`"
                return .wrongShape(
                    path: path, expected: expected, found: "nothing, but\(missing) \(Described.value(value))")
            }
            value = next
        }
        return .wrongShape(path: path, expected: expected, found: Described.value(value))
    }

    private static func path(_ context: DecodingError.Context) -> FieldPath {
        FieldPath(names: context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
    }

    private static func notJSON(_ answer: HTTPAnswer, detail: String) -> HTTPSourceError.Reason {
        guard let type = mediaType(answer), !type.contains("json"), type != "text/plain" else {
            return .notJSON(detail: detail)
        }
        return .wrongType(found: type)
    }

    private static func mediaType(_ answer: HTTPAnswer) -> String? {
        answer.headers[HeaderName.contentType].map { value in
            Shown.text(value.prefix { $0 != ";" }.lowercased().trimmingCharacters(in: .whitespaces))
        }
    }
}

/// Descriptions of the values in a document.
enum Described {
    /// The most keys of an object that are listed.
    static let maximumKeys = 8

    static func value(_ value: JSONValue) -> String {
        switch value {
        case .null: return "null"
        case .bool: return "a boolean"
        case .integer, .unsigned, .double, .decimal: return "a number"
        case .string: return "a string"
        case .array(let elements): return "an array of \(elements.count)"
        case .object(let members):
            guard !members.isEmpty else { return "an empty object" }
            let names = members.keys.sorted().prefix(maximumKeys).map(Shown.text).joined(separator: ", ")
            let more = members.count > maximumKeys ? " and \(members.count - maximumKeys) more" : ""
            return "an object with keys \(names)\(more)"
        }
    }

    static func type(_ type: Any.Type) -> String {
        if type is any ArrayProtocol.Type { return "an array" }
        if type is any DictionaryProtocol.Type { return "an object" }
        if type == String.self { return "a string" }
        if type == Bool.self { return "a boolean" }
        if type is any Numeric.Type { return "a number (\(type))" }
        return "a value for \(type)"
    }
}

/// Recognizes arrays of any element.
private protocol ArrayProtocol {}
extension Array: ArrayProtocol {}

/// Recognizes dictionaries of any key and value.
private protocol DictionaryProtocol {}
extension Dictionary: DictionaryProtocol {}
