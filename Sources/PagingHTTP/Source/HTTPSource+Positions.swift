import Foundation
import Paging
import PagingCore

/// Lists that are asked for by position or by page number.
extension HTTPSource {
    func offsetPage(_ range: Range<Int>, of list: URL, in dialect: Dialect) async throws -> Page<Element> {
        guard case .offset(let offset, let limit) = dialect.style else { return Page([]) }
        var parameters = [Query.Parameter(offset.description, String(range.lowerBound))]
        if let limit { parameters.append(Query.Parameter(limit.description, String(range.count))) }
        guard let body = try await bodyBeforeEnd(parameters, at: range.lowerBound, of: list, in: dialect) else {
            return Page([], at: range.lowerBound, continuation: .end)
        }
        return page(body, at: range.lowerBound, asked: range.count, of: list, in: dialect)
    }

    func numberedPages(_ range: Range<Int>, of list: URL, in dialect: Dialect) async throws -> Page<Element> {
        guard case .page(_, let sizeName, _) = dialect.style else { return Page([]) }
        if let size = state.withLock(\.pageSize) {
            return try await numberedPages(range, size: size, of: list, in: dialect)
        }
        // The server may clamp the size that it is asked for, or ignore it, and then every page but the first stands
        // elsewhere than computed; that a later page is as long as asked proves nothing, for it may be the last of
        // another size. So the first page shows the size, and almost always it is the one that is asked for first.
        let candidate = sizeName == nil ? nil : preferredPageSize ?? range.count
        let first =
            try await numberedPage(0, size: candidate, of: list, in: dialect) ?? Page([], at: 0, continuation: .end)
        let isWhole = first.continuation == .end
        if isWhole || range.lowerBound < first.items.count { return first }
        let size = state.withLock(\.pageSize) ?? candidate ?? max(1, first.items.count)
        return try await numberedPages(range, size: size, of: list, in: dialect)
    }

    /// The pages of a size that hold a range, or the first few of them.
    private func numberedPages(
        _ range: Range<Int>, size: Int, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element> {
        let first = range.lowerBound / size
        let last = min((range.upperBound - 1) / size, first + HTTPLimits.maximumPagesPerRequest - 1)
        var result =
            try await numberedPage(first, size: size, of: list, in: dialect)
            ?? Page([], at: range.lowerBound, continuation: .end)
        var index = first
        // A page of another size is the last, or one with items left out: what follows does not stand where computed.
        while index < last, result.items.count == (index - first + 1) * size, result.continuation != .end {
            index += 1
            guard let next = try await numberedPage(index, size: size, of: list, in: dialect) else {
                result.continuation = .end
                break
            }
            // Pages of two states of the list are not one answer; what is missing is asked for again.
            if next.version != result.version || next.total != result.total { break }
            result.items += next.items
            result.byteCount = (result.byteCount ?? 0) + (next.byteCount ?? 0)
            result.continuation = next.continuation
        }
        return result
    }

    /// One numbered page, counted from 0; `nil` past the end.
    private func numberedPage(
        _ index: Int, size: Int?, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element>? {
        guard case .page(let number, let sizeName, let firstNumber) = dialect.style else { return nil }
        let (sum, overflow) = index.addingReportingOverflow(firstNumber)
        guard !overflow else { return nil }
        var parameters = [Query.Parameter(number.description, String(sum))]
        if let sizeName, let size { parameters.append(Query.Parameter(sizeName.description, String(size))) }
        let position = index * (size ?? 0)
        // Where the size is unknown only the first page is asked for.
        guard let body = try await bodyBeforeEnd(parameters, at: position, of: list, in: dialect) else { return nil }
        var page = page(body, at: position, asked: size ?? body.items.count, of: list, in: dialect)
        if page.total == nil, let pages = body.facts.pageCount {
            page.continuation = index + 1 < pages ? .more : .end
        }
        if index == 0, page.continuation != .end, !page.items.isEmpty {
            // What arrived counts, not what the server says: some repeat the size asked for and give fewer.
            state.withLock { $0.pageSize = $0.pageSize ?? page.items.count }
        }
        return page
    }

    /// Reads an answer; `nil` where the server says that the position is past the end.
    private func bodyBeforeEnd(
        _ parameters: [Query.Parameter], at position: Int, of list: URL, in dialect: Dialect
    ) async throws -> AnswerBody<Element>? {
        do {
            let body = try await read(address(list, parameters, in: dialect), in: dialect).body
            return body
        } catch let error as HTTPSourceError {
            let facts = state.withLock { $0.lists[list] }
            if PastEnd.isMeant(by: error, at: position, knowing: facts) { return nil }
            throw error
        }
    }

    /// Makes a page of an answer whose place is known.
    func page(
        _ body: AnswerBody<Element>, at position: Int, asked: Int, of list: URL, in dialect: Dialect
    ) -> Page<Element> {
        let count = body.items.count
        // Past the end, WordPress says a total of 0.
        let total = count == 0 && position > 0 && body.facts.total == 0 ? nil : body.facts.total
        let largest = state.withLock { state in
            state.largestPage = max(state.largestPage, count)
            state.lists[list, default: SourceState.ListFacts()].total = total ?? state.lists[list]?.total
            return state.largestPage
        }
        let (end, overflow) = position.addingReportingOverflow(count)
        let continuation: Page<Element>.Continuation =
            if let total, !overflow, count == 0 || end <= total {
                end < total ? .more : .end
            } else if let hasMore = body.facts.hasMore {
                hasMore ? .more : .end
            } else if dialect.next != nil {
                body.facts.next != nil ? .more : .end
            } else if count == 0 {
                .end
            } else {
                // A page as long as the longest so far may have been cut by the server's own limit.
                count >= min(asked, largest) ? .more : .end
            }
        return Page(
            body.items, at: position, total: total, continuation: continuation, version: body.facts.version,
            byteCount: body.facts.byteCount)
    }
}

/// Tells the end of a list from an error.
enum PastEnd {
    /// Whether a failed request for a position means that the list ends before it.
    static func isMeant(
        by error: HTTPSourceError, at position: Int, knowing facts: SourceState.ListFacts?
    ) -> Bool {
        guard position > 0, case .status(let status, let problem) = error.reason else { return false }
        switch (status, facts) {
        case (416, _): return true
        // Django REST framework: "Invalid page."
        case (404, .some) where problem?.detail == "Invalid page.": return true
        // WordPress: `rest_post_invalid_page_number`.
        case (400, .some) where problem?.extensions["code"]?.string?.hasSuffix("invalid_page_number") == true:
            return true
        case (400, .some(let facts)), (422, .some(let facts)):
            return facts.total.map { position >= $0 } ?? false
        case (404, .some(let facts)): return facts.total.map { position >= $0 } ?? true
        default: return false
        }
    }
}
