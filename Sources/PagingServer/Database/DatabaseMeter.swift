/// Adds up the time that one piece of work spends in the database, without that in which it waits for a connection.
///
/// `@unchecked Sendable`: read and written only by the thread that does the work.
final class DatabaseMeter: @unchecked Sendable {
    /// The meter of the work that is under way on this thread; `nil` where nobody asks.
    @TaskLocal static var current: DatabaseMeter?

    private(set) var nanoseconds: UInt64 = 0

    /// Runs what reads or writes a database on a connection that it has.
    static func metered<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let meter = current else { return try body() }
        let start = Platform.monotonicNanoseconds
        defer { meter.nanoseconds += Platform.monotonicNanoseconds - start }
        return try body()
    }
}
