import Foundation
import Paging
import PagingCore
import PagingWire

/// Lists that are read by position or by page number.
extension HTTPSource {
    func offsetPage(_ range: Range<Int>, of list: URL, in dialect: Dialect) async throws -> Page<Element> {
        guard case .offset(let offset, let limit) = dialect.style else { return Page([]) }
        let size = limit.map { [Query.Parameter($0.description, String(range.count))] } ?? []
        func parameters(_ position: Int) -> [Query.Parameter] {
            [Query.Parameter(offset.description, String(position &+ dialect.firstPosition))] + size
        }
        let body = try await bodyBeforeEnd(
            parameters(range.lowerBound), before: parameters(range.upperBound), at: range.lowerBound, of: list,
            in: dialect)
        guard let body else {
            return Page([], at: range.lowerBound, continuation: .end)
        }
        var page = page(body, at: range.lowerBound, asked: range.count, of: list, in: dialect)
        let end = range.lowerBound + page.items.count
        if page.continuation == .more, page.total == nil, body.facts.hasMore == nil,
            state.withLock({ $0.lists[list]?.provenEnd }) == end
        {
            // The list ended there when that was found out; by now rows may have come behind it.
            let behind = try await bodyBeforeEnd(
                parameters(end), before: parameters(end + 1), at: end, of: list, in: dialect)
            if behind?.items.isEmpty ?? true {
                page.continuation = .end
            } else {
                state.withLock { $0.lists[list]?.provenEnd = nil }
            }
        }
        return page
    }

    func numberedPages(_ range: Range<Int>, of list: URL, in dialect: Dialect) async throws -> Page<Element> {
        guard case .page(_, let sizeName, _) = dialect.style else { return Page([]) }
        if let size = state.withLock(\.pageSize) {
            let page =
                LoadOptions.skipsCaches
                ? try await steadyPages(range, size: size, of: list, in: dialect)
                : try await numberedPages(range, size: size, of: list, in: dialect)
            try checkPlace(of: page, size: size, for: range, of: list)
            return page
        }
        // The server may limit the size that it is asked for, or ignore it, and then every page but the first is at another position than
        // computed. A later page of the requested length proves nothing, since it may be the last of another size. So the first page shows the
        // size, and it is almost always the first one requested.
        let candidate = sizeName == nil ? nil : preferredPageSize ?? range.count
        let first =
            try await numberedPage(0, size: candidate, of: list, in: dialect) ?? Page([], at: 0, continuation: .end)
        let isWhole = first.continuation == .end
        if isWhole || range.lowerBound < first.items.count { return first }
        let size = state.withLock(\.pageSize) ?? candidate ?? max(1, first.items.count)
        let page = try await numberedPages(range, size: size, of: list, in: dialect)
        try checkPlace(of: page, size: size, for: range, of: list)
        return page
    }

    /// Refuses a page that shows that a row's page cannot be computed: the requested row is neither in its own page nor at the start of the
    /// next.
    private func checkPlace(of page: Page<Element>, size: Int, for range: Range<Int>, of list: URL) throws {
        guard let position = page.position, !page.items.isEmpty, page.continuation != .end,
            position + page.items.count <= range.lowerBound
        else { return }
        throw HTTPSourceError(.unevenPages(rows: page.items.count, size: size), address: Shown.address(list))
    }

