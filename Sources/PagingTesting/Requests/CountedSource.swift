internal import Foundation
public import Paging

/// A source that records the requests to another source, so that a test can limit their number.
///
/// ```swift
/// let source = CountedSource(MySource())
/// let list = PagedList(source)
/// try await source.expectRequests(2, of: list) {
///     list.viewport(0..<80)
/// }
/// ```
///
/// It has the capabilities of the other source, except for contents and live streams, which it does not pass on.
public final class CountedSource<Base: PageSource>: PageSource, @unchecked Sendable {
    // Proof of Sendable: every access to the mutable properties holds the lock, and the other source is Sendable.
    private let lock = NSLock()
    private var noted: [SourceRequest] = []
    private var underWay = 0
    private let bell = Bell()

    /// The type of the list's items.
    public typealias Element = Base.Element

    /// The source that answers.
    public let base: Base

    /// Makes a source that records the requests to another source.
    public init(_ base: Base) { self.base = base }

    /// All requests so far, in order.
    public var requests: [SourceRequest] { lock.withLock { noted } }

    /// The capabilities of the other source that are passed on.
    public var capabilities: SourceCapabilities { base.capabilities.subtracting([.contents, .live]) }

    /// The other source's server.
    public var server: String? { base.server }

    /// Answers a request.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        begin(.page(request))
        defer { end() }
        return try await base.page(for: request)
    }

    /// Checks the number of requests that a piece of work causes.
    ///
    /// It waits until the requests of the work are answered, then those that the list sends because of these answers, and so on. It does not
    /// wait for retries that are due later.
    ///
    /// - Parameters:
    ///   - expected: the allowed number of requests: `1...3` for at least one and at most three.
    ///   - list: the list that sends the requests. Without a list, only requests made by the end of the work count.
    ///   - fileID: the file in which the test waits, printed if it hangs.
    ///   - line: the line in that file.
    ///   - work: the work that causes requests. It has to answer those of a ``ScriptedSource``.
    /// - Returns: the result of the work.
    /// - Throws: ``UnexpectedRequests`` for any other number, which fails a test that does not catch it; the errors of the work;
    ///   `CancellationError` if the test is cancelled, for example by its time limit, while a request waits for its answer.
    @MainActor @discardableResult
    public func expectRequests<Result>(
        _ expected: ClosedRange<Int>, of list: PagedList<Element>? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, _ work: @MainActor () async throws -> Result
    ) async throws -> Result {
        let before = requests.count
        let result = try await work()
        try await answered(fileID: fileID, line: line)
        if let list {
            repeat {
                try Task.checkCancellation()
                await list.settle(fileID: fileID, line: line)
                // The test may still hold back an answer.
                try await answered(fileID: fileID, line: line)
            } while list.ledger.openCount > 0
        }
        let made = Array(requests.dropFirst(before))
        if !expected.contains(made.count) { throw UnexpectedRequests(expected: expected, made: made) }
        return result
    }

    /// Checks that a piece of work causes an exact number of requests: see ``expectRequests(_:of:fileID:line:_:)-(ClosedRange<Int>,_,_,_,_)``.
    @MainActor @discardableResult
    public func expectRequests<Result>(
        _ expected: Int, of list: PagedList<Element>? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @MainActor () async throws -> Result
    ) async throws -> Result {
        try await expectRequests(expected...expected, of: list, fileID: fileID, line: line, work)
    }

    func begin(_ request: SourceRequest) {
        lock.withLock {
            noted.append(request)
            underWay += 1
        }
    }

    func end() {
        lock.withLock { underWay -= 1 }
        bell.ring()
    }

    /// Waits until no request is in progress.
    private func answered(fileID: StaticString, line: UInt) async throws {
        let isQuiet = await bell.wait(fileID: fileID, line: line) { [self] in
            "answers to \(lock.withLock { underWay }) requests of a counted source"
        } look: {
            lock.withLock { underWay == 0 } ? true : nil
        }
        if isQuiet == nil { throw CancellationError() }
    }
}
