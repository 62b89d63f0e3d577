import Foundation
import Paging
import PagingCore
import PagingWire

/// The guesses after the first answer, kept until the first request for the following rows tries them.
///
/// Theory of operation. A first answer that shows how to go on is followed. If it does not, it is a page all the same if it is as long as pages
/// usually are, or says something that a whole list would not. Then each guess is asked for the rows behind it. New rows, or none, show that the
/// server understood; the same rows again, or a refusal, show that it did not. If no guess is understood, the list's end is unknown, which is
/// thrown as an error.
struct Trial: Sendable {
    /// The list that answered.
    let list: URL
    /// The rest of the recognition.
    let dialect: Dialect
    /// The guesses to try, the likeliest first.
    let guesses: [Guess]
    /// Less likely guesses, which are asked for all at once after the others.
    let rest: [Guess]
    /// The rows of the first answer.
    let items: [JSONValue]
    /// The total that the first answer tells, or `nil` if it tells none.
    let total: Int?
    /// `true` if the answer says that more follows.
    let saysMore: Bool
    /// `true` if these are all rows unless a guess is understood.
    let isLikelyWhole: Bool
    /// The attempt under way, which other requests wait for.
    var attempt: SharedWork<TrialOutcome>?

    /// The position behind the first answer's rows.
    var end: Int { items.count }

    /// `true` if the answer tells a total that two pages of its length reach.
    var isWithinTwoPages: Bool { total.map { $0 > end && $0 <= 2 * end } ?? false }
}

/// The guess that was understood, and its answer.
struct TrialOutcome: Sendable {
    /// The dialect, or `nil` if no guess was understood and the first answer is the whole list.
    var dialect: Dialect?
    /// The answer to the request for the rows that follow, or `nil` if the list ends before them.
    var answer: (HTTPAnswer, URL)?
    /// `true` if only an empty page marks the end.
    var endsByEmptyPage = false

    /// A guess that was not refused.
    init(_ dialect: Dialect, _ finding: TrialFinding) {
        (self.dialect, answer) = (dialect, finding.answer)
        if case .pastEnd(isRefusal: false) = finding { endsByEmptyPage = true }
    }

    private init() {}

    /// No guess was understood, and the first answer is the whole list.
    static let whole = TrialOutcome()
}

extension HTTPSource {
    /// Answers a request once it is known how to ask for the rows behind the first answer.
    ///
    /// - Returns: `nil` if the request is to be sent in the dialect that is now in use.
    func answer(_ request: PageRequest, of list: URL, after trial: Trial) async throws -> Page<Element>? {
        let attempt = state.withLock { state in
            if let attempt = state.trial?.attempt { return attempt }
            let attempt = SharedWork { try await self.outcome(of: trial) }
            state.trial?.attempt = attempt
            return attempt
        }
        let outcome: TrialOutcome
        do {
            outcome = try await attempt.value
        } catch {
            // On the next attempt the network may be back, or the server may have changed.
            state.withLock { if $0.trial?.attempt === attempt { $0.trial?.attempt = nil } }
            throw error
        }
        let isFirst = state.withLock { state in
            let isOwn = state.trial?.attempt === attempt
            // If another first answer came meanwhile, the dialect found is still how to ask for more.
            guard isOwn || outcome.dialect != nil && state.trial?.list == trial.list else { return false }
            state.trial = nil
            state.dialect = outcome.dialect
            guard let dialect = outcome.dialect else {
                state.isKnownWhole = true
                let whole = Dialect(.cursor(nil, size: nil), items: trial.dialect.items)
                state.recognized = Recognition(dialect: whole, isWhole: true).summary
                return true
            }
            state.recognized = Recognition(dialect: dialect).summary
            if outcome.answer == nil, isOwn {
                var facts = state.lists[trial.list] ?? SourceState.ListFacts()
                facts.provenEnd = trial.end
                if outcome.endsByEmptyPage, dialect.total == nil || facts.total == nil {
                    facts.lastCount = trial.items.count
                    facts.note(.init(position: trial.end, count: 0, length: trial.items.count))
                }
                state.lists[trial.list] = facts
            }
            // The check behind the end uses the size of the first page, which is the only one.
            if case .page(_, let size, _) = dialect.style, size == nil || outcome.answer == nil {
                state.pageSize = trial.items.count
            }
            return isOwn
        }
        guard let dialect = outcome.dialect else {
            guard case .positions(let range) = request, range.lowerBound >= trial.end else { return nil }
            return Page([], at: range.lowerBound, total: trial.end, continuation: .end)
        }
        guard isFirst, list == trial.list, case .positions(let range) = request, range.lowerBound == trial.end else {
            return nil
        }
        guard let (answer, from) = outcome.answer else { return Page([], at: trial.end, continuation: .end) }
        let body = try decode(answer, from: from, in: dialect)
        remember(body.facts.version, answer.headers, from: from)
        if case .page = dialect.style { try checkLength(of: body.items.count, size: trial.items.count, from: from) }
        return page(body, at: trial.end, asked: trial.items.count, of: list, in: dialect)
    }

