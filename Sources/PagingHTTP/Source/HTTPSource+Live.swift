import Foundation
public import Paging
public import PagingCore
import PagingWire

/// The changes of the list, as they happen.
extension HTTPSource: LivePageSource where Element: Identifiable, Element.ID: Codable {
    /// Listens to what happens, as ``Dialect/live`` says.
    ///
    /// A listener that falls behind is told the latest news alone: what happened before them follows on nothing that a list has seen, so that
    /// it asks for all of that at once.
    ///
    /// - Returns: the news in order. It ends with ``HTTPSourceError``: `connectionLost` when the server ends it, with the time after
    ///   which it asks to be asked again; ``HTTPSourceError/Reason/notOffered(_:)`` where the dialect names no way, where what
    ///   answers sends no events, and where the transport cannot receive them; with what the request hook throws.
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

    /// - Throws: why it ended; it never ends otherwise.
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
        // No content, and another type, say that there is nothing to listen to, now and later (HTML, "Server-sent events"). Where events
        // came before, another type is rather a page to sign in on in this network.
        let isEmpty = [204, 205].contains(answer.status)
        guard !isEmpty, type.trimmingCharacters(in: .whitespaces) == "text/event-stream" else {
            var error = HTTPSourceError(.notOffered(.live), address: shown)
            error.mayPass = state.withLock { $0.hasStreamed && !isEmpty }
            throw error
        }
        let wait = max(reception.events.retry ?? .zero, waitAfterStream(since: start))
        throw HTTPSourceError(.connectionLost, address: shown, retryAfter: wait > .zero ? wait : nil)
    }

    /// How long to wait before a stream is opened again that the server ended: longer from one to the next, until one has lived for a while.
    /// A server that sends an event and closes would be asked again and again otherwise.
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

/// How far a stream was read.
private struct Reception: Sendable {
    var events: ServerSentEvents
    var version: Version?
    var isAlive = false

    init(_ events: ServerSentEvents) { self.events = events }
}
