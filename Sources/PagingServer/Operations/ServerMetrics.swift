internal import Foundation

/// Counts a server's answers, in the text format of Prometheus.
///
/// ```swift
/// let metrics = ServerMetrics()
/// let responder = Responder(database, metrics: metrics)  // answers at /metrics
/// let server = try HTTPServer(responder, configuration: .init(log: { metrics.record($0) }))
/// metrics.watch(responder)
/// metrics.watch(server)
/// ```
///
/// Source: Prometheus, "Exposition formats", text format 0.0.4.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
public final class ServerMetrics: @unchecked Sendable {
    /// The upper bounds of the histograms' buckets, in milliseconds.
    static let bounds = [1.0, 5, 25, 100, 500, 2_500]

    private let lock = NSLock()
    private var answers: [Int: Int] = [:]
    private var times = Histogram(bounds: bounds)
    private var (bytes, aborted) = (0, 0)
    /// Closures that return the values read for each request of metrics.
    private var sources: [@Sendable () -> [String]] = []

    /// Makes counters at 0.
    public init() {}

    /// Counts an answer.
    public func record(_ record: AccessRecord) {
        lock.withLock {
            answers[record.status, default: 0] += 1
            times.add(record.milliseconds)
            bytes += record.bytes
            if !record.isComplete { aborted += 1 }
        }
    }

    /// Adds the number of a server's connections and streams. The server is not retained.
    public func watch(_ server: HTTPServer) {
        add { [weak server] in
            guard let load = server?.load else { return [] }
            return Self.head("paging_connections", "gauge", "Connections of clients.")
                + ["paging_connections \(load.connections)"]
                + Self.head("paging_streams", "gauge", "Streams and long answers that are being sent.")
                + ["paging_streams \(load.streams)"]
        }
    }

    /// Adds the lag of a responder's streams and replica, and the lengths of the logs of changes.
    public func watch(_ responder: Responder) {
        add { [weak replica = responder.database.replica] in Self.lines(of: replica) }
        add { [weak live = responder.live, weak lengths = responder.lengths] in
            guard let live, let lengths else { return [] }
            let counters = live.counters
            var lines = counters.lag.lines(
                "paging_stream_lag_seconds", "Time from when a change was seen to when a stream told of it.")
            lines += Self.head(
                "paging_stream_longest_wait_seconds", "gauge", "For how long a stream has waited to tell what was seen."
            )
            lines.append("paging_stream_longest_wait_seconds \(counters.longestWait)")
            lines += Self.head("paging_stream_log_reads_total", "counter", "Reads of a log's entries for streams.")
            lines.append("paging_stream_log_reads_total \(counters.entryReads)")
            lines += Self.head("paging_log_entries", "gauge", "Entries of a log of changes, some seconds ago.")
            for (list, length) in lengths.all {
                lines.append("paging_log_entries{list=\(Self.quoted(list))} \(length)")
            }
            return lines
        }
    }

    /// The metrics of a replica, or none if there is no replica, or it has not been read for a while.
    private static func lines(of replica: PostgresReplica?) -> [String] {
        guard let state = replica?.state else { return [] }
        var lines = head("paging_replica_used", "gauge", "Whether the replica answers what it can.")
        lines.append("paging_replica_used \(state.isUsed ? 1 : 0)")
        lines += head("paging_primary_reachable", "gauge", "Whether the primary can be asked how far the replica lags.")
        lines.append("paging_primary_reachable \(state.isPrimaryReachable ? 1 : 0)")
        guard let seconds = state.lagSeconds else { return lines }
        lines += head("paging_replica_lag_seconds", "gauge", "How far the replica lags behind the primary.")
        lines.append("paging_replica_lag_seconds \(seconds)")
        return lines
    }

    private func add(_ source: @escaping @Sendable () -> [String]) { lock.withLock { sources.append(source) } }

    /// The current metrics as text.
    public var text: String {
        let (counted, sources) = lock.withLock { (lines, self.sources) }
        return (counted + sources.flatMap { $0() }).joined(separator: "\n") + "\n"
    }

    /// Called while `lock` is held.
    private var lines: [String] {
        var lines = Self.head("paging_responses_total", "counter", "Answers, by status code.")
        for (status, count) in answers.sorted(by: { $0.key < $1.key }) {
            lines.append("paging_responses_total{status=\"\(status)\"} \(count)")
        }
        lines += Self.head("paging_response_bytes_total", "counter", "Bytes of all answers' bodies.")
        lines.append("paging_response_bytes_total \(bytes)")
        lines += Self.head("paging_responses_aborted_total", "counter", "Answers that clients did not wait for.")
        lines.append("paging_responses_aborted_total \(aborted)")
        lines += times.lines("paging_response_seconds", "Time from a request to the end of its answer.")
        return lines
    }

    fileprivate static func head(_ name: String, _ type: String, _ help: String) -> [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
    }

    /// A label's value.
    private static func quoted(_ text: String) -> String {
        let escaped = text.map { $0 == "\n" ? "\\n" : $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "\"\(escaped.joined())\""
    }
}

/// A histogram of durations.
struct Histogram: Sendable {
    /// The upper bounds of the buckets, in milliseconds.
    private let bounds: [Double]
    private var buckets: [Int]
    private(set) var count = 0
    private var milliseconds = 0.0

    init(bounds: [Double]) {
        self.bounds = bounds
        buckets = bounds.map { _ in 0 }
    }

    mutating func add(_ milliseconds: Double) {
        if let bucket = bounds.firstIndex(where: { milliseconds <= $0 }) { buckets[bucket] += 1 }
        count += 1
        self.milliseconds += milliseconds
    }

    /// The histogram in the format of Prometheus.
    ///
    /// - Parameter name: the name, which ends in `_seconds`.
    func lines(_ name: String, _ help: String) -> [String] {
        var lines = ServerMetrics.head(name, "histogram", help)
        var sum = 0
        for (bound, bucket) in zip(bounds, buckets) {
            sum += bucket
            lines.append("\(name)_bucket{le=\"\(bound / 1_000)\"} \(sum)")
        }
        lines.append("\(name)_bucket{le=\"+Inf\"} \(count)")
        lines.append("\(name)_sum \(milliseconds / 1_000)")
        lines.append("\(name)_count \(count)")
        return lines
    }
}