    /// Refuses a page that is longer than the known page size: the pages behind it are not at their computed positions.
    func checkLength(of count: Int, size: Int, from address: URL) throws {
        guard count > size else { return }
        throw HTTPSourceError(.unevenPages(rows: count, size: size), address: Shown.address(address))
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
        // A page of another size is the last, or one with items left out: the rows behind it are not at their computed positions.
        while index < last, result.items.count == (index - first + 1) * size, result.continuation != .end {
            index += 1
            let following: Page<Element>?
            do {
                following = try await numberedPage(index, size: size, of: list, in: dialect)
            } catch  where !(error is CancellationError || Task.isCancelled || error.namesWait) {
                // The pages before it came. The failed page is requested again by itself, at once, and throws if it still fails. Rows above the
                // range are left out: otherwise a page whose first row is above it would look like a page at another position.
                let above = range.lowerBound - first * size
                result.items.removeFirst(min(above, result.items.count))
                result.position = range.lowerBound
                break
            }
            guard let next = following else {
                result.continuation = .end
                break
            }
            // Pages of two states of the list are not one answer; the missing rows are requested again.
            if next.version != result.version || next.total != result.total { break }
            result.items += next.items
            result.byteCount = (result.byteCount ?? 0) + (next.byteCount ?? 0)
            result.continuation = next.continuation
            (result.age, result.isStale) = (
                [result.age, next.age].compactMap { $0 }.max(), result.isStale || next.isStale
            )
        }
        return result
    }

