import Foundation
import Paging
import PagingCore
import PagingWire

/// The proof that a list ends where it seems to end.
extension HTTPSource {
    /// The signs of more rows and of errors in an answer, or `nil` if its body cannot be read.
    ///
    /// - Parameter own: the address of the answer. Links to the page itself are no sign.
    func signs(of answer: HTTPAnswer, in dialect: Dialect, sent: Set<String> = [], own: URL? = nil) -> AnswerSigns? {
        guard let json = try? BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth) else { return nil }
        return AnswerSigns(
            json, answer.headers, status: answer.status, itemsPath: dialect.items ?? "", sent: sent,
            silent: dialect.silentMembers, own: own)
    }

    /// Looks for evidence against an end of the list in an answer. ``checkEnd()`` throws it.
    ///
    /// - Parameters:
    ///   - seen: the number of rows up to there, or `nil` if it is unknown.
    ///   - isFirst: `true` if it is the list's first page.
    func judgeEnd(
        _ body: AnswerBody<Element>, seen: Int?, isFirst: Bool, cursor: Cursor? = nil, from address: URL,
        of list: URL? = nil,
        in dialect: Dialect
    ) {
        let list = list ?? url
        let seen = seen.map { $0 + dialect.rowsBefore }
        var (doubt, claims) = (String?.none, [String: Int]())
        var claimedTotal: Int?
        var leadsBehindTotal = false
        // An app that says that a list is whole is believed.
        let isSaidToBeWhole =
            self.dialect.style != .automatic && dialect.style == .cursor(nil, size: nil) && dialect.next == nil
        if !isSaidToBeWhole, let answer = body.answer {
            var sent = Set(Query.parameters(of: address).map(\.value))
            if let cursor { sent.insert(cursor.description) }
            // After pages without rows, an address that only has a larger number is not followed.
            if case .address(let text) = body.facts.next, body.items.isEmpty { sent.insert(text) }
            let isCounted = body.facts.total != nil && body.facts.total == seen || dialect.total == .ignored
            var signs = signs(of: answer, in: dialect, sent: sent, own: address)
            // CKAN names the address of the next page on the last one, too: whether it has rows is asked for.
            if let seen, body.facts.total == seen, case .offset(let name, _) = dialect.style {
                leadsBehindTotal =
                    signs?.leaveOut { text in
                        let value = Dialect.parameters(of: text).last { $0.name == name.description }?.value
                        return value.flatMap { Int($0) }.map { $0 >= seen + dialect.firstPosition } ?? false
                    } ?? false
            }
            if dialect.total != .ignored { claimedTotal = signs?.total.map { $0.count - dialect.rowsBefore } }
            let isNamed = (self.dialect.hasMore != nil || self.dialect.isLast != nil) && body.facts.hasMore == false
            doubt = isNamed ? signs?.errors.first : signs?.signAgainstEnd(behind: isCounted ? nil : seen)
            if let signs, !isCounted, !isFirst, !isNamed {
                claims = self.claims(of: signs, isEndNamed: signs.namesEnd || body.facts.hasMore == false)
                doubt = doubt ?? seen.flatMap { SourceState.ListFacts.unmet(claims, behind: $0) }
            }
            doubt = doubt ?? strangeness(of: answer, isEmpty: body.items.isEmpty)
            let isNone = isFirst && body.facts.total == 0
            if body.leavesRowsOut, !isCounted, !isNone, body.facts.hasMore != false, signs?.namesEnd != true {
                doubt = doubt ?? "no rows and nothing in their place"
            }
        }
        state.withLock { state in
            var facts = state.lists[list] ?? SourceState.ListFacts()
            (facts.doubt, facts.claims) = (doubt, seen == nil ? claims : [:])
            facts.claimedTotal = claimedTotal
            if leadsBehindTotal, let seen { facts.unprovenEnd = seen - dialect.rowsBefore }
            state.lists[list] = facts
        }
    }

    /// The possible totals in a last answer, by their paths. If no field reports the end, they include numbers that were the same in the first
    /// answer, because one of them may be a total with an unknown name.
    private func claims(of signs: AnswerSigns, isEndNamed: Bool) -> [String: Int] {
        let first = state.withLock { $0.firstNumbers }
        var claims = isEndNamed ? [:] : signs.numbers.filter { first[$0.key] == $0.value }
        if let total = signs.total { claims[total.place] = total.count }
        return claims
    }

    /// Records that the list seems to end before an earlier total, by an answer without a total.
    func judgeEnd(at position: Int, of list: URL, in dialect: Dialect) {
        let place: String? =
            switch dialect.total {
            case .path(let path): path.description
            case .header(let name): name
            case .ignored, nil: nil
            }
        state.withLock { state in
            guard let place, let facts = state.lists[list], let total = facts.total, total > position else { return }
            state.lists[list]?.doubt = facts.doubt ?? "\(place): \(total)"
        }
    }

    /// An unexplained difference between the last answer of a list and the first: members without rows that the first answer did not have, a
    /// partial answer (206), or a warning. It is `nil` if there is none.
    func strangeness(of answer: HTTPAnswer, isEmpty: Bool) -> String? {
        if let warning = answer.headers["Warning"] { return "Warning: \(warning)" }
        let known = state.withLock { $0.memberNames }
        if answer.status == 206, answer.headers[HeaderName.contentRange] == nil { return "206 Partial Content" }
        guard isEmpty, let known, let json = try? BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
        else { return nil }
        let members = (json.membersBesideRows ?? [:]).sorted { $0.key < $1.key }
        let new = members.first { name, value in
            let words = FieldName(name).words
            return !known.contains(name) && !AnswerSigns.isEmpty(value)
                && !words.contains { Self.endWords.contains($0) }
        }
        return new.map { "\($0.key): \($0.value.json.prefix(60))" }
    }

    /// Words in names of members that only a list's last answers have.
    private static var endWords: Set<String> {
        [
            "prev", "previous", "before", "delta", "sync", "last", "end", "done", "complete", "batchcomplete",
            "finished", "total", "count",
        ]
    }

    /// The sign against an end at the first page if the answer lacks the app's path of the next page, which may be mistyped. It is `nil` if
    /// there is none.
    func signOfMistypedPath(in body: AnswerBody<Element>) -> String? {
        guard self.dialect.style != .automatic, !body.items.isEmpty, let answer = body.answer,
            let sign = state.withLock({ $0.lists[url]?.doubt }),
            let json = try? BodyCheck.json(answer, maximumDepth: client.limits.maximumDepth)
        else { return nil }
        switch self.dialect.next {
        case .cursor(let path), .address(let path), .parameters(let path):
            return json.value(at: path) == nil ? sign : nil
        default: return nil
        }
    }

    /// Checks that the list ends where it seemed to end, once its last row is loaded.
    ///
    /// It requests the rows after the end, unless something else proves it, if the evidence is only a total, a page shorter than the others, or
    /// an empty page. That is one request per end, and a second one if the server refuses to return as many rows.
    ///
    /// A total may differ from the number of rows. It is proven if the last page was shorter than the others, and then no request is sent.
    ///
    /// - Throws: ``HTTPSourceError/Reason/severalLists(_:)`` if nothing showed which array has the rows,
    ///   ``HTTPSourceError/Reason/endContradicted(sign:)`` if the last answer mentions more rows or an error,
    ///   ``HTTPSourceError/Reason/totalTooLow(total:)``, ``HTTPSourceError/Reason/shortPage(rows:)`` and
    ///   ``HTTPSourceError/Reason/emptyPage(row:)`` if the list goes on; the errors of ``page(for:)``.
    public func checkEnd() async throws {
        if let error = severalLists { throw error }
        guard let facts = state.withLock({ $0.lists[url] }), let dialect = spokenDialect else { return }
        let unmet = facts.emptyFrom.flatMap {
            SourceState.ListFacts.unmet(facts.claims, behind: $0 + dialect.rowsBefore)
        }
        if let doubt = facts.doubt ?? unmet {
            throw HTTPSourceError(.endContradicted(sign: doubt), address: Shown.address(url))
        }
        let short = facts.unprovenEnd == nil ? facts.shortPage : nil
        guard let end = facts.unprovenEnd ?? short?.end, facts.lastCount > 0 else { return }
        var range = short?.behind ?? end..<end + facts.lastCount
        // The rest of a short page by number has no address.
        if case .page = dialect.style, let size = state.withLock(\.pageSize), size > 0 {
            let start = (range.lowerBound + size - 1) / size * size
            range = start..<start + (short?.length ?? facts.lastCount)
        }
        let page: Page<Element>
        do {
            page = try await look(behind: range, asLongAs: short?.length ?? range.count, in: dialect)
        } catch let error as HTTPSourceError {
            // The page does not exist.
            if case .status(let status, _) = error.reason, [400, 404, 416, 422].contains(status) {
                return noteEndIsProven()
            }
            // The server returned the first page again, because it does not know a guessed parameter.
            if case .endNotProven = error.reason, end == facts.lastCount { return }
            throw error
        }
        // Some servers return their last page again.
        if let known = facts.lastRow, let rows = page.items.ofUnknownType, let last = rows.last,
            (JSONValue.guessedIdentifier(in: rows).flatMap { last.value(at: $0) }?.hashValue ?? last.hashValue) == known
        {
            return noteEndIsProven()
        }
        // A list that has grown reports it. A total lower than the number of rows does not.
        let reached = (page.position ?? 0) + page.items.count
        guard !page.items.isEmpty, reached > end, page.total.map({ $0 <= end || $0 < reached }) ?? true else {
            return noteEndIsProven()
        }
        throw HTTPSourceError(
            short.map { $0.count == 0 ? .emptyPage(row: end) : .shortPage(rows: $0.count) } ?? .totalTooLow(total: end),
            address: Shown.address(url))
    }

    /// The error if an answer has several arrays and it is unknown which one has the rows, or `nil` if it is known.
    var severalLists: HTTPSourceError? {
        state.withLock(\.rivals).map { HTTPSourceError(.severalLists($0.paths), address: Shown.address(url)) }
    }

    /// Compares another answer to find the array with the rows.
    func settleRivals(with json: JSONValue) {
        state.withLock { if $0.rivals?.settle(with: json) == true { $0.rivals = nil } }
    }

    /// Requests the rows after an end. If the server refuses more rows than a page has, it requests one page.
    private func look(behind range: Range<Int>, asLongAs length: Int, in dialect: Dialect) async throws -> Page<Element>
    {
        if case .offset(_, nil) = dialect.style, range.count > length {
            // An answer has at most this many rows, whatever the request.
            let first = try await page(for: .positions(range.prefix(length)), of: url, in: dialect)
            if !first.items.isEmpty { return first }
            return try await page(for: .positions(range.dropFirst(length)), of: url, in: dialect)
        }
        do {
            return try await page(for: .positions(range), of: url, in: dialect)
        } catch let error as HTTPSourceError where range.count > length {
            guard error.retryAfter == nil, error.reason.mayBeOfLimit else { throw error }
            return try await page(for: .positions(range.prefix(length)), of: url, in: dialect)
        }
    }

    /// Records that the page after the end is empty, so nothing after it has to be checked.
    private func noteEndIsProven() {
        state.withLock { $0.lists[url]?.shortPage = nil }
    }
}

extension SourceState.ListFacts {
    /// A reported total greater than the number of rows.
    static func unmet(_ claims: [String: Int], behind seen: Int) -> String? {
        claims.filter { $0.value > seen }.min { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    }
}

extension HTTPSourceError.Reason {
    /// `true` if the server may have returned nothing because the request was for too many rows.
    fileprivate var mayBeOfLimit: Bool {
        switch self {
        case .status(let status, _): ![404, 416, 429].contains(status)
        case .errorInBody, .tooLarge: true
        default: false
        }
    }
}