    /// Tries the guesses in turn.
    private func outcome(of trial: Trial) async throws -> TrialOutcome {
        state.withLock { $0.oddRefusal = nil }
        for guess in trial.guesses.prefix(HTTPLimits.maximumGuesses) {
            if let outcome = try await self.outcome(of: guess, in: trial) { return outcome }
        }
        if let outcome = try await outcomeOfRest(of: trial) { return outcome }
        let total = state.withLock { $0.lists[trial.list]?.total }
        if trial.isLikelyWhole {
            // A server that refuses with an odd status for a moment has not said that it does not know the parameter.
            if let refusal = state.withLock(\.oddRefusal) { throw refusal }
            return .whole
        }
        if let error = severalLists { throw error }
        throw HTTPSourceError(
            trial.saysMore ? .noWayOn(items: trial.items.count, total: total) : .endNotProven(items: trial.items.count),
            address: Shown.address(trial.list))
    }

    /// Asks for the following rows by all less likely parameters at once. If other rows come, one of the parameters was understood, and they are
    /// tried in turn.
    private func outcomeOfRest(of trial: Trial) async throws -> TrialOutcome? {
        let rest = trial.rest.prefix(HTTPLimits.maximumGuesses)
        let parameters = rest.compactMap { $0.parameter(behind: trial.end) }
        guard !parameters.isEmpty else { return nil }
        switch try await found(parameters, in: trial).finding {
        case .same, .refused: return nil
        case .pastEnd:
            // Where nothing else is known, that none of them brings rows may prove the end.
            guard !trial.isLikelyWhole, !trial.saysMore, try await knowsNoFilter(rest, in: trial) else { return nil }
            for guess in rest {
                if let outcome = try await outcome(of: guess, in: trial) { return outcome }
            }
            return nil
        case .new: break
        }
        for guess in rest {
            if let outcome = try await outcome(of: guess, in: trial), outcome.answer != nil { return outcome }
        }
        guard trial.isLikelyWhole else { return nil }
        throw HTTPSourceError(.endNotProven(items: trial.items.count), address: Shown.address(trial.list))
    }

    /// `true` if positions of 0 under all names bring the first rows: a server that filters by what it does not know would bring none.
    private func knowsNoFilter(_ guesses: ArraySlice<Guess>, in trial: Trial) async throws -> Bool {
        let starts = guesses.compactMap { guess in
            if case .offset = guess.style { guess.parameter(behind: 0) } else { nil }
        }
        guard !starts.isEmpty, case .same = try await found(starts, in: trial).finding else { return false }
        return true
    }

    /// - Returns: `nil` if the server did not understand.
    private func outcome(of guess: Guess, in trial: Trial) async throws -> TrialOutcome? {
        var dialect = trial.dialect
        dialect.style = guess.style
        switch guess.style {
        case .automatic, .cursor: return nil
        case .offset(let offset, let limit):
            var first = guess.firstPosition
            var (finding, rows, trial) = try await found(offset, trial.end + first, limit, in: trial)
            if !guess.knowsFirst, trial.overlap(of: rows) == 1, try await countsFromOne(offset, limit, in: trial) {
                first = 1
                finding = try await self.finding(offset, trial.end + 1, limit, in: trial)
            }
            dialect.firstPosition = first
            guard try await isUnderstood(finding, offset, first, limit, step: trial.items.count, in: trial) else {
                return nil
            }
            return TrialOutcome(dialect, finding)
        case .page(let number, let size, let first):
            let second = try await finding(number, first + 1, size, in: trial)
            if guess.knowsFirst {
                guard try await isUnderstood(second, number, first, size, step: 1, in: trial) else {
                    return nil
                }
                return TrialOutcome(dialect, second)
            }
            // Counted from zero, the page numbered 2 is behind the end of a list of two pages.
            guard second.isUnderstood || trial.isWithinTwoPages else { return nil }
            // The page numbered 1 is the first or the second: the first is known.
            let one = try await finding(number, first, size, in: trial)
            guard second.isUnderstood || one.answer != nil else { return nil }
            switch one {
            case .same:
                if case .pastEnd(let isRefusal) = second {
                    if trial.saysMore { return nil }
                    if isRefusal, try await finding(number, first + 2, size, in: trial).answer != nil {
                        return nil
                    }
                }
                return TrialOutcome(dialect, second)
            case .new:
                dialect.style = .page(number, size: size, first: first - 1)
                return TrialOutcome(dialect, one)
            case .pastEnd:
                // A parameter that the server does not know may filter, and then no rows come whatever its value.
                guard try await isUnderstood(one, number, first - 1, size, in: trial) else { return nil }
                dialect.style = .page(number, size: size, first: first - 1)
                return TrialOutcome(dialect, one)
            case .refused: return nil
            }
        }
    }

