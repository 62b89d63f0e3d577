import Foundation
public import Paging
public import PagingCore
import PagingWire

/// The changes of the list, as they happen.
extension HTTPSource: LivePageSource where Element: Identifiable, Element.ID: Codable {
    /// Listens to changes of the list, as ``Dialect/live`` says.
    ///
    /// A listener that falls behind gets only the latest news. It does not follow on any version that the list has seen, so the list asks for
    /// all earlier changes at once.
    ///
    /// - Returns: the news in order. It ends with ``HTTPSourceError``: `connectionLost` when the server ends it, with the pause that the server
    ///   asks for; ``HTTPSourceError/Reason/notOffered(_:)`` if the dialect has no setting for it, if the answer is no event stream, or if the
    ///   transport cannot receive one. It also ends with the request hook's error.
    public func news(
        since version: Version?
    ) -> AsyncThrowingStream<LiveNews<Element, Element.ID>, any Error> {
        let ledger = LoadLedger.reading?.ledger ?? LoadLedger()
        let stream = HeldStream<LiveNews<Element, Element.ID>>(bufferingNewest: HTTPLimits.newsWaiting)
        let task = ledger.detached {
            do {
                try await self.listen(since: version) { stream.yield($0) }
            } catch {
                stream.finish(throwing: error)
            }
        }
        return stream.elements { task.cancel() }
    }

    /// - Throws: the reason why it ended; it never ends otherwise.
    private func listen(
        since version: Version?, _ tell: @escaping @Sendable (sending LiveNews<Element, Element.ID>) -> Void
    ) async throws -> Never {
        let dialect = try await dialect(offering: { $0.live != nil })
        guard let way = dialect.live else {
            throw HTTPSourceError(.notOffered(.live), address: Shown.address(url))
        }
        var parameters = Query.parameters(way.parameters)
        if let since = way.since, let version {
            parameters.append(Query.Parameter(since.description, version.description))
        }
        let address = try endpoint(way.address, parameters, in: dialect)
        let start = ContinuousClock.now
        let events = Locked(Reception(ServerSentEvents(maximumBytes: client.limits.maximumBytes)))
        var asking = HTTPClient.Asking()
        if let version { asking.headers["Last-Event-ID"] = version.description }
        asking.receive = { bytes in
            try events.withLock { reception in
                for event in try reception.events.take(bytes) {
                    if !reception.isAlive { self.state.withLock { $0.hasStreamed = true } }
                    reception.isAlive = true
                    tell(self.news(event, from: reception.version ?? version, way, dialect, at: address, &reception))
                }
            }
        }
        let (answer, from) = try await client.answer(to: address, as: asking)
        let shown = Shown.address(from)
        let reception = events.withLock { $0 }
        let type = answer.headers[HeaderName.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        // No content, or another type, means that there is no stream, now and later (HTML, "Server-sent events"). If events came before, another
        // type is rather a sign-in page of this network.
        let isEmpty = [204, 205].contains(answer.status)
        guard !isEmpty, type.trimmingCharacters(in: .whitespaces) == "text/event-stream" else {
            var error = HTTPSourceError(.notOffered(.live), address: shown)
            error.mayPass = state.withLock { $0.hasStreamed && !isEmpty }
            throw error
        }
        let wait = max(reception.events.retry ?? .zero, waitAfterStream(since: start))
        throw HTTPSourceError(.connectionLost, address: shown, retryAfter: wait > .zero ? wait : nil)
    }

    /// The wait before a stream that the server ended is opened again. It grows from one to the next, until a stream has lived for a while.
    /// Otherwise a server that sends an event and closes would be asked again and again.
    private func waitAfterStream(since start: ContinuousClock.Instant) -> Duration {
        let hasLived = ContinuousClock.now - start >= HTTPLimits.livelyStream
        return state.withLock { state in
            state.shortStreams = hasLived ? 0 : state.shortStreams + 1
            guard state.shortStreams > 1 else { return .zero }
            let doubled = HTTPLimits.firstStreamWait * (1 << min(state.shortStreams - 2, 10))
            return min(doubled, HTTPLimits.longestStreamWait)
        }
    }

    /// Decodes an event; an unreadable one is `.version(nil)`.
    private func news(
        _ event: ServerSentEvent, from version: Version?, _ way: Dialect.Live, _ dialect: Dialect, at address: URL,
        _ reception: inout Reception
    ) -> sending LiveNews<Element, Element.ID> {
        let whole = HTTPAnswer(status: 200, body: event.data)
        let json = try? BodyCheck.json(whole, maximumDepth: client.limits.maximumDepth)
        let answer = EndpointAnswer(whole: whole, json: json ?? .null, address: address)
        if event.name == way.changes, let changesWay = dialect.changes, let version,
            let changes: ListChanges<Element.ID> = try? changes(in: answer, by: changesWay, since: version)
        {
            reception.version = changes.to
            return .changes(changes, items: (try? items(in: answer)) ?? [])
        }
        let named = answer.optional(way.version).flatMap(AnswerFacts.text) ?? event.id
        reception.version = named.map { Version($0) }
        return .version(reception.version)
    }
}

/// The progress of reading a stream.
private struct Reception: Sendable {
    var events: ServerSentEvents
    var version: Version?
    var isAlive = false

    init(_ events: ServerSentEvents) { self.events = events }
}
