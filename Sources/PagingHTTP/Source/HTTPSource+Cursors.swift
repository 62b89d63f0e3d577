import Foundation
internal import Paging
public import PagingCore

/// Lists that are read in order: each answer names the next.
extension HTTPSource {
    func cursorPage(
        after cursor: Cursor?, limit: Int, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element> {
        if let cursor, let error = state.withLock({ $0.deadEnds[cursor] }) { throw error }
        if let cursor, state.withLock({ !$0.parameterGuesses.isEmpty }) {
            return try await pageByGuessedParameter(after: cursor, limit: limit, of: list, in: dialect)
        }
        let question = try question(after: cursor, limit: limit, of: list, in: dialect)
        let reading = cursor == nil ? dialect.start.map(dialect.reading) ?? dialect : dialect
        var (body, answered) = try await read(question, in: reading)
        if let kept = try await keptToLength(of: body, after: cursor, question, in: reading) { (body, answered) = kept }
        return try cursorPage(body, after: cursor, from: answered, in: reading)
    }

    /// Makes a page of an answer.
    ///
    /// Rows that arrived are a page, even if their link leads nowhere: the error is thrown when it is followed.
    func cursorPage(
        _ body: AnswerBody<Element>, after cursor: Cursor?, from address: URL, in dialect: Dialect
    ) throws -> Page<Element> {
        let total = dialect.rowsBefore > 0 ? body.facts.total.map { max(0, $0 - dialect.rowsBefore) } : body.facts.total
        var page = body.page(at: cursor == nil ? 0 : nil, total: total, continuation: .end)
        page.beginning =
            cursor == nil ? .start : above(body, from: address, in: dialect).map { .previous($0) } ?? .unspecified
        if body.facts.isPart { throw HTTPSourceError(.rowsInParts, address: Shown.address(address)) }
        let isSaidToEnd = body.facts.hasMore == false
        var next = isSaidToEnd ? nil : self.cursor(body.facts.next, from: address)
        // At the end, Solr returns the same mark again, and Crossref another one: all rows in its total have come.
        if body.items.isEmpty, next == cursor || hasMet(total, before: cursor) { next = nil }
        if next == nil, !isSaidToEnd, body.facts.hasMore == true, !body.items.isEmpty {
            page.continuation = deadEnd(.noWayOn(items: body.items.count, total: body.facts.total), at: address)
        }
        let isOwn = dialect.body == nil && next != nil && next == Cursor(address.absoluteString)
        let sketch = sketch(of: body, number: state.withLock(\.walk.pages), in: dialect)
        // Parameters are compared with the first page as it is by now.
        if cursor == nil, let sketch {
            state.withLock { if !$0.parameterGuesses.isEmpty { $0.firstSketch = sketch } }
        }
        if WalkStep.isRepeated { return self.page(page, leadingTo: next) }
        let verdict = state.withLock { state in
            if cursor == nil { state.upward.begin() }
            return state.walk.take(
                body.items.count, after: cursor, next: isOwn ? cursor : next, sketch: sketch,
                maximumEmptyPages: client.limits.maximumEmptyPages)
        }
        switch verdict {
        case .cameBefore: throw severalLists ?? HTTPSourceError(.noProgress, address: Shown.address(address))
        case .leadsBack where isOwn || next != nil: page.continuation = deadEnd(.noProgress, at: address)
        case .staysEmpty: page.continuation = deadEnd(.onlyEmptyPages(client.limits.maximumEmptyPages), at: address)
        case .leadsBack, .isProgress:
            // Addresses that only count go on forever after some lists' ends.
            let counts = next.map { Query.counts(from: address, to: $0.description) } ?? false
            if let next, !counts || state.withLock(\.walk.emptyPages) < CursorWalk.maximumEmptyCountedPages {
                page.continuation = isOwn || next == cursor ? deadEnd(.noProgress, at: address) : .next(next)
            }
        }
        if page.continuation == .end {
            let seen = state.withLock { $0.walk.rowsBehind(cursor, count: body.items.count) }
            judgeEnd(body, seen: seen, isFirst: cursor == nil, cursor: cursor, from: address, in: dialect)
            if cursor == nil, let sign = signOfMistypedPath(in: body) {
                page.continuation = deadEnd(.endContradicted(sign: sign), at: address)
            }
        }
        return page
    }

    /// `true` if as many rows came before a cursor as the total says.
    private func hasMet(_ total: Int?, before cursor: Cursor?) -> Bool {
        total != nil && total == state.withLock { $0.walk.rowsBehind(cursor, count: 0) }
    }

    private func page(_ page: Page<Element>, leadingTo next: Cursor?) -> Page<Element> {
        var page = page
        if let next { page.continuation = .next(next) }
        return page
    }

    /// Asks once more for a page of a list that is read in order, to see if it is unchanged. That is no step of a walk.
    ///
    /// - Throws: the errors of ``page(for:)``.
    public func repeatedPage(after cursor: Cursor?, limit: Int) async throws -> Page<Element> {
        try await WalkStep.$isRepeated.withValue(true) { try await page(for: .after(cursor, limit: limit)) }
    }

    /// A cursor that leads nowhere: following it throws.
    func deadEnd(_ reason: HTTPSourceError.Reason, at address: URL) -> Page<Element>.Continuation {
        state.withLock { state in
            let cursor = Cursor("\u{0}\(reason)")
            state.deadEnds[cursor] = HTTPSourceError(reason, address: Shown.address(address))
            return .next(cursor)
        }
    }

    /// A page's sketch. Rows of a known type are read a second time for it, in the first pages and in some later ones.
    func sketch(of body: AnswerBody<Element>, number: Int, in dialect: Dialect) -> PageSketch? {
        if let rows = body.items.ofUnknownType {
            return PageSketch(rows, identifier: JSONValue.guessedIdentifier(in: rows))
        }
        let isSampled = number < CursorWalk.sampledPages || number.isMultiple(of: CursorWalk.sampledPages)
        guard isSampled, let answer = body.answer,
            let json = try? BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth),
            let rows = json.rows(in: dialect)
        else { return nil }
        return PageSketch(rows, identifier: JSONValue.guessedIdentifier(in: rows))
    }

