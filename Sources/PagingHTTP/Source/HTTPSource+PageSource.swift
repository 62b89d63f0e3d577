import Foundation
public import Paging
public import PagingCore
import PagingWire

extension HTTPSource: PageSource {
    /// The API's capabilities: none until the first answer, with an automatic dialect. A grouped list has sections and is read by position.
    public var capabilities: SourceCapabilities {
        groupBy == nil ? state.withLock { $0.readDialect?.capabilities ?? [] } : [.positions, .sections]
    }

    /// The address's scheme, host and port, if the transport is ``URLSessionTransport``, or `nil` for another transport.
    public var server: String? { client.server }

    /// Asks the API for a page.
    ///
    /// A request for positions may return a longer page that starts earlier (whole numbered pages), or a shorter one (a server that limits the
    /// size, the end of a section). ``Page/position`` is its actual position.
    ///
    /// A page from a ``PageCache`` has an ``Page/age`` and ``Page/isStale``. A cached answer that proves unusable is requested again.
    ///
    /// - Throws: ``HTTPSourceError``; `CancellationError`; the request hook's error.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        try await PageRequests.$current.withValue(PageRequests()) { try await pageByCache(for: request) }
    }

    private func pageByCache(for request: PageRequest) async throws -> Page<Element> {
        guard client.cache != nil else { return try await answer(request) }
        let asking = PageAsking(isFirst: request.isFromStart)
        do {
            return try await PageAsking.$current.withValue(asking) { try await answer(request) }
        } catch  where asking.hasUsedKept && !error.mayPass {
            return try await LoadOptions.$skipsCaches.withValue(true) {
                try await PageAsking.$current.withValue(asking) { try await answer(request) }
            }
        }
    }

    private func answer(_ request: PageRequest) async throws -> Page<Element> {
        if groupBy != nil { return try await sectionedPage(for: request) }
        if dialect.isReversed { return try await reversedPage(for: request) }
        var page = try await page(for: request, of: url)
        // A list may have refused the answer that told it first.
        if page.capabilities == nil, dialect.style == .automatic {
            page.capabilities = state.withLock { $0.readDialect?.capabilities }
        }
        return page
    }

    /// Answers a request about one list: the whole, or a section.
    func page(for request: PageRequest, of list: URL) async throws -> Page<Element> {
        let trial = state.withLock(\.trial)
        // A reader that overlaps pages goes on from a page of one row by asking for that row together with the following ones.
        let goesOn = trial?.items.count == 1 && request.limit > 1 && state.withLock { $0.lists[list] != nil }
        if let trial, !(trial.list == list && request.isFromStart && !goesOn) {
            if let page = try await answer(request, of: list, after: trial) { return page }
        }
        guard trial == nil || state.withLock({ $0.trial == nil }), let spoken = spokenDialect else {
            let first = try await recognize(list)
            if let page = first.page, first.answers(request) { return page }
            guard let spoken = first.dialect else { return try first.wholeList(request, list) }
            var page = try await self.page(for: request, of: list)
            page.capabilities = page.capabilities ?? spoken.capabilities
            return page
        }
        return try await page(for: request, of: list, in: spoken)
    }

    func page(for request: PageRequest, of list: URL, in dialect: Dialect) async throws -> Page<Element> {
        switch (dialect.style, request) {
        case (_, .before(nil, let limit)): return try await endPage(limit, of: list, in: dialect)
        case (_, .around(let id, let limit)): return try await page(around: id, limit: limit, of: list, in: dialect)
        case (.cursor, .before(let cursor?, let limit)):
            return try await page(before: cursor, limit: limit, of: list, in: dialect)
        case (.offset, .positions(let range)): return try await offsetPage(range, of: list, in: dialect)
        case (.page, .positions(let range)): return try await numberedPages(range, of: list, in: dialect)
        case (.offset, .after(nil, let limit)): return try await offsetPage(0..<limit, of: list, in: dialect)
        case (.page, .after(nil, let limit)): return try await numberedPages(0..<limit, of: list, in: dialect)
        case (.cursor, .after(let cursor, let limit)):
            return try await cursorPage(after: cursor, limit: limit, of: list, in: dialect)
        case (.cursor, .positions(let range)) where range.lowerBound == 0:
            return try await cursorPage(after: nil, limit: range.count, of: list, in: dialect)
        default:
            guard let dialect = dialect.byCursors, !request.isByPosition else {
                throw HTTPSourceError(.cannotAsk(request), address: Shown.address(list))
            }
            return try await page(for: request, of: list, in: dialect)
        }
    }

    /// A request for a page: the parameters in the address, or in the body.
    ///
    /// - Parameter texts: the parameters, besides the cursor's, whose values are texts in a body too.
    func question(
        _ list: URL, _ parameters: [Query.Parameter], in dialect: Dialect, texts: Set<String> = []
    ) throws -> HTTPClient.Question {
        if let request = dialect.request {
            let filled = request.filled(with: parameters)
            var plain = dialect
            plain.request = nil
            if request.getsNext, parameters.contains(where: { dialect.isPlace($0.name) }) { plain.body = nil }
            var question = try question(
                filled.address.map { try resolved($0, from: list) } ?? list, filled.parameters, in: plain, texts: texts)
            question.asking.headers.merge(filled.headers) { $1 }
            return question
        }
        guard let template = dialect.body else {
            var asking = HTTPClient.Asking()
            if wantsCount(of: list) { asking.headers["Prefer"] = "count=exact" }
            return (try address(list, parameters, in: dialect), asking)
        }
        let fixed = Query.parameters(dialect.parameters)
        let body = (fixed + parameters).reduce(template) { body, parameter in
            let isNumber = parameter.name != dialect.cursorParameter?.description && !texts.contains(parameter.name)
            return body.setting(parameter.json(isNumber: isNumber), at: FieldPath(parameter.name).names[...])
        }
        return (list, HTTPClient.Asking(method: "POST", body: Data(body.json.utf8)))
    }

    /// Another address for a list's requests, with its own parameters.
    func resolved(_ text: String, from list: URL) throws -> URL {
        guard let target = WireAddress.resolve(text, relativeTo: list), HTTPClient.canAsk(target) else {
            throw HTTPSourceError(.badAddress(Shown.text(text)), address: Shown.address(list))
        }
        return Query.setting(Query.parameters(of: list), in: target) ?? target
    }

    /// `true` to ask a server that reports estimates for an exact count: until it has reported a total, three times at most, and when a list is
    /// refreshed. A count reads all rows, so other requests do not ask for one.
    private func wantsCount(of list: URL) -> Bool {
        state.withLock { state in
            guard state.estimatesTotals else { return false }
            let facts = state.lists[list] ?? SourceState.ListFacts()
            if facts.total != nil { return LoadOptions.skipsCaches }
            guard facts.countsAsked < HTTPLimits.countsAsked else { return false }
            state.lists[list, default: facts].countsAsked += 1
            return true
        }
    }

    func read(_ address: URL, in dialect: Dialect) async throws -> (body: AnswerBody<Element>, address: URL) {
        try await read((address, HTTPClient.Asking()), in: dialect)
    }

    /// Asks and reads the answer in a dialect.
    func read(
        _ question: HTTPClient.Question, in dialect: Dialect
    ) async throws -> (body: AnswerBody<Element>, address: URL) {
        let (answer, from) = try await client.answer(to: question)
        let body = try decode(answer, from: from, in: dialect)
        if body.facts.isTotalEstimated { state.withLock { $0.estimatesTotals = true } }
        remember(body.facts.version, answer.headers, from: from)
        return (body, from)
    }

    /// - Parameter isValidated: `true` if the app's own check has seen the answer.
    func decode(
        _ answer: HTTPAnswer, from address: URL, in dialect: Dialect, isValidated: Bool = false
    ) throws -> AnswerBody<Element> {
        if answer.hasNoContent, dialect.style.isByPosition {
            return AnswerBody(
                items: [], facts: try AnswerFacts(withoutBody: answer.headers, dialect: dialect), answer: answer)
        }
        let dialect = dialect.findsRows ? try withRows(found: answer, from: address, in: dialect) : dialect
        if let validate, !isValidated {
            let document = try shaped(address, isPage: true) { () throws(HTTPSourceError.Reason) in
                try BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
            }
            try validate(document, answer.headers)
        }
        let body = try shaped(address, isPage: true) { () throws(HTTPSourceError.Reason) in
            do throws(HTTPSourceError.Reason) {
                return try AnswerBody<Element>(
                    answer, dialect: dialect, decoder: decoder, maximumDepth: client.limits.maximumDepth)
            } catch {
                guard let empty = emptyBody(answer, in: dialect) else { throw error }
                return empty
            }
        }
        try checkSingleRow(body, from: address, in: dialect)
        if state.withLock({ $0.rivals != nil }),
            let json = try? BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
        {
            settleRivals(with: json)
        }
        if !body.items.isEmpty {
            state.withLock { state in
                let isKnown = state.answerLengths[body.items.count] != nil
                if isKnown || state.answerLengths.count < HTTPLimits.answerLengths {
                    state.answerLengths[body.items.count, default: 0] += 1
                }
            }
        }
        // An answer without rows but with an error is no end.
        if body.items.isEmpty, let error = signs(of: answer, in: dialect)?.errors.first {
            throw HTTPSourceError(.errorInBody(Shown.text(error)), address: Shown.address(address))
        }
        return body
    }

    /// Refuses a single object in place of rows if it has less than half of a row's members: it may be an error, or something else. Rows of a
    /// known type were decoded.
    private func checkSingleRow(_ body: AnswerBody<Element>, from address: URL, in dialect: Dialect) throws {
        guard let names = Array(body.items.prefix(1)).ofUnknownType?.first?.object.map({ Set($0.keys) }) else { return }
        let known = state.withLock { state in
            if !body.isSingleRow || state.rowNames == nil && self.dialect.items != nil { state.rowNames = names }
            return state.rowNames ?? []
        }
        guard body.isSingleRow, known.intersection(names).count * 2 < max(known.count, names.count, 1) else { return }
        guard let answer = body.answer, let path = dialect.items else { return }
        throw HTTPSourceError(
            BodyCheck.wrongShape(
                try shaped(address) { () throws(HTTPSourceError.Reason) in
                    try BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
                }, at: path), address: Shown.address(address))
    }

    /// The empty body of a later page that has only members besides the rows: some servers leave the rows out, or send `null`, if there are
    /// none. An answer with other members than the first one's is another document, and not an empty page.
    private func emptyBody(_ answer: HTTPAnswer, in dialect: Dialect) -> AnswerBody<Element>? {
        guard let known = state.withLock(\.memberNames), let path = dialect.items, !path.names.isEmpty,
            let json = try? BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth),
            let members = json.membersBesideRows,
            known.isSuperset(of: members.keys), json.value(at: path).map(\.isNull) ?? true,
            let facts = try? AnswerFacts(ParsedNode(json: json), headers: answer.headers, dialect: dialect)
        else { return nil }
        return AnswerBody(items: [], facts: facts, leavesRowsOut: true, answer: answer)
    }

    /// The address of a request for a page.
    func address(_ list: URL, _ parameters: [Query.Parameter], in dialect: Dialect) throws -> URL {
        let named = Set(parameters.map(\.name))
        let fixed = Query.parameters(dialect.parameters).filter { !named.contains($0.name) }
        guard let address = Query.setting(fixed + parameters, in: list) else {
            throw HTTPSourceError(.badAddress(Shown.address(list)), address: Shown.address(list))
        }
        return address
    }
}

