/// One request that was answered, for a log.
public struct AccessRecord: Hashable, Sendable {
    /// The request's method.
    public var method: String
    /// Path and query as they were sent.
    public var target: String
    /// The answer's status code.
    public var status: Int
    /// Bytes of the answer's body.
    public var bytes: Int
    /// Milliseconds from the request's arrival to the end of its answer, a delay that was asked for included.
    public var milliseconds: Double
    /// Whether the answer was sent in full; `false` where the client went away.
    public var isComplete: Bool
}
