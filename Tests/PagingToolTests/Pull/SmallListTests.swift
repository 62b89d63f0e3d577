import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Lists of 0 to 60 rows from APIs that tell the truth: a pull ends with 0 only where its file is the list, and where the API names the end it does.
@Suite(.timeLimit(.minutes(10))) @MainActor struct SmallListTests {
    struct API: Sendable, CustomTestStringConvertible {
        enum Way: String, CaseIterable { case page, pageFrom0, offset, next, link, cursor }
        enum Told: String, CaseIterable { case total, header, echo, more, next, pages, last, nothing }
        /// The size that is asked for: kept, kept up to a limit, or ignored.
        enum Size: String, CaseIterable { case kept, clamped, ignored }

        var way: Way
        var told: Told
        var size: Size
        var usual = 10

        var testDescription: String { "\(way.rawValue), \(told.rawValue), size \(size.rawValue), \(usual) a page" }

        func answer(_ question: ForeignQuestion, of count: Int) -> HTTPAnswer {
            let asked = max(1, question.number("limit", or: usual))
            let length =
                switch size {
                case .kept: asked
                case .clamped: min(asked, 15)
                case .ignored: usual
                }
            let (first, number) = (way == .pageFrom0 ? 0 : 1, question.number("page", or: way == .pageFrom0 ? 0 : 1))
            let start =
                switch way {
                case .page, .pageFrom0: max(0, number - first) * length
                case .offset, .next, .link: max(0, question.number("offset", or: 0))
                case .cursor: question.query["cursor"].flatMap { Int($0.dropFirst()) } ?? 0
                }
            let end = start + length
            let isLast = end >= count
            let sizes = question.query["limit"] == nil ? "" : "&limit=\(length)"
            let address =
                way == .page || way == .pageFrom0 ? "/items?page=\(number + 1)\(sizes)" : "/items?offset=\(end)\(sizes)"
            var members = ["\"items\": [\(numbered(start..<end, of: count))]"]
            var headers: [(String, String)] = []
            let pages = (count + length - 1) / length
            switch told {
            case .total: members.append("\"total\": \(count)")
            case .header: headers.append(("X-Total-Count", "\(count)"))
            case .echo:
                members += [
                    "\"total\": \(count)", "\"limit\": \(length)",
                    way == .offset ? "\"offset\": \(start)" : "\"page\": \(number)",
                ]
            case .more: members.append("\"has_more\": \(!isLast)")
            case .next: members.append("\"next\": \(isLast ? "null" : "\"\(address)\"")")
            case .pages: members += ["\"total_pages\": \(pages)", "\"page\": \(number)", "\"per_page\": \(length)"]
            case .last:
                let last =
                    way == .page || way == .pageFrom0
                    ? "/items?page=\(max(0, pages - 1) + first)\(sizes)"
                    : "/items?offset=\(max(0, pages - 1) * length)\(sizes)"
                headers.append(("Link", (isLast ? "" : "<\(address)>; rel=\"next\", ") + "<\(last)>; rel=\"last\""))
            case .nothing: break
            }
            switch way {
            case .next: if told != .next { members.append("\"next\": \(isLast ? "null" : "\"\(address)\"")") }
            case .link: if !isLast, told != .last { headers.append(("Link", "<\(address)>; rel=\"next\"")) }
            case .cursor: members.append("\"next_cursor\": \(isLast ? "null" : "\"c\(end)\"")")
            case .page, .pageFrom0, .offset: break
            }
            return json("{\(members.joined(separator: ", "))}", headers)
        }
    }

    @Test(arguments: API.Way.allCases, API.Told.allCases)
    func `A pull of an API that tells the truth ends with 0 and every row`(way: API.Way, told: API.Told) async throws {
        // Next addresses by offset lead nowhere in a list by cursors.
        if way == .cursor, [.next, .last].contains(told) { return }
        for size in API.Size.allCases {
            for words in [[], ["--page-size", "7"]] {
                for count in [0, 1, 10, 21] {
                    let api = API(way: way, told: told, size: size)
                    let server = PlayedServer { question, _ in api.answer(question, of: count) }
                    let pull = try await server.pulled(words)
                    #expect(pull.isWhole, "\(api), \(count) rows, \(words): \(pull.outcome)")
                    #expect(pull.ids == Array(0..<count), "\(api), \(count) rows, \(words)")
                    #expect(server.requestCount <= 2 * ((count + 6) / 7) + 40, "\(api), \(count) rows, \(words)")
                }
            }
        }
    }
}
