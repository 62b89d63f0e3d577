import Foundation
import Paging
import PagingCore
import PagingWire

/// The page before a cursor.
extension HTTPSource {
    func page(
        before cursor: Cursor, limit: Int, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element> {
        if let error = state.withLock({ $0.deadEnds[cursor] }) { throw error }
        let asking = try asking(before: cursor, limit: limit, of: list, in: dialect)
        for _ in 1..<HTTPLimits.attemptsAtProof {
            // A row may have come between the rows and what proves them.
            if let page = try await page(before: cursor, asking, limit: limit, of: list, in: dialect) { return page }
        }
        if let page = try await page(before: cursor, asking, limit: limit, of: list, in: dialect) { return page }
        throw HTTPSourceError(.ignoresParameters(asking.names), address: Shown.address(list))
    }

    /// How what comes before a cursor is asked for.
    private struct Asking {
        let question: HTTPClient.Question
        let reading: Dialect
        /// `true` if its answers are believed without a proof.
        let isTrusted: Bool
        /// The parameter that asks for it, for people.
        let names: String
    }

    private func asking(
        before cursor: Cursor, limit: Int, of list: URL, in dialect: Dialect
    ) throws -> Asking {
        var text = cursor.description
        if dialect.namesAddresses(dialect.previous), let address = WireAddress.resolve(text, relativeTo: list),
            text.contains("://") || dialect.before == nil
        {
            guard HTTPClient.canAsk(address) else {
                throw HTTPSourceError(.badAddress(Shown.text(text)), address: Shown.address(list))
            }
            guard let newest = Query.value("since_id", in: address), dialect.before?.parameters["min_id"] != nil else {
                var question = (address: address, asking: try self.question(list, [], in: dialect).asking)
                if preferredPageSize != nil, let own = Dialect.sizeParameter(of: address) {
                    question.address = Query.setting([Query.Parameter(own.name, String(limit))], in: address) ?? address
                }
                return Asking(
                    question: question, reading: dialect.reading(Dialect.Anchored([:])), isTrusted: true,
                    names: Shown.address(address))
            }
            // Rows newer than a row are read from the newest on, which is not what comes before it.
            text = newest
        }
        if let before = dialect.before {
            return Asking(
                question: try question(before, cursor: text, limit: limit, of: list, in: dialect),
                reading: dialect.reading(before), isTrusted: before.isTrusted,
                names: before.parameters.keys.sorted().joined(separator: ", "))
        }
        guard dialect.hasCursorBothWays else {
            throw HTTPSourceError(.cannotAsk(.before(cursor, limit: limit)), address: Shown.address(list))
        }
        return Asking(
            question: try question(after: cursor, limit: limit, of: list, in: dialect),
            reading: dialect.reading(Dialect.Anchored([:])), isTrusted: false,
            names: dialect.cursorParameter?.description ?? "cursor")
    }

    /// - Returns: `nil` if nothing proves that the rows come before the cursor.
    private func page(
        before cursor: Cursor, _ asking: Asking, limit: Int, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element>? {
        let (body, address) = try await read(asking.question, in: asking.reading)
        let isTrusted = asking.isTrusted || state.withLock(\.upward.isProven)
        let below = keys(below: cursor, in: dialect)
        if body.items.isEmpty, !leadsOn(body, before: cursor, from: address), !isTrusted, let below {
            return try await start(above: below, of: list, in: dialect)
        }
        var page = body.page(at: body.facts.position, total: body.facts.total, continuation: .unspecified)
        if let next = self.cursor(body.facts.next, from: address) { page.continuation = .next(next) }
        if !body.items.isEmpty, let known = below ?? dialect.rowKey(of: cursor).map({ [$0] }) {
            let rows = below == nil && isTrusted ? [] : keys(of: body, in: asking.reading) ?? []
            if rows.count > 1, rows.last == known.first {
                // The cursor's own row comes along.
                page.items.removeLast()
                page.continuation = .unspecified
            } else if known.prefix(2).allSatisfy(rows.contains) {
                return nil
            }
            if isTrusted {
                if below != nil { state.withLock { $0.upward.prove() } }
            } else if try await isFollowed(body, from: address, by: known, of: list, in: dialect) {
                state.withLock { $0.upward.prove() }
            } else {
                if below != nil { return nil }
                // The cursor's own row may be gone; of a server that ignores the parameter the first page comes.
                if try await isFirstPage(rows, of: list, in: dialect) { return nil }
            }
        }
        page.beginning = try beginning(of: body, before: cursor, from: address, in: asking.reading)
        return page
    }

    /// `true` if an answer without rows leads on all the same.
    private func leadsOn(_ body: AnswerBody<Element>, before cursor: Cursor, from address: URL) -> Bool {
        guard body.facts.hasPrevious != false, let previous = self.cursor(body.facts.previous, from: address) else {
            return false
        }
        return previous != cursor
    }

    /// `true` if what follows an answer begins with the rows that it is to come before: with one of the first, as others may have come or gone.
    private func isFollowed(
        _ body: AnswerBody<Element>, from address: URL, by below: [String], of list: URL, in dialect: Dialect
    ) async throws -> Bool {
        guard let next = self.cursor(body.facts.next, from: address) else { return false }
        let behind = try await read(question(after: next, limit: 2, of: list, in: dialect), in: dialect).body
        let rows = keys(of: behind, in: dialect) ?? []
        return rows.prefix(2).contains { below.contains($0) }
    }

    /// `true` if rows are the list's first, which is what a server answers with that understands nothing.
    private func isFirstPage(_ rows: [String], of list: URL, in dialect: Dialect) async throws -> Bool {
        let reading = dialect.start.map(dialect.reading) ?? dialect
        let first = try await read(question(after: nil, limit: rows.count, of: list, in: dialect), in: reading).body
        let keys = keys(of: first, in: reading) ?? []
        return keys.first == rows.first
    }

    /// The rows above the first ones below a cursor before which a server had nothing, which it may not have understood: the list's first page
    /// tells.
    ///
    /// - Returns: `nil` if they are not in it.
    private func start(above below: [String], of list: URL, in dialect: Dialect) async throws -> Page<Element>? {
        let reading = dialect.start.map(dialect.reading) ?? dialect
        let question = try question(after: nil, limit: HTTPLimits.rowsOfProof, of: list, in: dialect)
        let body = try await read(question, in: reading).body
        guard let rows = keys(of: body, in: reading) else { return nil }
        guard let index = rows.firstIndex(where: below.contains) else {
            // A list whose rows are all gone meanwhile.
            return rows.isEmpty ? Page([], beginning: .start) : nil
        }
        if index == 0 { state.withLock { $0.upward.prove() } }
        var page = body.page(at: nil, total: body.facts.total, continuation: .unspecified)
        page.items.removeLast(page.items.count - min(index, page.items.count))
        page.beginning = .start
        return page
    }

    /// The rows before an answer to a request upwards.
    private func beginning(
        of body: AnswerBody<Element>, before cursor: Cursor, from address: URL, in dialect: Dialect
    ) throws -> PageBeginning {
        if body.facts.hasPrevious == false { return .start }
        let previous = above(body, from: address, in: dialect)
        if WalkStep.isRepeated { return previous.map { .previous($0) } ?? .start }
        let (number, isEmpty) = (state.withLock(\.upward.pages), body.items.isEmpty)
        if isEmpty, previous == nil || previous == cursor { return .start }
        let sketch = sketch(of: body, number: number, in: dialect)
        let verdict = state.withLock {
            $0.walk.readsBothWays = true
            return $0.upward.take(body.items.count, before: cursor, previous: previous, sketch: sketch)
        }
        switch verdict {
        case .cameBefore: throw HTTPSourceError(.noProgress, address: Shown.address(address))
        case .leadsBack: return deadEndAbove(.noProgress, at: address)
        case .staysEmpty: return deadEndAbove(.onlyEmptyPages(HTTPLimits.defaultMaximumEmptyPages), at: address)
        case .isProgress: break
        }
        if let previous { return .previous(previous) }
        // The server says that something comes before, and left it out.
        return body.facts.hasPrevious == true
            ? deadEndAbove(.noWayOn(items: body.items.count, total: nil), at: address) : .start
    }

    private func deadEndAbove(_ reason: HTTPSourceError.Reason, at address: URL) -> PageBeginning {
        guard case .next(let cursor) = deadEnd(reason, at: address) else { return .unspecified }
        return .previous(cursor)
    }
}