    /// `true` if an offset of 0 is the list's start too, for a server that returned the last row again for the offset behind it. If a row was
    /// added further up meanwhile, it is there.
    private func countsFromOne(_ offset: ParameterName, _ limit: ParameterName?, in trial: Trial) async throws -> Bool {
        let (finding, rows) = try await answered(parameters(offset, 0, limit, in: trial), in: trial)
        if case .refused = finding { return true }
        return rows.isEmpty || zip(trial.keys(of: rows), trial.keys(of: trial.items)).allSatisfy { $0 == $1 }
    }

    /// `true` if the server understood a parameter. That no rows came shows it only where the answer does not say that there are more, and
    /// where the same parameter brings the first rows, too: some servers filter by whatever they do not know.
    private func isUnderstood(
        _ finding: TrialFinding, _ name: ParameterName, _ first: Int, _ size: ParameterName?, step: Int = 0,
        in trial: Trial
    ) async throws -> Bool {
        guard case .pastEnd = finding else { return finding.isUnderstood }
        if trial.saysMore { return false }
        guard case .same = try await self.finding(name, first, size, in: trial) else { return false }
        guard case .pastEnd(let isRefusal) = finding, isRefusal, step > 0 else { return true }
        // A page that is missing for now, with others behind it, is no end.
        if case .pastEnd = try await self.finding(name, first + 2 * step, size, in: trial) { return true }
        return false
    }

    /// A trial with the first answer's rows as they are by now.
    private func firstAnswerAnew(of trial: Trial) async throws -> Trial {
        let (answer, from) = try await client.answer(to: question(trial.list, [], in: trial.dialect))
        let json = try shaped(from) { () throws(HTTPSourceError.Reason) in
            try BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
        }
        return trial.comparing(with: json.value(at: trial.dialect.items ?? "")?.array ?? [])
    }

    /// Asks for what follows, by a guess.
    private func finding(
        _ name: ParameterName, _ value: Int, _ size: ParameterName?, in trial: Trial
    ) async throws -> TrialFinding {
        try await found(name, value, size, in: trial).finding
    }

    /// The same, with the rows that came and the trial that they are compared in.
    ///
    /// Rows of the first answer that come again leave three things open: others came to the top and pushed them down; some went from there, and this is
    /// the first page of a server that understood nothing; or it counts from another number. So both are asked for once more, one after the other.
    private func found(
        _ name: ParameterName, _ value: Int, _ size: ParameterName?, in trial: Trial
    ) async throws -> (finding: TrialFinding, rows: [JSONValue], trial: Trial) {
        try await found(parameters(name, value, size, in: trial), in: trial)
    }

    private func found(
        _ parameters: [Query.Parameter], in trial: Trial
    ) async throws -> (finding: TrialFinding, rows: [JSONValue], trial: Trial) {
        let (finding, rows) = try await answered(parameters, in: trial)
        guard trial.overlap(of: rows) > 0 else { return (finding, rows, trial) }
        // An answer that a cache kept is of a time before.
        let (now, again) = try await LoadOptions.$skipsCaches.withValue(true) {
            let now = try await firstAnswerAnew(of: trial)
            return (now, try await answered(parameters, in: now))
        }
        let overlap = now.overlap(of: again.rows)
        if overlap == 0 { return (again.finding, again.rows, now) }
        // If most of the rows are the first answer's, or the list is at rest, they are not the rows behind it.
        let isNew = now.items != trial.items && overlap * 2 < again.rows.count
        return (isNew ? again.finding : .same, again.rows, now)
    }

    private func parameters(
        _ name: ParameterName, _ value: Int, _ size: ParameterName?, in trial: Trial
    ) -> [Query.Parameter] {
        [Query.Parameter(name.description, String(value))]
            + (size.map { [Query.Parameter($0.description, String(trial.items.count))] } ?? [])
    }

