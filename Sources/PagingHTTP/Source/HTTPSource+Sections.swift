import Foundation
public import Paging
import PagingCore
import PagingWire

extension HTTPSource: SectionedPageSource {
    /// Asks for the list's sections: `?groupBy=COLUMN&metadataOnly`, answered `[{"title", "url", "count"}, …]`.
    ///
    /// From then on positions count through the sections in order, and each page is asked of its section's address.
    ///
    /// - Returns: the sections in list order; none where the source was made without a column to group by.
    /// - Throws: ``HTTPSourceError``; `CancellationError`; what the request hook throws.
    public func sections() async throws -> [ListSection] {
        // A page that was asked for first had to know them, too.
        let untold = state.withLock { state in
            defer { state.hasUntoldSections = false }
            return state.hasUntoldSections && !LoadOptions.skipsCaches ? state.sections : nil
        }
        let fetched = try await untold == nil ? sectionTable() : nil
        state.withLock { $0.hasUntoldSections = false }
        return (untold ?? fetched)?.sections.map { ListSection(title: $0.title, count: $0.count) } ?? []
    }

    /// Answers a request from the section that holds its first row; where the section ends, so does the page.
    func sectionedPage(for request: PageRequest) async throws -> Page<Element> {
        let range: Range<Int>
        switch request {
        case .positions(let positions): range = positions
        case .after(nil, let limit): range = 0..<limit
        case .after, .before, .around: throw HTTPSourceError(.cannotAsk(request), address: Shown.address(url))
        }
        let known = state.withLock(\.sections)
        let fetched = try await known == nil ? sectionTable() : nil
        guard let table = known ?? fetched else { return Page([]) }
        let capabilities = capabilities
        guard let section = table.section(at: range.lowerBound) else {
            let end = Page<Element>.Continuation.end
            return Page([], at: range.lowerBound, total: table.total, continuation: end, capabilities: capabilities)
        }
        let inside = (range.lowerBound - section.start)..<min(range.upperBound - section.start, section.count)
        var page = try await page(for: .positions(inside), of: section.address)
        let position = page.position ?? inside.lowerBound
        // A section that grew since must not reach into the next one's rows.
        page.items.removeLast(min(page.items.count, max(0, position + page.items.count - section.count)))
        let start = section.start + position
        page.position = start
        page.total = table.total
        page.continuation = start + page.items.count >= table.total ? .end : .more
        page.capabilities = capabilities
        return page
    }

    /// The sections as the server has them now; those who ask meanwhile share one request.
    private func sectionTable() async throws -> SectionTable? {
        let request = state.withLock { state in
            if let request = state.sectionRequest { return request }
            let request = SharedWork { try await self.fetchedSectionTable() }
            state.sectionRequest = request
            return request
        }
        defer { state.withLock { if $0.sectionRequest === request { $0.sectionRequest = nil } } }
        return try await request.value
    }

    private func fetchedSectionTable() async throws -> SectionTable? {
        guard let groupBy else { return nil }
        let parameters = [Query.Parameter(QueryName.groupBy, groupBy), Query.Parameter(QueryName.metadataOnly[...])]
        guard let address = Query.setting(parameters, in: url) else { return nil }
        let dialect = Dialect(.cursor(nil, size: nil), items: "")
        // Never out of a cache: sections have no age by which a list would know that they have to be confirmed.
        let (answer, from) = try await PageAsking.$current.withValue(nil) { try await client.answer(to: address) }
        let table = try shaped(from) { () throws(HTTPSourceError.Reason) in
            let body = try AnswerBody<SectionEntry>(
                answer, dialect: dialect, decoder: JSONDecoder(), maximumDepth: client.limits.maximumDepth)
            return try SectionTable(body.items, from: from)
        }
        state.withLock { ($0.sections, $0.hasUntoldSections) = (table, true) }
        return table
    }
}

/// Where each section of a list starts, and whom to ask for its rows.
struct SectionTable: Sendable {
    struct Section: Sendable {
        let title: String
        let start: Int
        let count: Int
        let address: URL
    }

    let sections: [Section]
    let total: Int

    init(_ entries: [SectionEntry], from address: URL) throws(HTTPSourceError.Reason) {
        var sections: [Section] = []
        var start = 0
        for (index, entry) in entries.enumerated() {
            let (end, overflow) = start.addingReportingOverflow(entry.count)
            guard entry.count >= 0, !overflow else {
                throw .wrongShape(
                    path: FieldPath(names: [String(index), "count"]), expected: "a count of rows",
                    found: "\(entry.count)")
            }
            guard let place = WireAddress.resolve(entry.url, relativeTo: address), HTTPClient.canAsk(place) else {
                throw .badAddress(Shown.text(entry.url))
            }
            sections.append(Section(title: entry.title, start: start, count: entry.count, address: place))
            start = end
        }
        self.sections = sections
        total = start
    }

    /// The section that holds a position; `nil` past the end.
    ///
    /// - Complexity: O(log n) in the number of sections.
    func section(at position: Int) -> Section? {
        guard position >= 0, position < total else { return nil }
        var low = 0
        var high = sections.count
        while low < high {
            let middle = (low + high) / 2
            if sections[middle].start + sections[middle].count > position { high = middle } else { low = middle + 1 }
        }
        return sections[low]
    }
}
