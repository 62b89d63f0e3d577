import Foundation
public import Paging
public import PagingCore
import PagingWire

extension HTTPSource: PageSource {
    /// What the API can do: nothing, until the first answer to an automatic dialect shows it.
    public var capabilities: SourceCapabilities {
        state.withLock { $0.sections == nil ? $0.dialect?.capabilities ?? [] : .positions }
    }

    /// Asks the API for a page.
    ///
    /// Positions may come back as a longer page that starts earlier (whole numbered pages), or as a shorter one
    /// (a server that clamps, the end of a section); ``Page/position`` says truly where it stands.
    ///
    /// - Throws: ``HTTPSourceError``; `CancellationError`; what the request hook throws.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        if groupBy != nil { return try await sectionedPage(for: request) }
        return try await page(for: request, of: url)
    }

    /// Answers a request about one list: the whole, or a section.
    func page(for request: PageRequest, of list: URL) async throws -> Page<Element> {
        guard let spoken = spokenDialect else {
            let first = try await recognise(list)
            if let page = first.page, first.answers(request) { return page }
            guard let spoken = first.dialect else { return try first.wholeList(request, list) }
            var page = try await self.page(for: request, of: list, in: spoken)
            page.capabilities = spoken.capabilities
            return page
        }
        return try await page(for: request, of: list, in: spoken)
    }

    private func page(for request: PageRequest, of list: URL, in dialect: Dialect) async throws -> Page<Element> {
        switch (dialect.style, request) {
        case (.offset, .positions(let range)): return try await offsetPage(range, of: list, in: dialect)
        case (.page, .positions(let range)): return try await numberedPages(range, of: list, in: dialect)
        case (.offset, .after(nil, let limit)): return try await offsetPage(0..<limit, of: list, in: dialect)
        case (.page, .after(nil, let limit)): return try await numberedPages(0..<limit, of: list, in: dialect)
        case (.cursor, .after(let cursor, let limit)):
            return try await cursorPage(after: cursor, limit: limit, of: list, in: dialect)
        case (.cursor, .positions(let range)) where range.lowerBound == 0:
            return try await cursorPage(after: nil, limit: range.count, of: list, in: dialect)
        default: throw HTTPSourceError(.cannotAsk(request), address: Shown.address(list))
        }
    }

    /// Asks an address and reads the answer in a dialect.
    func read(_ address: URL, in dialect: Dialect) async throws -> (body: AnswerBody<Element>, address: URL) {
        let (answer, from) = try await client.answer(to: address)
        let body = try decode(answer, from: from, in: dialect)
        remember(body.facts.version, answer.headers, from: from)
        return (body, from)
    }

    func decode(_ answer: HTTPAnswer, from address: URL, in dialect: Dialect) throws -> AnswerBody<Element> {
        try shaped(address) { () throws(HTTPSourceError.Reason) in
            try AnswerBody(
                answer, dialect: dialect, decoder: decoder, maximumDepth: client.limits.maximumDepth)
        }
    }

    /// The address of a request for a page.
    func address(_ list: URL, _ parameters: [Query.Parameter], in dialect: Dialect) throws -> URL {
        let fixed = Query.parameters(dialect.parameters)
        guard let address = Query.setting(fixed + parameters, in: list) else {
            throw HTTPSourceError(.badAddress(Shown.address(list)), address: Shown.address(list))
        }
        return address
    }
}
