import Foundation
import PagingCore
import PagingTesting
import PagingWire
import Testing

/// JSON of any shape.
@Suite
struct JSONValueTests {
    func parse(_ text: String, depth: Int = JSONValue.defaultMaximumDepth) throws -> JSONValue {
        try JSONValue(parsing: text.utf8, maximumDepth: depth)
    }

    @Test(
        arguments: [
            ("0", "0"), ("-0", "0"), ("-12", "-12"), ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"), ("18446744073709551615", "18446744073709551615"),
            ("18446744073709551616", "18446744073709551616"), ("0.1", "0.1"), ("1.50", "1.5"), ("2.0", "2"),
            ("1e3", "1000"), ("1E-7", "1e-07"), ("-0.0", "-0.0"), ("0.30000000000000004", "0.30000000000000004"),
            ("3.14159265358979323846", "3.14159265358979323846"), ("12345678901234567.25", "12345678901234567.25"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"), ("5e-324", "5e-324"), ("1e-400", "0"),
            ("123456789012345678901234567890.5", "123456789012345678901234567890.5"),
        ])
    func `Numbers keep their value`(text: String, written: String) throws {
        #expect(try parse(text).json == written)
        #expect(try parse(parse(text).json) == parse(text))
    }

    @Test func `The parser and JSONDecoder find the same values`() throws {
        let text = """
            {"s": "a\\u00e9\\ud83d\\ude00\\n", "i": 3, "u": 18446744073709551615, "d": 0.1, "x": 2.0, "t": true,
             "n": null, "a": [[], {}, [1, "2", {"three": 3.5}]], "big": 3.14159265358979323846}
            """
        let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        let parsed = try parse(text)
        #expect(parsed == decoded)
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(parsed)) == parsed)
    }

    @Test func `Output is one line with sorted names`() throws {
        let value = try parse("{\"b\": [1, true, null], \"a\": \"q\\\"\\\\\\/\\u0001\\n\u{7F}é\", \"\": {}}")
        #expect(value.json == "{\"\":{},\"a\":\"q\\\"\\\\/\\u0001\\n\u{7F}é\",\"b\":[1,true,null]}")
        #expect(JSONValue.double(.infinity).json == "null")
    }

    @Test(
        arguments: [
            ("", JSONSyntaxError.Reason.endsEarly, 0), ("{", .endsEarly, 1), (#"{"a""#, .endsEarly, 4),
            (#"{"a":"#, .endsEarly, 5), ("[1,", .endsEarly, 3), ("tru", .endsEarly, 3), ("\"a", .endsEarly, 2),
            ("\"\\", .endsEarly, 2), ("\"\\u12", .endsEarly, 5), ("-", .endsEarly, 0), ("1.", .endsEarly, 0),
            ("1e+", .endsEarly, 0), ("nul!", .unexpectedByte(0x21), 3), ("[1 2]", .unexpectedByte(0x32), 3),
            ("{a:1}", .unexpectedByte(0x61), 1), (#"{"a" 1}"#, .unexpectedByte(0x31), 5),
            ("[1,]", .unexpectedByte(0x5D), 3),
            ("1 1", .unexpectedByte(0x31), 2), ("<html>", .unexpectedByte(0x3C), 0), ("01", .badNumber, 0),
            ("1.x", .badNumber, 0), ("-a", .badNumber, 0), ("1ex", .badNumber, 0), ("1e999", .badNumber, 0),
            ("\"\\x\"", .badString, 1), ("\"\n\"", .badString, 1), ("\"\\uzzzz\"", .badString, 3),
        ])
    func `What is no JSON says why and where`(text: String, reason: JSONSyntaxError.Reason, offset: Int) {
        #expect(throws: JSONSyntaxError.self) { try parse(text) }
        do throws(JSONSyntaxError) {
            _ = try JSONValue(parsing: text.utf8)
        } catch {
            #expect(error.reason == reason)
            #expect(error.offset == offset)
            #expect(!error.description.isEmpty)
        }
    }

    @Test func `Bytes that are not UTF-8 are a broken string`() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0x5C, 0x6E, 0xC3, 0x22]) }
    }

    @Test func `A byte order mark is passed over`() throws {
        #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF, 0x31]) == 1)
    }

    @Test func `Depth is limited, and a deep document does not overflow the stack`() throws {
        #expect(
            try parse(String(repeating: "[", count: 4) + String(repeating: "]", count: 4), depth: 4).array?.count == 1)
        do throws(JSONSyntaxError) {
            _ = try JSONValue(parsing: String(repeating: "[", count: 1_000_000).utf8, maximumDepth: 4)
            Issue.record("no error")
        } catch {
            #expect(error.reason == .tooDeep(limit: 4))
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `No bytes trap, and what was read is read again the same`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<250 {
            let count = Int.random(in: 0...40, using: &random)
            let bytes = random.bytes(count: count, from: Array("{}[]:,\"\\u0d8e+-.1tfn \n".utf8))
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            #expect(try parse(value.json) == value, "seed \(seed): \(bytes)")
        }
    }

    @Test func `A path leads to a value, or nowhere`() throws {
        let value = try parse(#"{"entity": {"topics": [{"id": 1}, {"id": 2}]}, "@odata.count": 3, "a/b": 4}"#)
        #expect(value.value(at: "entity/topics")?.array?.count == 2)
        #expect(value.value(at: "entity.topics.1.id") == 2)
        #expect(value.value(at: "/@odata.count") == 3)
        #expect(value.value(at: "/a~1b") == 4)
        #expect(value.value(at: "") == value)
        #expect(value.value(at: "entity/none") == nil)
        #expect(value.value(at: "entity/topics/2") == nil)
        #expect(value.value(at: "@odata.count") == nil)
    }

    @Test(arguments: ["a/b", "/@odata.count", "/a~1b/c~0d", "x", ""])
    func `A path is written as it is read`(text: String) {
        #expect(FieldPath(text).description == text)
        #expect(FieldPath(FieldPath(text).description) == FieldPath(text))
    }

    @Test func `Texts are kept to the last byte`() throws {
        let marked = try JSONValue(parsing: Array("[\"\u{FEFF}x\", \"x\"]".utf8))
        #expect(marked[0] != marked[1])
        #expect(Set([marked[0], marked[1]]).count == 2)
        #expect(marked.json == "[\"\u{FEFF}x\",\"x\"]")
        // Names are compared by their bytes as well.
        let (short, long): (JSONValue, JSONValue) = (["caf\u{E9}": 1], ["cafe\u{301}": 1])
        #expect(short != long && !short.json.utf8.elementsEqual(long.json.utf8))
        #expect(short["caf\u{E9}"] == 1 && short["cafe\u{301}"] == nil)
        #expect(long.value(at: FieldPath(names: ["cafe\u{301}"])) == 1 && long["caf\u{E9}"] == nil)
        let forms = try JSONValue(parsing: Array("[\"caf\u{E9}\", \"cafe\u{301}\"]".utf8))
        #expect(forms[0] != forms[1])
        #expect(Set([forms[0], forms[1]]).count == 2)
    }

    @Test(
        arguments: [
            (#"["\ud83d cut"]"#, "\u{FFFD} cut"), (#"["\udc00"]"#, "\u{FFFD}"), (#"["\ud83dA"]"#, "\u{FFFD}A"),
            (#"["\ud83d"]"#, "\u{FFFD}"),
            (#"["\ud83d\ude00"]"#, "\u{1F600}"), (#"["\ud83d\n"]"#, "\u{FFFD}\n"),
        ])
    func `Half a surrogate pair becomes U+FFFD, and the rest of the page is read`(json: String, text: String) throws {
        #expect(try JSONValue(parsing: Array(json.utf8))[0]?.string == text)
    }

    @Test(
        arguments: [
            "3.9496959308160063e40", "3.9496959308160063E+40", "0.1000000000000000055", "1234567890123456789012345",
            "1234567890123456789012346",
            "-0.0", "1e-300", "123456789012345678901234567890e10", "5e-324", "0.1", "1E22",
        ])
    func `Numbers are the same after they were written and read`(text: String) throws {
        let value = try JSONValue(parsing: Array("[\(text)]".utf8))
        let again = try JSONValue(parsing: Array(value.json.utf8))
        #expect(value == again, "\(value.json)")
        #expect(try JSONValue(parsing: Array(again.json.utf8)) == again)
    }

    @Test func `Whole numbers of 25 digits that differ in the last are two`() throws {
        let value = try JSONValue(parsing: Array("[1234567890123456789012345, 1234567890123456789012346]".utf8))
        #expect(value[0] != value[1])
        #expect(value[0]?.hashValue != value[1]?.hashValue)
    }

    @Test func `The deepest document that can be asked for fits on a small stack`() async {
        let depth = JSONValue.largestMaximumDepth
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let isRead = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(returning: (try? JSONValue(parsing: Array(text.utf8), maximumDepth: 10_000)) != nil)
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(isRead)
        #expect((try? JSONValue(parsing: Array(("[" + text + "]").utf8), maximumDepth: 10_000)) == nil)
    }
}
