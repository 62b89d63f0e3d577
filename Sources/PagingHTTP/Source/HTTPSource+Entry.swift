import Foundation
import Paging
import PagingCore
import PagingWire

/// Lists that are entered at their end or at a row.
extension HTTPSource {
    /// The last rows of a list.
    func endPage(_ limit: Int, of list: URL, in dialect: Dialect) async throws -> Page<Element> {
        guard let end = dialect.end else {
            if dialect.style.isPositional { return try await lastRows(limit, of: list, in: dialect) }
            // A list that comes whole.
            if dialect.next == nil { return try await cursorPage(after: nil, limit: limit, of: list, in: dialect) }
            throw HTTPSourceError(.cannotAsk(.before(nil, limit: limit)), address: Shown.address(list))
        }
        beginElsewhere()
        let question = try question(end, limit: limit, of: list, in: dialect)
        let reading = dialect.reading(end)
        let (body, address): (AnswerBody<Element>, URL)
        do {
            (body, address) = try await read(question, in: reading)
        } catch let error as HTTPSourceError {
            // Some lists of a server with cursors have none.
            guard dialect.style.isPositional, case .status(let status, _) = error.reason,
                [400, 404, 422].contains(status)
            else { throw error }
            return try await lastRows(limit, of: list, in: dialect)
        }
        var page = body.page(at: body.facts.position, total: body.facts.total, continuation: .end)
        page.beginning = entryBeginning(of: body, from: address, in: reading)
        if body.items.isEmpty { page.beginning = .start }
        let isSaid = end.isTrusted || body.facts.hasMore == false || state.withLock(\.upward.isEndProven)
        guard !isSaid, case .cursor = dialect.style, let next = cursor(body.facts.next, from: address) else {
            return placed(page, isEnd: true, in: dialect)
        }
        guard let rest = try await rowsToEnd(behind: next, limit: limit, of: list, in: dialect) else {
            throw HTTPSourceError(
                .ignoresParameters(end.parameters.keys.sorted().joined(separator: ", ")), address: Shown.address(list))
        }
        page.items += rest
        state.withLock { $0.upward.isEndProven = true }
        return placed(page, isEnd: true, in: dialect)
    }

    /// Proves that a page is the list's end: it reads the rows behind it, up to an answer without any. Few rows may have come meanwhile. A
    /// server that ignores the parameters returns its first page, behind which are more.
    ///
    /// - Returns: `nil` if it does not reach the end.
    private func rowsToEnd(
        behind cursor: Cursor, limit: Int, of list: URL, in dialect: Dialect
    ) async throws -> [Element]? {
        var (rows, cursor) = ([Element](), cursor)
        for _ in 0..<HTTPLimits.attemptsAtEnd {
            let (body, address) = try await read(
                question(after: cursor, limit: limit, of: list, in: dialect), in: dialect)
            rows += body.items
            guard !body.items.isEmpty, body.facts.hasMore != false,
                let next = self.cursor(body.facts.next, from: address)
            else {
                return rows
            }
            cursor = next
        }
        return nil
    }

    /// A walk begins anew when a list is entered elsewhere: earlier rows may come again, behind other cursors.
    private func beginElsewhere() {
        state.withLock { state in
            state.upward.begin()
            state.walk = .bothWays
        }
    }

    /// The rows around a row.
    func page(around id: Cursor, limit: Int, of list: URL, in dialect: Dialect) async throws -> Page<Element> {
        beginElsewhere()
        guard let around = dialect.around else {
            return try await joinedPage(around: id, limit: limit, of: list, in: dialect)
        }
        let reading = dialect.reading(around)
        let question = try question(around, cursor: id.description, limit: limit, of: list, in: dialect)
        let (body, address) = try await answer(question, for: id, of: list, in: reading)
        guard around.isTrusted || has(id, body, in: reading) else { throw noRow(id, at: address) }
        var page = body.page(at: body.facts.position, total: body.facts.total, continuation: .unspecified)
        if let next = cursor(body.facts.next, from: address) { page.continuation = .next(next) }
        if body.facts.hasMore == false || around.isTrusted && page.continuation == .unspecified {
            page.continuation = .end
        }
        page.beginning = entryBeginning(of: body, from: address, in: reading)
        if around.isTrusted, page.beginning == .unspecified { page.beginning = .start }
        return placed(page, isEnd: false, in: dialect)
    }