extension Error {
    /// `true` if the same request may succeed later, or was cancelled. A kept answer that cannot be read stays unreadable.
    fileprivate var mayPass: Bool {
        switch (self as? HTTPSourceError)?.reason {
        case .wrongType, .notJSON: return false
        default: break
        }
        return self is CancellationError || (self as? any LoadError)?.isTransient == true
    }
}

extension PageRequest {
    /// `true` if the start of the list is requested.
    var isFromStart: Bool {
        switch self {
        case .positions(let range): range.lowerBound == 0
        case .after(let cursor, _): cursor == nil
        case .before, .around: false
        }
    }

    /// `true` if rows are requested by their positions.
    var isByPosition: Bool { if case .positions = self { true } else { false } }
}

extension Dialect.Style {
    /// `true` if pages are requested by position or number, so that an answer need not say how to go on.
    fileprivate var isByPosition: Bool {
        switch self {
        case .offset, .page: true
        case .automatic, .cursor: false
        }
    }
}

extension Dialect {
    /// `true` if a parameter selects the page.
    func isPlace(_ name: String) -> Bool {
        switch style {
        case .page(let own, _, _), .offset(let own, _): own.description == name
        case .cursor(let own, _): own?.description == name
        case .automatic: false
        }
    }

    /// The parameter for a cursor.
    var cursorParameter: ParameterName? { if case .cursor(let name, _) = style { name } else { nil } }
}

