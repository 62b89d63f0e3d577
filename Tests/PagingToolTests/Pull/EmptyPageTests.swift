import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// An empty page behind the first is no proof that a list ends there: what comes next is asked for once.
@Suite struct EmptyPageTests {
    private static let pageSize = 20

    /// How a list that tells no total is asked for its pages.
    enum Way: CaseIterable, Sendable { case page, offset }

    /// The numbers of the pages that were asked for, in the order in which they came.
    private final class Log: Sendable {
        private let pages = Locked<[Int]>([])
        func note(_ page: Int) { pages.withLock { $0.append(page) } }
        func times(_ page: Int) -> Int { pages.withLock { $0.count { $0 == page } } }
    }

    /// A list whose server takes rows out of a page after it was cut.
    private func server(
        _ way: Way, of count: Int, hiding hidden: Range<Int> = 0..<0, _ log: Log? = nil
    ) -> PlayedServer {
        PlayedServer { question, _ in
            let size = way == .page ? Self.pageSize : min(Self.pageSize, question.number("limit", or: Self.pageSize))
            let page = question.number("page", or: 1)
            let start = way == .page ? (page - 1) * size : question.number("offset", or: 0)
            log?.note(page)
            let rows = (start..<max(start, min(count, start + size))).filter { !hidden.contains($0) }
            let said = way == .page ? #""page": \#(page)"# : #""offset": \#(start), "limit": \#(size)"#
            return json(#"{\#(said), "items": [\#(list(rows[...]))]}"#)
        }
    }

    @Test(arguments: Way.allCases, [nil, ListBehavior(membership: .changes)])
    func `A list that goes on behind an empty page is not called whole`(way: Way, behavior: ListBehavior?) async throws
    {
        // By offset pages overlap by a row, so that none of them is cut where the hidden rows begin and end.
        let hidden = way == .page ? 40..<60 : 40..<59
        let server = server(way, of: 75, hiding: hidden)
        let pull = try await server.pulled(behavior: behavior)
        #expect(!pull.isWhole, "\(pull.ids.count) rows")
        #expect(pull.ids == Array(0..<40))
        let words = pull.outcome.failure?.description ?? ""
        #expect(words.contains("the list goes on behind"), "\(words)")
        if way == .page {
            #expect(words.contains("row 40") && words.contains("--next"), "\(words)")
            #expect(pull.outcome.failure?.isEndNotProven == false)
        }
        #expect(pull.outcome.failure?.isResumable == false)
        // Nobody knows of how many.
        let told = pull.outcome.failure?.told(pull.report, canResume: false)
        #expect(told?.description.contains("after 40 rows") == true && told?.description.contains("of 40") == false)
    }

    @Test(arguments: ["[ROWS]", #"{"items": [ROWS]}"#])
    func `Where nothing but a guess finds the second page, an empty one is no proof either`(shape: String) async throws
    {
        let server = PlayedServer { question, _ in
            let page = question.number("page", or: 1)
            let rows = page == 2 ? "" : numbered((page - 1) * 20..<page * 20)
            return json(shape.replacing("ROWS", with: rows))
        }
        let pull = try await server.pulled()
        #expect(!pull.isWhole)
        #expect(pull.outcome.failure?.description.contains("the list goes on behind") == true, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<20))
    }

    @Test(arguments: [40, 20])
    func `The page behind an empty one is asked for once, and the list is whole`(count: Int) async throws {
        let log = Log()
        let pull = try await server(.page, of: count, log).pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<count))
        let empty = count / Self.pageSize + 1
        #expect(log.times(empty) == 1)
        #expect(log.times(empty + 1) == 1)
        #expect(log.times(empty + 2) == 0)
    }

    @Test(arguments: [45, 25])
    func `Behind a short page one page is asked for, as it was, and none behind that`(count: Int) async throws {
        let log = Log()
        let pull = try await server(.page, of: count, log).pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<count))
        let short = count / Self.pageSize + 1
        #expect(log.times(short + 1) == 1)
        #expect(log.times(short + 2) == 0)
    }

    @Test func `A page behind an empty one that does not exist is no failure`() async throws {
        let server = PlayedServer { question, _ in
            let page = question.number("page", or: 1)
            if page > 3 { return json(#"{"detail": "no such page"}"#, status: 400) }
            return json(#"{"page": \#(page), "items": [\#(numbered((page - 1) * 20..<page * 20, of: 40))]}"#)
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<40))
    }

    @Test(arguments: [[], ["--dialect", "page"], ["--dialect", "offset"]])
    func `An answer without content ends a list by number and by offset`(words: [String]) async throws {
        let server = PlayedServer { question, _ in
            let start =
                question.query["offset"] == nil
                ? (question.number("page", or: 1) - 1) * 20 : question.number("offset", or: 0)
            return start < 40
                ? json(#"{"items": [\#(numbered(start..<start + 20, of: 40))]}"#) : HTTPAnswer(status: 204)
        }
        let pull = try await server.pulled(words)
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<40))
        let nothing = try await PlayedServer { _, _ in HTTPAnswer(status: 204) }.pulled(words)
        #expect(nothing.isWhole == !words.isEmpty)
        if words.isEmpty {
            let told = nothing.outcome.failure?.description ?? ""
            #expect(told.contains("204") && told.contains("--dialect") && !told.contains("JSON"), "\(told)")
        }
    }

    @Test(
        arguments: [HTTPAnswer(status: 204), json(#"{"page": 3, "items": []}"#)],
        [nil, ListBehavior(membership: .changes)])
    func `Nothing before the total that was told is no end`(nothing: HTTPAnswer, behavior: ListBehavior?) async throws {
        let server = PlayedServer { question, _ in
            let page = question.number("page", or: 1)
            if page >= 3 { return nothing }
            return json(
                #"{"page": \#(page), "total": 60, "items": [\#(numbered((page - 1) * 20..<page * 20, of: 60))]}"#)
        }
        let pull = try await server.pulled(behavior: behavior)
        #expect(!pull.isWhole, "\(pull.ids.count) rows")
        #expect(pull.ids == Array(0..<40))
        let words = pull.outcome.failure?.description ?? ""
        #expect(words.contains(behavior == nil ? "total: 60" : "to 60 rows by its total"), "\(words)")
    }

    @Test(arguments: [33, 35, 39, 40])
    func `Rows right behind a page by offset that was cut short are missed by nobody`(first: Int) async throws {
        let server = PlayedServer { question, _ in
            let start = question.number("offset", or: 0)
            let length = min(question.number("limit", or: 20), start < first ? 20 : 15)
            return json(#"{"offset": \#(start), "limit": 20, "items": [\#(numbered(start..<start + length, of: 57))]}"#)
        }
        let pull = try await server.pulled()
        if pull.isWhole { return #expect(pull.ids == Array(0..<57)) }
        #expect(pull.outcome.failure?.description.contains("the list goes on behind") == true, "\(pull.outcome)")
    }
}
