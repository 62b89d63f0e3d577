public import PagingCore
public import PagingTesting

/// One playing of a trace: its measures, and what a picture of it needs.
public struct ScrollRun: Sendable {
    /// A request and what became of it.
    public struct Request: Hashable, Sendable {
        /// How a request ended.
        public enum Outcome: String, Hashable, Sendable {
            /// Its rows arrived.
            case answered
            /// The policy called it off.
            case cancelled
            /// Its time was out.
            case failed
            /// It was under way when the trace ended.
            case pending
        }

        /// The rows asked for.
        public var rows: Range<Int>
        /// When it was sent, in milliseconds since the trace's start.
        public var askedAt: Double
        /// When it ended.
        public var endedAt: Double
        /// How it ended.
        public var outcome: Outcome
    }

    /// The measures taken.
    public var measures: ScrollMeasures
    /// All requests, in the order they were sent.
    public var requests: [Request]
    /// For each frame of the trace, the rows that were shown as placeholders.
    public var missing: [PositionSet]
}

/// Names a request of one of the policies at work.
struct RequestKey: Hashable, Sendable {
    let seat: Int
    let request: Int
}
