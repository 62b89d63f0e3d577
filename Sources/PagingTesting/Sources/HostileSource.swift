internal import Foundation
public import Paging

/// A source that returns wrong answers of one kind on purpose.
///
/// ```swift
/// let source = HostileSource(rows, answering: .negativeTotal)
/// let list = PagedList(source)
/// await #expect(throws: PageDefect.negativeTotal(-1)) { try await list.loadMore() }
/// ```
///
/// Use it to test how an app presents the error: the message, the button to retry, the rows loaded before. With `afterAnswers` the first answers
/// are correct, so that such rows exist. It does not fail, time out or answer late. ``ScriptedSource`` can do that.
public final class HostileSource<Element: Sendable>: PageSource, @unchecked Sendable {
    // Proof of Sendable: every access to the mutable property holds the lock.
    private let lock = NSLock()
    private var answered = 0

    private let items: [Element]
    private let afterAnswers: Int

    /// The kind of wrong answers.
    public let answer: BadAnswer

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - items: the whole list. With less than two pages, some answers cannot be wrong.
    ///   - answer: the kind of wrong answers.
    ///   - afterAnswers: the number of correct answers before.
    public init(_ items: [Element], answering answer: BadAnswer, afterAnswers: Int = 0) {
        (self.items, self.answer, self.afterAnswers) = (items, answer, afterAnswers)
    }

    /// Positions or cursors. The list has to be read in this way for the wrong answer to be possible.
    public var capabilities: SourceCapabilities { answer.needsCursors ? .cursors : .positions }

    /// Answers a request.
    ///
    /// - Throws: ``UnsupportedRequest`` for rows around a row.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        let number = lock.withLock {
            answered += 1
            return answered
        }
        guard let right = right(for: request) else { throw UnsupportedRequest(request) }
        return number > afterAnswers ? spoil(right, request, number) : right
    }

    /// The correct page, with cursors that are positions.
    private func right(for request: PageRequest) -> Page<Element>? {
        let start: Int
        switch request {
        case .positions(let range): start = range.lowerBound
        case .after(let cursor, _): start = cursor.map(position) ?? 0
        case .before(let cursor, let limit): start = max(0, (cursor.map(position) ?? items.count) - limit)
        case .around: return nil
        }
        var end = min(items.count, start + request.limit)
        if case .before(let cursor?, _) = request { end = position(cursor) }
        let range = min(start, end)..<end
        guard capabilities.contains(.cursors) else {
            return Page(Array(items[range]), at: start, total: items.count)
        }
        return Page(
            Array(items[range]), continuation: end < items.count ? .next(Cursor("\(end)")) : .end,
            beginning: start > 0 ? .previous(Cursor("\(start)")) : .start)
    }

    private func position(_ cursor: Cursor) -> Int {
        // A cursor of `noProgress` has the number of its answer after a point.
        min(items.count, Int(cursor.description.prefix { $0 != "." }) ?? 0)
    }

    private func spoil(_ right: Page<Element>, _ request: PageRequest, _ number: Int) -> Page<Element> {
        var page = right
        switch answer {
        case .negativeTotal: page.total = -1
        case .totalTooLarge: page.total = Int.max
        case .positionOutOfRange: page.position = -1
        case .emptyPage: page.items = []
        case .misplacedPage: page.position = (page.position ?? 0) + request.limit
        case .duplicateIdentifier: if page.items.count > 1 { page.items[1] = page.items[0] }
        case .repeatedCursor:
            if case .after(let cursor?, _) = request { page.continuation = .next(cursor) }
        case .mixedVersions: page.version = Version("\(number % 2)")
        case .noProgress:
            page.items = Array(items.prefix(request.limit))
            page.continuation = .next(Cursor("0.\(number)"))
        case .noWayAbove: page.beginning = .unspecified
        }
        return page
    }
}

/// A kind of wrong answer of a ``HostileSource``, named like the resulting `PageDefect` of a list.
///
/// There is none for `PageDefect.unsettled`, which is the result of a list that changes with every answer, without any wrong answer.
public enum BadAnswer: Hashable, Sendable, CaseIterable {
    /// The total is -1.
    case negativeTotal
    /// The total is `Int.max`, more than any list has.
    case totalTooLarge
    /// The page begins one row before the list.
    case positionOutOfRange
    /// The page has no rows, although its total is not zero.
    case emptyPage
    /// The page begins after the requested position.
    case misplacedPage
    /// The second item of each page is the same as the first.
    case duplicateIdentifier
    /// Each page after the first leads back to itself. The list is read by cursors.
    case repeatedCursor
    /// Answers alternate between two versions of the list, like those of two servers when one is behind. A list whose `behavior:` lets rows come
    /// and go then retries, and fails only if that does not help.
    case mixedVersions
    /// Each page has the first rows again, with a new cursor. The list is read by cursors.
    case noProgress
    /// No page has a cursor to the rows before it, which a list that begins at its end needs. The list is read by cursors.
    case noWayAbove

    /// `true` if the list is read by cursors, `false` if it is read by positions.
    var needsCursors: Bool { [.repeatedCursor, .noProgress, .noWayAbove].contains(self) }
}
