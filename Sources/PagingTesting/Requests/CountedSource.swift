internal import Foundation
public import Paging

/// A source that notes what another one is asked for, so that a test can say how many requests something may cost.
///
/// ```swift
/// let source = CountedSource(MySource())
/// let list = PagedList(source)
/// try await source.expectRequests(2, of: list) {
///     list.viewport(0..<80)
/// }
/// ```
///
/// It has the capabilities of the other one, but for contents and live streams, which it does not pass on.
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

    /// Makes a source of one that answers.
    public init(_ base: Base) { self.base = base }

    /// Every request so far, in the order of their coming.
    public var requests: [SourceRequest] { lock.withLock { noted } }

    /// The capabilities of the other source that are passed on.
    public var capabilities: SourceCapabilities { base.capabilities.subtracting([.contents, .live]) }

    /// The other source's.
    public var server: String? { base.server }

    /// Answers a request.
    public func page(for request: PageRequest) async throws -> Page<Element> {
        begin(.page(request))
        defer { end() }
        return try await base.page(for: request)
    }

    /// Holds a piece of work to a number of requests.
    ///
    /// It waits until what the work asked for is answered, and what the list asked for because of that, and so on. Retries that are due
    /// later are not waited for.
    ///
    /// - Parameters:
    ///   - expected: how many requests there have to be: `1...3` for at most three and at least one.
    ///   - list: the list that asks. Without one, only requests that were made by the end of the work count.
    ///   - fileID: where the test waits, which is printed where it hangs.
    ///   - line: the line of it.
    ///   - work: what costs requests. It has to answer those of a ``ScriptedSource``.
    /// - Returns: what the work returns.
    /// - Throws: ``UnexpectedRequests`` where there are more or fewer, which fails a test that does not catch it; what the work throws;
    ///   `CancellationError` where the test is cancelled, as by its time limit, while a request waits for its answer.
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
                // An answer that a test still holds back.
                try await answered(fileID: fileID, line: line)
            } while list.ledger.openCount > 0
        }
        let made = Array(requests.dropFirst(before))
        if !expected.contains(made.count) { throw UnexpectedRequests(expected: expected, made: made) }
        return result
    }

    /// Holds a piece of work to an exact number of requests: see ``expectRequests(_:of:fileID:line:_:)-(ClosedRange<Int>,_,_,_,_)``.
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

    /// Waits until no request is under way.
    private func answered(fileID: StaticString, line: UInt) async throws {
        let isQuiet = await bell.wait(fileID: fileID, line: line) { [self] in
            "answers to \(lock.withLock { underWay }) requests of a counted source"
        } look: {
            lock.withLock { underWay == 0 } ? true : nil
        }
        if isQuiet == nil { throw CancellationError() }
    }
}
