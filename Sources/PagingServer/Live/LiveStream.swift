internal import Foundation
internal import PagingWire

/// The events of a list for one listener: where it is, what happens, and now and then where it still is.
///
/// `@unchecked Sendable`: `isOver` is read and written only while `lock` is locked, everything else by the one thread that asks.
final class LiveStream: ResponseStream, @unchecked Sendable {
    private let hub: LiveHub
    private let question: LiveQuestion
    private let lock = NSLock()
    private var isOver = false
    private var hasBegun = false
    private let listener: LiveHub.Listener
    /// The state of the database in which there was no news, or `nil` if that is not known.
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
        // First, as what is committed while the database is read is to be seen the next time.
        let (state, isDue) = hub.look(listener)
        guard state != silentAt || isDue else { return .nothing }
        do {
            // The first is told at once, so that the client knows what it has missed, and that it is heard.
            let news = try hub.news(
                question, since: heard, isDue: isDue || !hasBegun, state: state, for: listener)
            switch news {
            case .nothing:
                silentAt = state
                hub.upToDate(listener)
                return .nothing
            case .later:
                // The beat goes on though the list cannot be read: a client that hears none takes the server for gone.
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
            // The list is gone, or cannot be sorted so any more. Who comes again is told in full.
            return .end
        } catch {
            // The database is busy: what happened is told later.
            hub.retrySoon(listener)
            return .nothing
        }
    }

    func end() {
        lock.withLock { isOver = true }
        hub.wake(listener)
    }

    private var hasEnded: Bool { lock.withLock { isOver } }

    /// A line that says nothing (HTML, "Server-sent events", §9.2.6).
    static let comment = Array(":\n\n".utf8)
    /// How long a client that was cut off is to wait.
    static let opening = Array("retry: \(ServerLimits.liveRetryMilliseconds)\n".utf8)
}

extension Request {
    /// `true` if Server-Sent Events are asked for.
    var wantsEvents: Bool { header("Accept")?.lowercased().contains("text/event-stream") ?? false }
}

extension Response {
    /// Server-Sent Events. No proxy on the way is to hold them back, and none to keep them.
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
