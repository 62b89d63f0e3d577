/// Waiting for Ctrl-C.
enum Interruption {
    /// Returns only by throwing, when the task is cancelled.
    static func wait() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        // Held so that the stream does not end by itself.
        for await _ in stream {}
        continuation.finish()
        throw CancellationError()
    }
}
