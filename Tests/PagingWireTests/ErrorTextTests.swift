import Foundation
import Testing

@testable import PagingWire

/// Every public error of the wire says what to do, and has a code that is the name of its reason.
@Suite struct ErrorTextTests {
    @Test func `Bytes that are not JSON`() throws {
        let reasons: [JSONSyntaxError.Reason] = [
            .endsEarly, .unexpectedByte(0x21), .badString, .badNumber, .tooDeep(limit: 3),
        ]
        for reason in reasons {
            let error = JSONSyntaxError(reason: reason, offset: 7)
            #expect(error.code == hyphenated(reason))
            #expect(error.recoverySuggestion?.hasSuffix(".") == true)
        }
        #expect(Set(reasons.map(\.code)) == (try documented("JSONSyntaxError")))
    }

    @Test(arguments: [(UInt8(ascii: "}"), "'}'"), (0x09, "byte 0x09"), (0xEF, "byte 0xEF")])
    func `A byte that cannot be printed is named in hexadecimal`(byte: UInt8, name: String) {
        let error = JSONSyntaxError(reason: .unexpectedByte(byte), offset: 7)
        #expect(error.description == "unexpected \(name) at byte 7")
    }

    @Test func `Bytes that are no keys`() throws {
        let reasons: [KeySnapshotError.Reason] = [
            .notKeys, .otherFormat(2), .truncated, .tooLong, .overlongNumber, .notText,
        ]
        for reason in reasons {
            let error = KeySnapshotError(reason, at: 7)
            #expect(error.code == hyphenated(reason))
            #expect(error.recoverySuggestion?.hasSuffix(".") == true)
        }
        #expect(Set(reasons.map(\.code)) == (try documented("KeySnapshotError")))
    }

    /// The name of the case, with hyphens.
    private func hyphenated(_ value: Any) -> String {
        let name = Mirror(reflecting: value).children.first?.label ?? "\(value)"
        return name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
    }

    /// The codes that `Documentation/Errors.md` has in a section.
    private func documented(_ section: String) throws -> Set<String> {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Documentation/Errors.md").standardizedFileURL
        let parts = try String(contentsOf: page, encoding: .utf8).split(separator: #/\n##+ /#)
        let part = try #require(parts.first { $0.hasPrefix("\(section)\n") }, "no section \(section)")
        return Set(part.matches(of: /\n\| `([a-z-]+)` \|/).map { String($0.1) })
    }
}
