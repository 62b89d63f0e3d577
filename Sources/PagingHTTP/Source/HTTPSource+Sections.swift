import Foundation
public import Paging
import PagingCore
import PagingWire

extension HTTPSource: SectionedPageSource {
    /// Asks for the list's sections: `?groupBy=COLUMN&metadataOnly`, answered `[{"title", "url", "count"}, …]`.
    ///
    /// From then on positions count through the sections in order, and each page is requested at its section's address.
    ///
    /// - Returns: the sections in list order; none if the source was made without a column to group by.
    /// - Throws: ``HTTPSourceError``; `CancellationError`; the request hook's error.
    public func sections() async throws -> [ListSection] {
        // A page needed them, or was of the same state, so they are up to date, unless that was before a refresh.
        let mayBeOlder = LoadOptions.skipsCaches
        let untold = state.withLock { state in
            defer { state.hasUntoldSections = false }
            return state.hasUntoldSections && !mayBeOlder ? state.sections : nil
        }
        let fetched = try await untold == nil ? sectionTable() : nil
        state.withLock { $0.hasUntoldSections = false }
        return (untold ?? fetched)?.sections.map { ListSection(title: $0.title, count: $0.count) } ?? []
    }

    /// Answers a request from the section that holds its first row. The page ends where the section ends.
    ///
    /// A row's position follows from the counts of the sections before it, so page and sections have to be of one state. If they are not, both
    /// are requested again, a few times.
    func sectionedPage(for request: PageRequest) async throws -> Page<Element> {
        let range: Range<Int>
        switch request {
        case .positions(let positions): range = positions
        case .after(nil, let limit): range = 0..<limit
        case .after, .before, .around: throw HTTPSourceError(.cannotAsk(request), address: Shown.address(url))
        }
        var known = state.withLock(\.sections)
        for attempt in 1... {
            let isFresh = known == nil
            guard let table = try await isFresh ? sectionTable() : known else { return Page([]) }
            guard let section = table.section(at: range.lowerBound) else {
                known = nil
                // A refresh that sees no row of the server has no other way to learn that there are some by now.
                if LoadOptions.skipsCaches, !isFresh { continue }
                return Page(
                    [], at: range.lowerBound, total: table.total, continuation: .end, capabilities: capabilities)
            }
            let inside = (range.lowerBound - section.start)..<min(range.upperBound - section.start, section.count)
            let page = try await page(for: .positions(inside), of: section.address)
            let isOfOneState = isOfOneState(page, section, of: table, isFresh: isFresh)
            if isOfOneState || attempt >= HTTPLimits.attemptsAtSections {
                state.withLock { state in
                    if isOfOneState { state.hasUntoldSections = true } else { state.hasSectionTags = false }
                }
                return placed(page, inside, of: section, in: table)
            }
            known = nil
        }
        return Page([])
    }

    /// `true` if a page of a section shows the state in which the sections were counted. It compares their tags if these name the state of the
    /// list, else the number of rows, if no more can be known.
    private func isOfOneState(
        _ page: Page<Element>, _ section: SectionTable.Section, of table: SectionTable, isFresh: Bool
    ) -> Bool {
        let comparesTags = state.withLock { $0.hasSectionTags && $0.readDialect?.validators == .list }
        if comparesTags, let tag = table.tag,
            let seen = page.metadata.flatMap({ SectionTable.tag(of: $0.header("ETag")) })
        {
            return tag == seen
        }
        if page.items.isEmpty || page.total.map({ $0 != section.count }) ?? false { return false }
        return isFresh || !LoadOptions.skipsCaches
    }

    /// A page of a section as one of the list.
    private func placed(
        _ answer: Page<Element>, _ inside: Range<Int>, of section: SectionTable.Section, in table: SectionTable
    ) -> Page<Element> {
        var page = answer
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

    /// The sections as the server has them now. Concurrent callers share one request.
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
        // Never from a cache: sections have no age by which a list would know that they have to be confirmed.
        let (answer, from) = try await PageAsking.$current.withValue(nil) { try await client.answer(to: address) }
        let table = try shaped(from) { () throws(HTTPSourceError.Reason) in
            let body = try AnswerBody<SectionEntry>(
                answer, dialect: dialect, decoder: JSONDecoder(), maximumDepth: client.limits.maximumDepth)
            return try SectionTable(body.items, from: from, tag: SectionTable.tag(of: answer.headers["ETag"]))
        }
        state.withLock { ($0.sections, $0.hasUntoldSections) = (table, true) }
        return table
    }
}

/// The first row of each section of a list, and the address of its rows.
struct SectionTable: Sendable {
    struct Section: Sendable {
        let title: String
        let start: Int
        let count: Int
        let address: URL
    }

    let sections: [Section]
    let total: Int
    /// The entity tag of the answer, by its name.
    let tag: String?

    /// The name of an entity tag, weak or not.
    static func tag(of header: String?) -> String? { header.flatMap(Validators.name) }

    init(_ entries: [SectionEntry], from address: URL, tag: String?) throws(HTTPSourceError.Reason) {
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
        (self.sections, self.tag) = (sections, tag)
        total = start
    }

    /// The section that holds a position, or `nil` past the end.
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