    /// The page that holds a range's first row, and the one behind it, with no row missing between them. If rows come or go between two
    /// requests, rows that cross a page's edge would be skipped. So either both pages have a row in common, or the first one is the same before
    /// and after the second. If neither is so, the first comes alone.
    private func steadyPages(
        _ range: Range<Int>, size: Int, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element> {
        let first = range.lowerBound / size
        guard var above = try await numberedPage(first, size: size, of: list, in: dialect) else {
            return Page([], at: range.lowerBound, continuation: .end)
        }
        guard (range.upperBound - 1) / size > first else { return above }
        for _ in 0..<HTTPLimits.attemptsAtSteadyPages where above.items.count == size && above.continuation != .end {
            let below = try await numberedPage(first + 1, size: size, of: list, in: dialect)
            if let joined = above.joined(with: below) { return joined }
            guard let again = try await numberedPage(first, size: size, of: list, in: dialect) else { break }
            let isSame =
                again.isSame(as: above) && below.map { again.total == $0.total && again.version == $0.version } ?? true
            above = again
            guard isSame else {
                if let joined = above.joined(with: below) { return joined }
                continue
            }
            guard let below else {
                above.continuation = .end
                break
            }
            return above.followed(by: below.items, of: below)
        }
        return above
    }

    /// One numbered page, counted from 0, or `nil` past the end.
    private func numberedPage(
        _ index: Int, size: Int?, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element>? {
        guard case .page(let number, let sizeName, let firstNumber) = dialect.style else { return nil }
        let (sum, overflow) = index.addingReportingOverflow(firstNumber)
        guard !overflow else { return nil }
        func parameters(_ sum: Int) -> [Query.Parameter] {
            [Query.Parameter(number.description, String(sum))]
                + (sizeName.flatMap { name in size.map { [Query.Parameter(name.description, String($0))] } } ?? [])
        }
        // If the size is unknown, only the first page is asked for.
        let position = index * (size ?? 0)
        let body = try await bodyBeforeEnd(
            parameters(sum), before: parameters(sum &+ 1), at: position, of: list, in: dialect)
        guard let body else { return nil }
        var page = page(body, at: position, asked: size ?? body.items.count, of: list, in: dialect)
        if page.total == nil, let pages = body.facts.pageCount {
            page.continuation = index + 1 < pages ? .more : .end
        }
        if index > 0, let size { try checkLength(of: page.items.count, size: size, from: list) }
        if index == 0, page.continuation != .end, !page.items.isEmpty {
            // The number of rows that arrived counts, not the size that the server reports: some repeat the requested size and return fewer
            // rows. A list that was shorter than a page when it was first seen may have grown.
            state.withLock { $0.pageSize = max($0.pageSize ?? 0, page.items.count) }
        }
        return page
    }

    /// Reads an answer, or `nil` if the position is past the end.
    ///
    /// - Parameter following: the parameters of a request for the rows behind the answer.
    private func bodyBeforeEnd(
        _ parameters: [Query.Parameter], before following: [Query.Parameter], at position: Int, of list: URL,
        in dialect: Dialect
    ) async throws -> AnswerBody<Element>? {
        do {
            let body = try await read(question(list, parameters, in: dialect), in: dialect).body
            let (known, sketch) = state.withLock { ($0.lists[list]?.last, $0.lists[list]?.lastSketch) }
            guard let last = known, last.position < position, !body.items.isEmpty,
                last.fingerprint == body.fingerprint || body.isSame(as: sketch)
            else { return body }
            // The rows of the previous page: either so many rows came at the top of the list, or the server returns its last page again and
            // again.
            let next = try await read(question(list, following, in: dialect), in: dialect).body
            guard next.fingerprint == body.fingerprint || next.isSame(as: body.sketch) else { return body }
            if last.position > 0, body.isDistinctive { return nil }
            throw HTTPSourceError(.endNotProven(items: body.items.count), address: Shown.address(list))
        } catch let error as HTTPSourceError {
            let facts = state.withLock { $0.lists[list] }
            if PastEnd.isMeant(by: error, at: position, knowing: facts) {
                if position >= facts?.farthest ?? 0 { judgeEnd(at: position, of: list, in: dialect) }
                return nil
            }
            throw error
        }
    }

    /// `true` if the total may be the number of rows in the answer: it is called `count`, and nothing else marks an end.
    private func isCountOfPage(_ body: AnswerBody<Element>, in dialect: Dialect) -> Bool {
        guard self.dialect.style == .automatic, self.dialect.total == nil, case .path(let path) = dialect.total else {
            return false
        }
        return path.names.last.map { FieldName($0).joined == "count" } == true && dialect.next == nil
            && body.facts.hasMore == nil && body.answer.flatMap { signs(of: $0, in: dialect) }?.namesEnd != true
    }

    /// Makes a page of an answer whose position is known.
    func page(
        _ body: AnswerBody<Element>, at position: Int, asked: Int, of list: URL, in dialect: Dialect
    ) -> Page<Element> {
        let count = body.items.count
        // Past the end, WordPress reports a total of 0.
        let isBehindRows = position > 0 || dialect.rowsBefore > 0
        let toldTotal = count == 0 && isBehindRows && body.facts.total == 0 ? nil : body.facts.total
        let total = dialect.rowsBefore > 0 ? toldTotal.map { max(0, $0 - dialect.rowsBefore) } : toldTotal
        let (end, overflow) = position.addingReportingOverflow(count)
        // A refresh has to find rows that have come behind the end since that was found out.
        let isFollowedByNothing =
            !overflow && !LoadOptions.skipsCaches && state.withLock { $0.lists[list]?.provenEnd } == end
        let mayBeCountOfPage = position == 0 && count > 0 && total == count && isCountOfPage(body, in: dialect)
        let largest = state.withLock { state in
            state.largestPage = max(state.largestPage, count)
            var facts = state.lists[list] ?? SourceState.ListFacts()
            facts.total = total ?? facts.total
            if count > 0 {
                (facts.last, facts.lastCount) = ((position, body.fingerprint), count)
                facts.lastSketch = body.sketch
                facts.lastRow = body.lastRow
            } else {
                facts.emptyFrom = min(facts.emptyFrom ?? position, position)
            }
            if count > 0, !overflow, let empty = facts.emptyFrom, empty < end { facts.emptyFrom = nil }
            if position >= facts.farthest { (facts.farthest, facts.doubt) = (position, nil) }
            if !overflow { facts.noteRows(position..<end) }
            if position > 0, count > 0, let total, count >= total - position {
                // Rows behind the total contradict it.
                let isFull = count >= min(asked, state.largestPage)
                facts.unprovenEnd = count > total - position || isFull ? total : nil
            }
            if mayBeCountOfPage { facts.unprovenEnd = total }
            state.lists[list] = facts
            return state.largestPage
        }
        let continuation: Page<Element>.Continuation =
            if let total, !overflow, count == 0 || end <= total {
                end < total ? .more : .end
            } else if let hasMore = body.facts.hasMore {
                hasMore ? .more : .end
            } else if dialect.next != nil {
                body.facts.next != nil ? .more : .end
            } else if count == 0 || isFollowedByNothing {
                .end
            } else {
                // A page as long as the longest so far may have been cut by the server's own limit.
                count >= min(asked, largest) ? .more : .end
            }
        let endsByLength =
            continuation == .end && total == nil && body.facts.hasMore == nil && body.facts.pageCount == nil
            && (dialect.next == nil || body.answer?.hasNoContent == true)
            && (count == 0 ? position > 0 : !isFollowedByNothing)
        if endsByLength {
            let page = SourceState.ShortPage(
                position: position, count: count, length: max(1, count, min(asked, largest)))
            // If a total was reported before, an empty page shows that it was right, or contradicts it.
            state.withLock { if count > 0 || $0.lists[list]?.total == nil { $0.lists[list]?.note(page) } }
        }
        if continuation == .end, state.withLock({ position >= $0.lists[list]?.farthest ?? 0 }) {
            judgeEnd(
                body, seen: count > 0 && !overflow ? end : nil, isFirst: position == 0, from: list, of: list,
                in: dialect)
            if total == nil, count == 0 || endsByLength {
                judgeEnd(at: overflow ? position : end, of: list, in: dialect)
            }
        }
        return body.page(at: position, total: total, continuation: continuation)
    }
}

extension SourceState.ListFacts {
    /// Notes that only the length of a page marks the list's end. If several pages do, the list ends at the first of them: readers ask for pages
    /// behind the end, too.
    mutating func note(_ page: SourceState.ShortPage) {
        guard !page.position.addingReportingOverflow(page.length).overflow else { return }
        if let shortPage, shortPage.position < page.position { return }
        shortPage = page
    }

    /// Rows came. The list has grown if they follow its former end.
    fileprivate mutating func noteRows(_ rows: Range<Int>) {
        if let end = shortPage?.end, rows.lowerBound <= end, rows.upperBound > end { shortPage = nil }
    }
}

/// Distinguishes the end of a list from an error.
enum PastEnd {
    /// `true` if a failed request for a position means that the list ends before it.
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
            return (facts.total ?? facts.provenEnd).map { position >= $0 } ?? false
        case (404, .some(let facts)): return facts.total.map { position >= $0 } ?? true
        default: return false
        }
    }
}

