/// The body of an answer that goes on for as long as the client takes it.
///
/// No thread waits for it: a stream that has nothing to tell is asked again when it says so.
public protocol ResponseStream: AnyObject, Sendable {
    /// The next part, without waiting for it. Called by one thread at a time.
    func next() -> StreamPart

    /// Takes what is to be called, from any thread, once there may be more than ``StreamPart/nothing``. Called before ``next()``.
    func whenReady(_ wake: @escaping @Sendable () -> Void)

    /// Ends the stream: a thread that waits for more is woken, and told so. From any thread, and more than once.
    func end()
}

/// The answer of a stream that is asked for more.
public enum StreamPart: Equatable, Sendable {
    /// The next bytes.
    case bytes([UInt8])
    /// Nothing just now.
    case nothing
    /// There will be no more.
    case end
    /// The rest cannot be read. The connection is broken off, so that clients do not take the part for the whole.
    case failed
}