    private func answered(
        _ parameters: [Query.Parameter], in trial: Trial
    ) async throws -> (finding: TrialFinding, rows: [JSONValue]) {
        do {
            let (answer, from) = try await client.answer(to: question(trial.list, parameters, in: trial.dialect))
            let json = try shaped(from) { () throws(HTTPSourceError.Reason) in
                try BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
            }
            settleRivals(with: json)
            guard let items = json.value(at: trial.dialect.items ?? "")?.array else { return (.refused, []) }
            let finding = trial.finding(of: items, (answer, from))
            if case .pastEnd = finding, let signs = signs(of: answer, in: trial.dialect),
                !signs.errors.isEmpty || !signs.more.isEmpty || strangeness(of: answer, isEmpty: true) != nil
            {
                return (.refused, items)
            }
            return (finding, items)
        } catch let error as HTTPSourceError {
            switch error.reason {
            case .status(404, _), .status(416, _): return (.pastEnd(isRefusal: true), [])
            case .status(400, _) where PastEnd.isMeant(by: error, at: trial.end, knowing: .init()):
                return (.pastEnd(isRefusal: false), [])
            // The total is met, and a parameter of which only this value is refused is known to the server.
            case .status(let status, _) where [400, 422].contains(status) && trial.total == trial.end && trial.end > 0:
                return (.pastEnd(isRefusal: true), [])
            case .status(let status, _)
            where (400..<500).contains(status) && ![401, 403, 408, 425, 429].contains(status):
                if ![400, 405, 406, 414, 422].contains(status) { state.withLock { $0.oddRefusal = error } }
                return (.refused, [])
            case .noContent: return (.pastEnd(isRefusal: false), [])
            case .wrongShape, .notJSON, .wrongType: return (.refused, [])
            default: throw error
            }
        }
    }
}

/// The outcome of a guess.
enum TrialFinding {
    /// Other rows.
    case new((HTTPAnswer, URL))
    /// No rows, or a refusal that means that there are none.
    case pastEnd(isRefusal: Bool)
    /// The first answer's rows, or some of them.
    case same
    /// An error, or no list.
    case refused

    var isUnderstood: Bool {
        switch self {
        case .new, .pastEnd: true
        case .same, .refused: false
        }
    }

    var answer: (HTTPAnswer, URL)? { if case .new(let answer) = self { answer } else { nil } }
}

extension Trial {
    /// The identifiers of rows, or the rows where the first answer's have none: contents may change between two answers.
    fileprivate func keys(of rows: [JSONValue]) -> [JSONValue] {
        guard let path = JSONValue.guessedIdentifier(in: items) else { return rows }
        return rows.map { $0.value(at: path) ?? $0 }
    }

    /// The kind of rows that came for those behind the first answer's.
    fileprivate func finding(of rows: [JSONValue], _ answer: (HTTPAnswer, URL)) -> TrialFinding {
        guard !rows.isEmpty else { return .pastEnd(isRefusal: false) }
        if isSame(rows) { return .same }
        let (items, rows) = (keys(of: items), keys(of: rows))
        let known = Set(items)
        // Rows that are not unlike each other show only by all of them whether they are others.
        if known.count < items.count { return rows == items ? .same : .new(answer) }
        return rows.contains(where: known.contains) && overlap(ofKeys: rows) == 0 ? .same : .new(answer)
    }

    private func isSame(_ rows: [JSONValue]) -> Bool {
        let identifier = JSONValue.guessedIdentifier(in: items)
        return PageSketch(items, identifier: identifier).isSame(as: PageSketch(rows, identifier: identifier)) == true
    }

    /// How many of the first answer's last rows are the first of those that came; 0 where these are the first answer's, or its rows are not unlike each
    /// other.
    fileprivate func overlap(of rows: [JSONValue]) -> Int { isSame(rows) ? 0 : overlap(ofKeys: keys(of: rows)) }

    private func overlap(ofKeys rows: [JSONValue]) -> Int {
        let items = keys(of: items)
        let known = Set(items)
        guard known.count == items.count, rows != items, let last = rows.lastIndex(where: known.contains),
            rows[...last].elementsEqual(items.suffix(last + 1))
        else { return 0 }
        return last + 1
    }

    /// The same trial beside other rows of the first answer.
    fileprivate func comparing(with rows: [JSONValue]) -> Trial {
        Trial(
            list: list, dialect: dialect, guesses: guesses, rest: rest, items: rows, total: total, saysMore: saysMore,
            isLikelyWhole: isLikelyWhole)
    }
}