extension Error {
    /// `true` if the server asks for a pause.
    fileprivate var namesWait: Bool { (self as? any LoadError)?.retryAfter.map { $0 > .zero } ?? false }
}

extension Page {
    /// `true` if another page has the same rows, as far as their type allows a comparison, and is of the same state of the list.
    fileprivate func isSame(as other: Page) -> Bool {
        guard version == other.version, total == other.total, items.count == other.items.count else { return false }
        guard let rows = items.ofUnknownType, let others = other.items.ofUnknownType else { return true }
        return rows == others
    }

    /// This page, followed by the rows of another behind a row that both have, or `nil` if they have none in common.
    fileprivate func joined(with other: Page?) -> Page? {
        guard let other, let rows = items.ofUnknownType, let others = other.items.ofUnknownType else { return nil }
        let known = Set(rows)
        guard version == other.version, let common = others.lastIndex(where: known.contains) else { return nil }
        return followed(by: other.items[(common + 1)...], of: other)
    }

    /// This page, followed by rows of another page.
    fileprivate func followed(by rows: some Sequence<Item>, of other: Page) -> Page {
        var page = self
        page.items += rows
        page.byteCount = (byteCount ?? 0) + (other.byteCount ?? 0)
        (page.total, page.continuation) = (other.total, other.continuation)
        (page.age, page.isStale) = ([age, other.age].compactMap { $0 }.max(), isStale || other.isStale)
        return page
    }
}
