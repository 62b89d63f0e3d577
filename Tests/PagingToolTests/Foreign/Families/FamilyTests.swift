import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Each family of APIs, played as documented, comes whole by itself, told apart by what its rows are known by.
@Suite struct FamilyTests {
    @Test(arguments: PlayedFamily.all, [57, 20, 7, 1])
    func `The list comes whole`(_ family: PlayedFamily, count: Int) async throws {
        let server = PlayedServer { question, _ in family.answer(question, count) }
        let pull = try await server.pulled(family.words, at: family.address)
        let what: Comment = "\(pull.report.dialect): \(pull.outcome)"
        #expect(pull.isWhole == !family.notWhole.contains(count), what)
        let key = FieldPath(family.key == "the row itself" ? "" : family.key)
        let ids = pull.rows.compactMap { $0.value(at: key) }.compactMap(Self.number)
        #expect(Set(ids) == Set(0..<count) && ids.count == count, what)
        #expect(pull.report.identifiedBy == family.key, what)
        #expect(server.requestCount <= 2 * ((count + 19) / 20) + 40, what)
    }

    /// The last number in a text, which etcd has in base64.
    private static func number(_ value: JSONValue) -> Int? {
        guard let text = value.string else { return value.int }
        let plain = text.count == 4 ? Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) } : nil
        return (plain?.first == "k" ? plain : text)?.split { !$0.isNumber }.last.flatMap { Int($0) }
    }
}
