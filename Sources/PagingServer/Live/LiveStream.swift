internal import Foundation
internal import PagingWire

/// The events of a list for one listener: the version at the start, changes, and the version again at intervals.
///
/// `@unchecked Sendable`: `isOver` is read and written only while `lock` is locked, everything else by the one thread that asks.
final class LiveStream: ResponseStream, @unchecked Sendable {
    private let hub: LiveHub
    private let question: LiveQuestion
    private let lock = NSLock()
    private var isOver = false
    private var hasBegun = false
    private let listener: LiveHub.Listener
    /// The state of the database in which there was no event, or `nil` if it is unknown.
    private var silentAt: Int?
    private var heard: String?

    /// - Parameter since: the version that the client knows, or `nil` if it knows none.
    init(_ hub: LiveHub, _ question: LiveQuestion, since: String?) {
        (self.hub, self.question, heard) = (hub, question, since)
        listener = hub.join()
    }

    deinit { hub.leave(listener) }

    func whenReady(_ wake: @escaping @Sendable () -> Void) { hub.tell(listener, wake) }

    func next() -> StreamPart {
        guard !hasEnded else { return .end }
        // The state is read first, so that commits during the read are seen the next time.
        let (state, isDue) = hub.look(listener)
        guard state != silentAt || isDue else { return .nothing }
        do {
            // The first event is sent at once, so that the client knows the version, and that the stream works.
            let news = try hub.news(
                question, since: heard, isDue: isDue || !hasBegun, state: state, for: listener)
            switch news {
            case .nothing:
                silentAt = state
                hub.upToDate(listener)
                return .nothing
            case .later:
                // The beat is sent even if the list cannot be read, because a client without beats assumes that the server is gone.
                guard isDue, hasBegun else { return .nothing }
                hub.beat(listener)
                return .bytes(LiveStream.comment)
            case .event(let event):
                heard = event.version
                hub.told(listener)
                defer { hasBegun = true }
                return .bytes(hasBegun ? event.bytes : LiveStream.opening + event.bytes)
            }
        } catch is Problem {
            // The list does not exist any more, or lacks the sort column. A client that reconnects gets the error.
            return .end
        } catch {
            // The database is busy, so the changes are sent later.
            hub.retrySoon(listener)
            return .nothing
        }
    }

    func end() {
        lock.withLock { isOver = true }
        hub.wake(listener)
    }

    private var hasEnded: Bool { lock.withLock { isOver } }

    /// A comment line without content (HTML, "Server-sent events", §9.2.6).
    static let comment = Array(":\n\n".utf8)
    /// The time that a disconnected client has to wait.
    static let opening = Array("retry: \(ServerLimits.liveRetryMilliseconds)\n".utf8)
}

extension Request {
    /// `true` if the request is for Server-Sent Events.
    var wantsEvents: Bool { header("Accept")?.lowercased().contains("text/event-stream") ?? false }
}

extension Response {
    /// An answer with Server-Sent Events. Proxies must neither buffer nor cache it.
    static func events(_ stream: any ResponseStream) -> Response {
        var response = Response(
            status: 200,
            headers: [
                (HeaderName.contentType, "text/event-stream"), ("Cache-Control", "no-store"),
                ("X-Accel-Buffering", "no"),
            ])
        response.stream = stream
        return response
    }
}
