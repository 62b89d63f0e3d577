import PagingCore
import PagingTesting
import PagingWire
import Testing

/// Values of a document as they were written.
@Suite struct JSONTextTests {
    private func text(_ path: FieldPath, _ document: String) -> String? {
        JSONText.value(at: path, in: Array(document.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func elements(_ path: FieldPath, _ document: String) -> [String]? {
        JSONText.elements(at: path, in: Array(document.utf8))?.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `Tokens stay, white space goes`() {
        #expect(text("", " { \"b\" : 1.10 ,\n\"a\":[ ] } ") == #"{"b":1.10,"a":[]}"#)
        #expect(text("a/1/x", #"{"a": [0, {"x": "b \" \\", "y": 2}]}"#) == #""b \" \\""#)
        #expect(text("a", #"{"a": -0.0e1 }"#) == "-0.0e1")
        #expect(text("a.b", #"{"a": {"b": null}, "a": {"b": true}}"#) == "true")
        #expect(text(FieldPath(names: ["é"]), #"{"\u00e9": 7}"#) == "7")
        #expect(text("a/2", #"{"a": [0, 1]}"#) == nil && text("x", "[]") == nil && text("x", "7") == nil)
    }

    @Test func `Elements of an array, or the one object in its place`() {
        #expect(
            elements("", "\u{FEFF}[1 , \"a,]\", {\"b\" : [2, 3]}, [ ]]") == ["1", #""a,]""#, #"{"b":[2,3]}"#, "[]"])
        #expect(elements("a/b", #"{"a": {"b": []}}"#) == [])
        #expect(elements("a", #"{"a": {"b": 1 }}"#) == [#"{"b":1}"#])
        #expect(elements("a", #"{"a": 7}"#) == nil && elements("a", #"{"a": [1"#) == nil)
    }

    /// Any document reads the same as its text without white space, and nothing that is cut short traps.
    @Test func `Any document is the same value`() throws {
        for seed in UInt64(0)..<500 {
            var random = SplitMix64(seed: seed)
            let value = Self.value(3, &random)
            let written = Self.written(value, &random)
            let compact = try #require(JSONText.value(at: "", in: Array(written.utf8)), "seed \(seed)")
            #expect(try JSONValue(parsing: compact) == value, "seed \(seed)")
            if let array = value.array {
                let elements = try #require(JSONText.elements(at: "", in: Array(written.utf8)))
                #expect(try elements.map { try JSONValue(parsing: $0) } == array, "seed \(seed)")
            }
            for end in stride(from: 0, to: written.utf8.count, by: 7) {
                let cut = Array(written.utf8.prefix(end))
                _ = (JSONText.value(at: "a/0", in: cut), JSONText.elements(at: "a", in: cut))
            }
        }
    }

    private static func value(_ depth: Int, _ random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64.random(in: -1_000...1_000, using: &random))
        case 3: return .double(0.5 + Double(Int.random(in: 0..<9, using: &random)))
        case 4: return .string(["", "a", "\"\\ {[", "é ,]}", "\n"].randomElement(using: &random) ?? "")
        case 5: return .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth - 1, &random) })
        default:
            var members: [String: JSONValue] = [:]
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                members[["a", "b", "\"", "é"].randomElement(using: &random) ?? ""] = value(depth - 1, &random)
            }
            return .object(members)
        }
    }

    private static func written(_ value: JSONValue, _ random: inout SplitMix64) -> String {
        var spaces = (0..<64).map { _ in ["", " ", "\n", "\t "].randomElement(using: &random) ?? "" }
        func space() -> String { spaces.isEmpty ? "" : spaces.removeLast() }
        func text(_ value: JSONValue) -> String {
            switch value {
            case .array(let elements):
                space() + "[" + elements.map(text).joined(separator: space() + ",") + space() + "]" + space()
            case .object(let members):
                space() + "{"
                    + members.map { space() + JSONValue.string($0.key).json + space() + ":" + text($0.value) }.joined(
                        separator: ",")
                    + space() + "}" + space()
            default: space() + value.json + space()
            }
        }
        return text(value)
    }
}