    /// The rows around a row, if cursors are identifiers of rows: the rows before it, and the rows behind the last of these, which begin with
    /// it.
    private func joinedPage(
        around id: Cursor, limit: Int, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element> {
        guard let before = dialect.before, dialect.hasRowsAsCursors, case .cursor = dialect.style else {
            throw HTTPSourceError(.cannotAsk(.around(id, limit: limit)), address: Shown.address(list))
        }
        let reading = dialect.reading(before)
        let half = max(1, limit / 2)
        let (body, address) = try await answer(
            question(before, cursor: id.description, limit: half, of: list, in: dialect), for: id, of: list, in: reading
        )
        let next = cursor(body.facts.next, from: address)
        guard body.items.isEmpty || next != nil else { throw noRow(id, at: address) }
        let from: Cursor? = body.items.isEmpty ? nil : next
        let below = from == nil && dialect.start != nil ? dialect.start.map(dialect.reading) ?? dialect : dialect
        let (rest, behind) = try await read(
            question(after: from, limit: max(1, limit - half), of: list, in: dialect), in: below)
        guard has(id, rest, in: below) || has(id, body, in: reading) else { throw noRow(id, at: behind) }
        var page = try WalkStep.$isRepeated.withValue(true) {
            try cursorPage(rest, after: from, from: behind, in: below)
        }
        page.items = body.items + page.items
        page.byteCount = (body.facts.byteCount ?? 0) + (page.byteCount ?? 0)
        if !body.items.isEmpty {
            page.beginning = entryBeginning(of: body, from: address, in: reading)
            page.metadata = body.page(at: nil, total: nil, continuation: .unspecified).metadata
        }
        page.position = nil
        return page
    }

    /// An answer about a row; throws if the row is not found.
    private func answer(
        _ question: HTTPClient.Question, for id: Cursor, of list: URL, in reading: Dialect
    ) async throws -> (body: AnswerBody<Element>, address: URL) {
        do {
            return try await read(question, in: reading)
        } catch let error as HTTPSourceError {
            guard case .status(404, _) = error.reason else { throw error }
            throw noRow(id, at: list)
        }
    }

    private func noRow(_ id: Cursor, at address: URL) -> HTTPSourceError {
        HTTPSourceError(.noSuchRow(Shown.text(id.description)), address: Shown.address(address))
    }

    /// `true` if an answer has a row, as far as its rows show their identifiers.
    func has(_ id: Cursor, _ body: AnswerBody<Element>, in dialect: Dialect) -> Bool {
        guard let rows = rows(of: body, in: dialect) else { return true }
        let text = id.description
        return rows.contains { row in
            let node = row["node"] ?? row
            return row.key(dialect.identifier) == text
                || JSONValue.identifierNames.contains { node[$0].flatMap(AnswerFacts.text) == text }
        } || keys(of: body, in: dialect)?.contains(text) == true
    }

    private func entryBeginning(of body: AnswerBody<Element>, from address: URL, in dialect: Dialect) -> PageBeginning {
        if body.facts.hasPrevious == false || body.facts.position == 0 { return .start }
        return above(body, from: address, in: dialect).map { .previous($0) } ?? .unspecified
    }

    /// A page of a list that is read by position, if its position is known. If not, the list is read by cursors from here on.
    private func placed(_ page: Page<Element>, isEnd: Bool, in dialect: Dialect) -> Page<Element> {
        var page = page
        guard dialect.style.isPositional else { return page }
        if isEnd, let total = page.total { page.position = page.position ?? max(0, total - page.items.count) }
        if let position = page.position {
            if position == 0 { page.beginning = .start }
            if let total = page.total { page.continuation = position + page.items.count < total ? .more : .end }
            page.capabilities = dialect.capabilities
        } else if let form = dialect.byCursors {
            state.withLock { $0.isReadByCursors = true }
            page.capabilities = form.capabilities
        }
        return page
    }

    /// The last rows of a list that is read by position: its total says where they are.
    private func lastRows(_ limit: Int, of list: URL, in dialect: Dialect) async throws -> Page<Element> {
        var total = state.withLock { $0.lists[list]?.total }
        if total == nil {
            var first = try await page(for: .positions(0..<limit), of: list, in: dialect)
            first.capabilities = dialect.capabilities
            if first.continuation == .end { return first }
            total = first.total
        }
        guard var end = total, end > 0 else {
            throw HTTPSourceError(.cannotAsk(.before(nil, limit: limit)), address: Shown.address(list))
        }
        var size = limit
        var page = Page<Element>([])
        for _ in 0..<HTTPLimits.attemptsAtEnd {
            let start = max(0, end - size)
            page = try await self.page(for: .positions(start..<end), of: list, in: dialect)
            let behind = (page.position ?? start) + page.items.count
            if page.continuation == .end, !page.items.isEmpty || start == 0 { break }
            // The list has become longer or shorter, or the server returns fewer rows than it is asked for.
            if let now = page.total, now != end { end = now } else if page.items.isEmpty { end = start }
            if behind < end, !page.items.isEmpty { size = min(size, page.items.count) }
            if end <= 0 { break }
        }
        page.capabilities = dialect.capabilities
        return page
    }
}

extension Dialect {
    /// `true` if the cursor for the rows before a row is the row's identifier.
    fileprivate var hasRowsAsCursors: Bool {
        if case .firstItem = previous { return true }
        return before?.parameters["min_id"] != nil
    }
}
