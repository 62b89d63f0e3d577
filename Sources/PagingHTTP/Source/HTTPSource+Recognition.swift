import Foundation
import Paging
import PagingCore
import PagingWire

/// Automatic dialects.
extension HTTPSource {
    /// The result of the first answer.
    struct FirstAnswer {
        /// How to go on, or `nil` if the answer is the whole list.
        let dialect: Dialect?
        /// The answer as a page, or `nil` if it has to be asked for again in the dialect.
        let page: Page<Element>?
        /// `true` if the answer has a row.
        var hasRow: (Cursor) -> Bool = { _ in true }

        /// `true` if the answer's page is what a request asks for, or holds its first row.
        func answers(_ request: PageRequest) -> Bool {
            guard let page else { return false }
            switch request {
            case .after(let cursor, _): return cursor == nil && (page.position ?? 0) == 0
            // The first page is the last if it is the whole list.
            case .before(nil, _): return page.continuation == .end && (page.position ?? 0) == 0
            case .before, .around: return false
            case .positions(let range):
                let position = page.position ?? 0
                return range.lowerBound == position
                    || range.lowerBound > position && range.lowerBound - position < page.items.count
            }
        }

        /// Answers requests for other parts of a list that came whole, such as the rows behind its end.
        func wholeList(_ request: PageRequest, _ list: URL) throws -> Page<Element> {
            if case .around(let id, _) = request, let page {
                guard hasRow(id) else {
                    throw HTTPSourceError(.noSuchRow(Shown.text(id.description)), address: Shown.address(list))
                }
                return page
            }
            guard let page, case .positions(let range) = request else {
                throw HTTPSourceError(.cannotAsk(request), address: Shown.address(list))
            }
            return Page([], at: range.lowerBound, total: page.items.count, continuation: .end)
        }
    }

    /// Requests a list's own address, and finds out from the answer how to go on.
    func recognize(_ list: URL) async throws -> FirstAnswer {
        var (answer, from, json, recognizer) = try await firstAnswer(of: list, [])
        var keptSize: Query.Parameter?
        if let size = recognizer.sizeOfDoubtfulEnd {
            let again: FirstReading?
            do {
                again = try await firstAnswer(of: list, [size])
            } catch let error as HTTPSourceError where !error.isTransient {
                again = nil
            }
            if let again, recognizer.goesOn(in: again.recognizer) {
                (answer, from, json, recognizer, keptSize) = (
                    again.answer, again.from, again.json, again.recognizer, size
                )
            }
        }
        let place = try await place(recognizer, of: list)
        recognizer.rowsBefore = place?.rowsBefore ?? 0
        let (recognition, items) = try shaped(from) { [recognizer] () throws(HTTPSourceError.Reason) in
            var recognition = try recognizer.recognition()
            if recognition.isLikelyWhole, state.withLock(\.isKnownWhole) {
                let dialect = Dialect(.cursor(nil, size: nil), items: recognizer.itemsPath)
                recognition = Recognition(dialect: dialect, isWhole: true)
            }
            recognition.explanation = recognizer.explanation
            if let place { recognition.begin(at: place) }
            if let name = recognizer.sizeNotKept { recognition.ask(size: name) }
            return (recognition, recognizer.items)
        }
        var spoken = recognition.dialect
        spoken.parameters.merge(dialect.parameters) { $1 }
        if let keptSize { spoken.parameters[keptSize.name] = keptSize.value }
        let sketch = PageSketch(items, identifier: JSONValue.guessedIdentifier(in: items))
        let rivals = RivalLists(recognizer.itemsPath, recognizer.rivals, in: json)
        state.withLock { [numbers = recognizer.signs.numbers] state in
            state.firstNumbers = numbers
            state.rivals = rivals
            (state.parameterGuesses, state.firstSketch) = (recognition.parameterGuesses, sketch)
            state.memberNames = json.membersBesideRows.map { Set($0.keys) }
        }
        (spoken.body, spoken.request) = (dialect.body, dialect.request ?? spoken.request)
        spoken.hasMore = dialect.hasMore ?? spoken.hasMore
        if let path = dialect.isLast { (spoken.isLast, spoken.lastValue) = (path, dialect.lastValue) }
        spoken.takeUpward(dialect)
        // The app has set options that no answer shows by itself.
        (spoken.version, spoken.validators, spoken.lookup) = (dialect.version, dialect.validators, dialect.lookup)
        (spoken.snapshot, spoken.changes, spoken.live) = (dialect.snapshot, dialect.changes, dialect.live)
        // But servers of this project's kind show them, for the whole list.
        if place?.isStart != false { spoken.takeEnvelope(json) }
        guard !recognition.mustAskAgain else {
            learn(recognition, spoken, trial: nil)
            return FirstAnswer(dialect: spoken, page: nil)
        }
        // Decoded before anything is learned: an answer that cannot be decoded was not recognized.
        var body = try decode(answer, from: from, in: spoken, isValidated: true)
        let trial = Trial(
            list: list, dialect: spoken, guesses: recognition.guesses, rest: recognition.rest, items: items,
            total: recognizer.toldTotal, saysMore: recognition.saysMore,
            isLikelyWhole: recognition.isLikelyWhole)
        learn(recognition, spoken, trial: recognition.guesses.isEmpty ? nil : trial)
        remember(body.facts.version, answer.headers, from: from)
        var page: Page<Element>
        switch spoken.style {
        case .offset, .page:
            page = self.page(body, at: 0, asked: body.items.count, of: list, in: spoken)
            // The trial has to find out how the list goes on.
            if spoken.total == nil, spoken.hasMore == nil, !recognition.guesses.isEmpty { page.continuation = .more }
            learnPageSize(of: page, in: spoken)
        case .cursor, .automatic:
            var from = from
            let question = try question(list, [], in: spoken)
            if let kept = try await keptToLength(of: body, after: nil, question, in: spoken) { (body, from) = kept }
            page = try cursorPage(body, after: nil, from: from, in: spoken)
            if recognition.isWhole { page.total = body.items.count }
        }
        page.capabilities = spoken.capabilities
        return FirstAnswer(dialect: recognition.isWhole ? nil : spoken, page: page) { [body] in
            self.has($0, body, in: spoken)
        }
    }

