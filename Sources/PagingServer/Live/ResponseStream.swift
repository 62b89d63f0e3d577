/// The body of an answer that goes on for as long as the client takes it.
public protocol ResponseStream: AnyObject, Sendable {
    /// The next bytes, as soon as there are any.
    ///
    /// - Returns: `nil` where the stream is over.
    func next() -> [UInt8]?

    /// Ends the stream: whoever waits for its next bytes is told so at once. From any thread, and more than once.
    func end()
}
