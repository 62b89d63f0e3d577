internal import Foundation

/// Answers that are read from the database while they are sent. There are few at a time, as each holds a connection to it.
///
/// `@unchecked Sendable`: `count` is read and written only while `lock` is locked.
final class StreamedAnswers: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    /// Begins an answer, and waits for its first part.
    ///
    /// - Parameter read: puts the answer into the pipe, on a thread of its own.
    /// - Throws: a problem (503) where there are as many as there may be; what `read` throws before the first part.
    func begin(
        milliseconds: Int = ServerLimits.streamedMilliseconds,
        _ read: @escaping @Sendable (ResponsePipe) throws -> Void
    ) throws -> Response {
        let isAdmitted = lock.withLock {
            guard count < ServerLimits.streamedAnswers else { return false }
            count += 1
            return true
        }
        guard isAdmitted else { throw Problem.tooManyAnswers }
        let pipe = ResponsePipe(milliseconds: milliseconds)
        let thread = Thread {
            do {
                try read(pipe)
                self.leave()
                pipe.finish(nil)
            } catch {
                self.leave()
                pipe.finish(error)
            }
        }
        thread.name = "streams"
        thread.stackSize = ServerLimits.threadStackBytes
        thread.start()
        // From here on the answer ends where nobody holds it.
        let body = StreamedBody(pipe)
        var response = try pipe.response()
        response.stream = body
        response.contentLength = nil
        return response
    }

    private func leave() { lock.withLock { count -= 1 } }
}

/// The body of an answer that is read while it is sent.
private final class StreamedBody: ResponseStream {
    private let pipe: ResponsePipe

    init(_ pipe: ResponsePipe) { self.pipe = pipe }

    deinit { pipe.cancel() }

    func next() -> StreamPart { pipe.next() }
    func whenReady(_ wake: @escaping @Sendable () -> Void) { pipe.whenReady(wake) }
    func end() { pipe.cancel() }
}
