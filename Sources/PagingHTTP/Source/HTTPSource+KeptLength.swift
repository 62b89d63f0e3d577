import Foundation
import Paging
import PagingCore
import PagingWire

/// Servers that return fewer rows than requested.
///
/// Theory of operation. Suppose that `limit=40` returns 20 rows and a link to the next page. That page begins at row 21 if the server counts the
/// rows it returned, and at row 41 if it counts the rows requested. The answer does not tell which. So the first such page is requested once
/// more with the number of rows that came. If the same rows come with another link, that link is right in both cases, and later requests ask for
/// no more rows. If the link is the same, it may be a page number. Then the next page is requested both ways: different rows show it.
extension HTTPSource {
    /// The same page requested with the number of rows that came, if that is less than the request's and the list goes on, or may.
    ///
    /// - Returns: `nil` if the answer stays as it is: no further request is needed, or other rows came.
    func keptToLength(
        of body: AnswerBody<Element>, after cursor: Cursor?, _ question: HTTPClient.Question, in dialect: Dialect
    ) async throws -> (body: AnswerBody<Element>, address: URL)? {
        if let cursor, let length = state.withLock({ $0.lengthToTry[cursor] }) {
            return try await nextPage(of: length, insteadOf: body, question, in: dialect)
        }
        let count = body.items.count
        guard count > 0, !dialect.continuesBehindRow, let size = AskedSize(question), size.rows > count,
            mayGoOn(behind: body, isFirst: cursor == nil)
        else { return nil }
        if let kept = state.withLock(\.keptLength), size.rows > kept {
            // It was asked for before that was known, or by a link from then.
            let again = try await same(question, size, kept, in: dialect)
            return again?.body.items.isEmpty == false ? again : nil
        }
        // First pages that are asked for at once ask each for itself, since none may wait for the others' rows.
        let isFirst = state.withLock { state in
            if cursor == nil { return !state.hasAskedForLength }
            defer { state.hasAskedForLength = true }
            return !state.hasAskedForLength
        }
        guard isFirst else { return nil }
        let again = try await same(question, size, count, in: dialect)
        guard let again, let next = again.body.facts.next, again.body.items.count == count else {
            state.withLock { $0.hasAskedForLength = true }
            return nil
        }
        guard isSame(again.body, as: body, in: dialect) else {
            // Of a list that has changed meanwhile the page that is as long as it was asked for leads on in any case. The next one will show.
            return cursor == nil ? again : nil
        }
        state.withLock { $0.hasAskedForLength = true }
        guard next == body.facts.next else {
            keep(count, size)
            return again
        }
        if case .cursor(let text) = next { state.withLock { $0.lengthToTry = [Cursor(text): count] } }
        return nil
    }

    /// A page requested with the number of rows that came before, if that returns other rows than a larger number.
    private func nextPage(
        of length: Int, insteadOf body: AnswerBody<Element>, _ question: HTTPClient.Question, in dialect: Dialect
    ) async throws -> (body: AnswerBody<Element>, address: URL)? {
        guard let size = AskedSize(question), size.rows > length,
            let again = try await same(question, size, length, in: dialect), !again.body.items.isEmpty
        else { return nil }
        state.withLock { $0.lengthToTry = [:] }
        if isSame(again.body, as: body, in: dialect) { return nil }
        keep(length, size)
        return again
    }

    /// `true` if there is a link to another page, or none but as many rows as pages usually have.
    private func mayGoOn(behind body: AnswerBody<Element>, isFirst: Bool) -> Bool {
        if body.facts.next != nil { return body.facts.hasMore != false }
        return isFirst && Vocabulary.usualPageSizes.contains(body.items.count)
            && body.facts.total.map { $0 > body.items.count } ?? true
    }

    private func same(
        _ question: HTTPClient.Question, _ size: AskedSize, _ count: Int, in dialect: Dialect
    ) async throws -> (body: AnswerBody<Element>, address: URL)? {
        do {
            return try await read(size.setting(count, in: question), in: dialect)
        } catch {
            if let error = error as? HTTPSourceError, !error.isTransient { return nil }
            state.withLock { $0.hasAskedForLength = false }
            throw error
        }
    }

    private func isSame(_ one: AnswerBody<Element>, as other: AnswerBody<Element>, in dialect: Dialect) -> Bool {
        guard let sketch = self.sketch(of: one, number: 0, in: dialect),
            let known = self.sketch(of: other, number: 0, in: dialect)
        else { return false }
        return sketch.isSame(as: known) == true
    }

    /// Limits later requests to this many rows.
    private func keep(_ count: Int, _ size: AskedSize) {
        state.withLock { state in
            state.keptLength = count
            if size.isInBody || Query.value(size.name, in: url) != nil {
                state.dialect?.parameters[size.name] = String(count)
            }
        }
    }
}

/// The number of rows that a request asks for, by any of the usual names.
private struct AskedSize {
    /// The parameter, or its path in the body.
    let name: String
    let rows: Int
    let isInBody: Bool

    init?(_ question: HTTPClient.Question) {
        if let body = question.asking.body {
            guard let json = try? JSONValue(parsing: body), let found = Self.found(in: json, at: []) else { return nil }
            self = found
        } else {
            guard let found = Dialect.sizeParameter(of: question.address), let rows = Int(found.value) else {
                return nil
            }
            (name, self.rows, isInBody) = (found.name, rows, false)
        }
    }

    private init(path: [String], rows: Int) {
        (name, self.rows, isInBody) = (FieldPath(names: path).description, rows, true)
    }

    private static func found(in json: JSONValue, at path: [String]) -> AskedSize? {
        guard path.count < ItemsFinder.maximumDepth, let members = json.object else { return nil }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if Vocabulary.sizeParameters.contains(name.lowercased()) || name == "first", let rows = value.int {
                return AskedSize(path: path + [name], rows: rows)
            }
            if let found = found(in: value, at: path + [name]) { return found }
        }
        return nil
    }

    /// The same request for another number of rows.
    func setting(_ count: Int, in question: HTTPClient.Question) -> HTTPClient.Question {
        var question = question
        if let body = question.asking.body, let json = try? JSONValue(parsing: body) {
            question.asking.body = Data(json.setting(.integer(Int64(count)), at: FieldPath(name).names[...]).json.utf8)
        } else {
            question.address =
                Query.setting([Query.Parameter(name, String(count))], in: question.address) ?? question.address
        }
        return question
    }

}

extension Dialect {
    /// `true` if cursors are made of a page's last row, so that the next page follows it whatever the size.
    fileprivate var continuesBehindRow: Bool {
        switch next {
        case .lastItem, .keyBehindLast: true
        default: false
        }
    }
}