extension Query.Parameter {
    /// The value's form in a body.
    fileprivate func json(isNumber: Bool) -> JSONValue {
        if isNumber, let number = Int64(value) { return .integer(number) }
        if isNumber, let truth = Bool(value) { return .bool(truth) }
        guard value.hasPrefix("[") || value.hasPrefix("{") else { return .string(value) }
        return (try? JSONValue(parsing: Array(value.utf8))) ?? .string(value)
    }
}

extension JSONValue {
    /// The value without the member at a path.
    func removing(_ path: ArraySlice<String>) -> JSONValue {
        guard let name = path.first else { return self }
        if var elements = array, let index = Int(name), elements.indices.contains(index) {
            elements[index] = elements[index].removing(path.dropFirst())
            return .array(elements)
        }
        guard var members = object, let inner = members[name] else { return self }
        members[name] = path.count == 1 ? nil : inner.removing(path.dropFirst())
        return .object(members)
    }

    /// The value with another at a path. Missing objects are made on the way, and an array's elements are named by number.
    func setting(_ value: JSONValue, at path: ArraySlice<String>) -> JSONValue {
        guard let name = path.first else { return value }
        if var elements = array, let index = Int(name), elements.indices.contains(index) {
            elements[index] = elements[index].setting(value, at: path.dropFirst())
            return .array(elements)
        }
        var members = object ?? [:]
        members[name] = (members[name] ?? .object([:])).setting(value, at: path.dropFirst())
        return .object(members)
    }
}
