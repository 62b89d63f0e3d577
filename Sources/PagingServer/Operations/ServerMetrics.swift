internal import Foundation

/// Counts what a server answers, in the text format of Prometheus.
///
/// ```swift
/// let metrics = ServerMetrics()
/// let responder = Responder(database, metrics: metrics)  // answers at /metrics
/// let daemon = try Daemon(responder, configuration: .init(log: { metrics.record($0) }))
/// ```
///
/// Source: Prometheus, "Exposition formats", text format 0.0.4.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
public final class ServerMetrics: @unchecked Sendable {
    /// The upper bounds of the histogram's buckets, in milliseconds.
    private static let bounds = [1.0, 5, 25, 100, 500, 2_500]

    private let lock = NSLock()
    private var answers: [Int: Int] = [:]
    private var buckets = [Int](repeating: 0, count: bounds.count)
    private var (milliseconds, bytes, aborted) = (0.0, 0, 0)

    /// Makes counters that are at 0.
    public init() {}

    /// Counts an answer.
    public func record(_ record: AccessRecord) {
        lock.withLock {
            answers[record.status, default: 0] += 1
            if let bucket = Self.bounds.firstIndex(where: { record.milliseconds <= $0 }) { buckets[bucket] += 1 }
            milliseconds += record.milliseconds
            bytes += record.bytes
            if !record.isComplete { aborted += 1 }
        }
    }

    /// The counters as they are.
    public var text: String {
        lock.withLock {
            var lines = Self.head("paging_responses_total", "counter", "Answers, by status code.")
            for (status, count) in answers.sorted(by: { $0.key < $1.key }) {
                lines.append("paging_responses_total{status=\"\(status)\"} \(count)")
            }
            lines += Self.head("paging_response_bytes_total", "counter", "Bytes of all answers' bodies.")
            lines.append("paging_response_bytes_total \(bytes)")
            lines += Self.head("paging_responses_aborted_total", "counter", "Answers that clients did not wait for.")
            lines.append("paging_responses_aborted_total \(aborted)")
            lines += Self.head("paging_response_seconds", "histogram", "Time from a request to the end of its answer.")
            var count = 0
            for (bound, bucket) in zip(Self.bounds, buckets) {
                count += bucket
                lines.append("paging_response_seconds_bucket{le=\"\(bound / 1_000)\"} \(count)")
            }
            let all = answers.values.reduce(0, +)
            lines.append("paging_response_seconds_bucket{le=\"+Inf\"} \(all)")
            lines.append("paging_response_seconds_sum \(milliseconds / 1_000)")
            lines.append("paging_response_seconds_count \(all)")
            return lines.joined(separator: "\n") + "\n"
        }
    }

    private static func head(_ name: String, _ type: String, _ help: String) -> [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
    }
}
