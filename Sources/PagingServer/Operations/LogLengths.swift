internal import Foundation

/// The number of entries in the logs of changes, read at intervals.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class LogLengths: @unchecked Sendable {
    private let database: Database
    private let cache: ResponderCache
    private let lock = NSLock()
    private var known: [(list: String, length: Int)] = []
    private var readAt: UInt64 = 0

    init(_ database: Database, _ cache: ResponderCache) { (self.database, self.cache) = (database, cache) }

    /// Each list with a log, and the log's length, from a cache. If the database cannot be read, it is the last known length.
    var all: [(list: String, length: Int)] {
        let now = Platform.monotonicNanoseconds
        let isOld = lock.withLock {
            guard readAt == 0 || now > readAt + UInt64(ServerLimits.logLengthMilliseconds) * 1_000_000 else {
                return false
            }
            readAt = now
            return true
        }
        if isOld, let lengths = try? read() { lock.withLock { known = lengths } }
        return lock.withLock { known }
    }

    private func read() throws -> [(list: String, length: Int)] {
        try database.read(milliseconds: ServerLimits.busyMilliseconds, for: .stream) { snapshot in
            try cache.catalog(snapshot).lists.compactMap { list in
                try list.log.map { (list.name, try snapshot.reader(of: $0).length()) }
            }
        }
    }
}