    /// Asks for the second page by the parameters that may take the cursor, the likeliest first, until one returns other rows than the first
    /// page.
    private func pageByGuessedParameter(
        after cursor: Cursor, limit: Int, of list: URL, in dialect: Dialect
    ) async throws -> Page<Element> {
        let (guesses, first) = state.withLock { ($0.parameterGuesses, $0.firstSketch) }
        var (refusal, empty): ((any Error)?, (Dialect, AnswerBody<Element>, URL)?)
        for name in guesses.prefix(HTTPLimits.maximumGuesses) {
            var dialect = dialect
            if case .cursor(_, let size) = dialect.style { dialect.style = .cursor(name, size: size) }
            do {
                let question = try question(after: cursor, limit: limit, of: list, in: dialect)
                var (body, answered) = try await read(question, in: dialect)
                if let kept = try await keptToLength(of: body, after: cursor, question, in: dialect) {
                    (body, answered) = kept
                }
                let next = self.cursor(body.facts.next, from: answered)
                if body.items.isEmpty, next == nil || next == cursor {
                    empty = empty ?? (dialect, body, answered)
                    continue
                }
                if let first, let now = sketch(of: body, number: 0, in: dialect), first.isSame(as: now) == true {
                    continue
                }
                return try settled(dialect, body, after: cursor, from: answered)
            } catch let error as HTTPSourceError {
                guard case .status(let status, _) = error.reason, [400, 404, 422].contains(status) else { throw error }
                refusal = refusal ?? error
            }
        }
        if let (dialect, body, answered) = empty { return try settled(dialect, body, after: cursor, from: answered) }
        throw refusal ?? HTTPSourceError(.noProgress, address: Shown.address(list))
    }

    private func settled(
        _ dialect: Dialect, _ body: AnswerBody<Element>, after cursor: Cursor, from address: URL
    ) throws -> Page<Element> {
        state.withLock { state in
            state.parameterGuesses = []
            state.dialect?.style = dialect.style
            if let spoken = state.dialect { state.recognized = Recognition(dialect: spoken).summary }
        }
        return try cursorPage(body, after: cursor, from: address, in: dialect)
    }

    /// A step as a cursor. An address that cannot be resolved stays as it is, and fails when it is followed: the items that came with it are
    /// good.
    func cursor(_ step: AnswerFacts.Step?, from address: URL) -> Cursor? {
        switch step {
        case nil: nil
        case .cursor(let value): Cursor(value)
        case .address(let text):
            Cursor(text.contains("://") ? text : WireAddress.resolve(text, relativeTo: address)?.absoluteString ?? text)
        case .parameters(let members):
            Cursor(Query.parameters(members).map(\.text).joined(separator: "&"))
        }
    }

    func question(
        after cursor: Cursor?, limit: Int, of list: URL, in dialect: Dialect
    ) throws -> HTTPClient.Question {
        guard case .cursor(let cursorName, let sizeName) = dialect.style else { return (list, HTTPClient.Asking()) }
        let limit = min(limit, state.withLock(\.keptLength) ?? .max)
        let size = sizeName.map { [Query.Parameter($0.description, String(limit))] } ?? []
        guard let cursor else {
            if let start = dialect.start { return try question(start, limit: limit, of: list, in: dialect) }
            return try question(list, size, in: dialect)
        }
        switch dialect.next {
        case .cursor, .lastItem, .firstItem, .keyBehindLast, .cursorHeader:
            let name = cursorName?.description ?? "cursor"
            let text = cursor.description
            let value =
                dialect.body == nil
                ? Query.Parameter(name: name, encodedValue: Query.encodedCursor(text)) : Query.Parameter(name, text)
            return try question(list, [value] + size, in: dialect)
        case .parameters, .values:
            let members = cursor.description.split(separator: "&").map(Query.Parameter.init)
            return try question(list, members + size, in: dialect)
        case .address, .relation, .link, .header, nil:
            let text = cursor.description
            guard let next = WireAddress.resolve(text, relativeTo: list), HTTPClient.canAsk(next) else {
                throw HTTPSourceError(.badAddress(Shown.text(text)), address: Shown.address(list))
            }
            // A size that the server wrote into the address is replaced by the one that was asked for.
            guard preferredPageSize != nil, let own = Dialect.sizeParameter(of: next) else {
                let asking =
                    dialect.request?.getsNext == true ? HTTPClient.Asking() : try question(list, [], in: dialect).asking
                return (next, asking)
            }
            return (Query.setting([Query.Parameter(own.name, String(limit))], in: next) ?? next, HTTPClient.Asking())
        }
    }
}

/// The kind of request.
enum WalkStep {
    /// `true` if the page was requested before.
    @TaskLocal static var isRepeated = false
}

extension Cursor {
    /// `true` if it leads nowhere: following it throws the reason.
    public var isDeadEnd: Bool { description.hasPrefix("\u{0}") }
}
