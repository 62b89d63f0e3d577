/// The body of an answer without a fixed end, which goes on while the client reads it.
///
/// No thread waits for it: a stream without data is asked again when it reports that it has some.
public protocol ResponseStream: AnyObject, Sendable {
    /// The next part, without waiting for it. It is called by one thread at a time.
    func next() -> StreamPart

    /// Sets a closure to call from any thread once there may be more than ``StreamPart/nothing``. It is set before ``next()`` is called.
    func whenReady(_ wake: @escaping @Sendable () -> Void)

    /// Ends the stream, and wakes a thread that waits for data. It may be called from any thread, and more than once.
    func end()
}

/// The result of asking a stream for more.
public enum StreamPart: Equatable, Sendable {
    /// The next bytes.
    case bytes([UInt8])
    /// There is no data now.
    case nothing
    /// There is no more data.
    case end
    /// The rest cannot be read. The connection is closed, so that clients do not take the part for the whole.
    case failed
}
