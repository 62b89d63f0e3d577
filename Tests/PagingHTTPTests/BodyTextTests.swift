import Foundation
import PagingHTTP
import PagingWire
import Testing

/// Bodies that are not UTF-8, and guards before the JSON.
@Suite struct BodyTextTests {
    private static let text = #"{"items": [{"id": 1, "name": "Zoë ü"}], "next": null}"#

    private func name(_ body: Data, _ type: String?) async throws -> String? {
        let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
        let transport = ScriptedTransport { _ in HTTPAnswer(status: 200, headers: headers, body: body) }
        let source = HTTPSource<JSONValue>(home, transport: transport)
        return try await source.page(for: .after(nil, limit: 5)).items.first?["name"]?.string
    }

    @Test(arguments: [
        String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
    ])
    func `Wide characters are read`(encoding: String.Encoding) async throws {
        let body = try #require(Self.text.data(using: encoding))
        for type in [nil, "application/json", "text/plain; charset=utf-8"] {
            #expect(try await name(body, type) == "Zoë ü")
        }
    }

    @Test(arguments: ["iso-8859-1", "\"ISO-8859-1\"", "latin1", "windows-1252"])
    func `Latin-1 is read where the header says it`(charset: String) async throws {
        let latin = try #require(Self.text.data(using: .isoLatin1))
        #expect(try await name(latin, "application/json; charset=\(charset)") == "Zoë ü")
        // A header may be wrong about UTF-8.
        #expect(try await name(Data(Self.text.utf8), "application/json; charset=\(charset)") == "Zoë ü")
        await #expect(throws: HTTPSourceError.self) { _ = try await name(latin, "application/json") }
    }

    @Test(arguments: [
        ")]}',\n", ")]}'\n", "while(1);", "while (1);", "for(;;);", "for (;;);\n", "throw 1; < don't be evil' >",
        "&&&START&&&", "{}&&", " \n)]}'\n ",
    ])
    func `A guard before the JSON is left out`(text: String) async throws {
        #expect(try await name(Data((text + Self.text).utf8), "application/json") == "Zoë ü")
    }

    @Test(arguments: ["while(2);", "x", "{}", ")]}"])
    func `Anything else before it is no JSON`(text: String) async throws {
        await #expect(throws: HTTPSourceError.self) { _ = try await name(Data((text + " " + Self.text).utf8), nil) }
    }
}