    /// An answer to a list's own address, and its recognizer.
    private typealias FirstReading = (answer: HTTPAnswer, from: URL, json: JSONValue, recognizer: Recognizer)

    /// Requests a list's own address with some further parameters.
    private func firstAnswer(
        of list: URL, _ parameters: [Query.Parameter]
    ) async throws -> FirstReading {
        let (answer, from) = try await client.answer(to: question(list, parameters, in: dialect))
        let json = try shaped(from) { () throws(HTTPSourceError.Reason) in
            try BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
        }
        try validate?(json, answer.headers)
        let recognizer = try shaped(from) { () throws(HTTPSourceError.Reason) in
            try Recognizer(
                json, headers: answer.headers, status: answer.status, address: from, given: dialect,
                asksSize: preferredPageSize != nil)
        }
        return (answer, from, json, recognizer)
    }

    /// A dialect whose style is set, with the paths of rows and total that the first answer shows.
    func withRows(found answer: HTTPAnswer, from address: URL, in dialect: Dialect) throws -> Dialect {
        let known = state.withLock(\.dialect)
        if let known, !known.findsRows { return known }
        let found = try shaped(address) { () throws(HTTPSourceError.Reason) in
            let json = try BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
            return try Recognizer(
                json, headers: answer.headers, status: answer.status, address: address, given: dialect, asksSize: false
            ).rows
        }
        var dialect = dialect
        (dialect.items, dialect.findsRows) = (found.items, false)
        dialect.total = found.total ?? dialect.total
        state.withLock { $0.dialect = dialect }
        return dialect
    }

    private func learn(_ recognition: Recognition, _ spoken: Dialect, trial: Trial?) {
        state.withLock { state in
            state.trial = trial
            (state.explanation, state.namedNext) = (recognition.explanation, recognition.namedNext)
            state.identifier = recognition.identifier
            (state.recognized, state.items) = (recognition.summary, spoken.items)
            // A list that came whole may be a part when it is requested again.
            if !recognition.isWhole { state.dialect = spoken }
        }
    }

    /// Without a parameter for the size, the server chooses it, and this answer shows it.
    private func learnPageSize(of page: Page<Element>, in dialect: Dialect) {
        guard case .page(_, nil, _) = dialect.style, page.continuation == .more, !page.items.isEmpty else { return }
        state.withLock {
            if $0.trial != nil { return }; $0.pageSize = $0.pageSize ?? page.items.count
        }
    }
}
