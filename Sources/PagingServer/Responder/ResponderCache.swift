internal import Foundation

/// Facts about a database, cached while it does not change.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class ResponderCache: @unchecked Sendable {
    /// The key of a count, or of a list of sections.
    struct Key: Hashable {
        var list: [UInt8]
        var groupBy: Int?
        var group: DatabaseValue?
        var filter: RowFilter?
        var search: String?
    }

    /// The names of the served lists, or `nil` for all.
    private let allowed: Set<String>?
    private let lock = NSLock()
    private var counts: [Key: Known<Int>] = [:]
    private var estimates: [Key: Known<PlannedRows>] = [:]
    /// Counts in progress.
    private var counting: [Key: (database: DatabaseVersion, count: SharedCount)] = [:]
    private var sections: [Key: Known<[Section]>] = [:]
    private var catalog: (epoch: UInt64, schema: Int64, catalog: ListCatalog)?

    init(allowed: Set<String>? = nil) { self.allowed = allowed }

    /// A value, and the state in which it was read.
    private struct Known<Value> {
        var value: Value
        /// The latest state of the database in which it is known to be valid.
        var database: DatabaseVersion
        /// The version of the list if it has a log, because other lists may change meanwhile.
        var list: String?
        /// The time of reading, in nanoseconds of the monotonic clock.
        var madeAt = Platform.monotonicNanoseconds
    }

    /// One section of a list.
    struct Section: Sendable {
        var value: DatabaseValue
        var count: Int
    }

    /// The lists of the database, without rank indexes that have ended in its state.
    func catalog(_ snapshot: DatabaseSnapshot) throws -> ListCatalog {
        let catalog = try readCatalog(snapshot)
        let list = snapshot.list.flatMap(catalog.list)
        try snapshot.check(list)
        return try catalog.withoutEndedRanks(of: list.map { [$0] } ?? catalog.lists, snapshot)
    }

    private func readCatalog(_ snapshot: DatabaseSnapshot) throws -> ListCatalog {
        guard let epoch = snapshot.epoch else { return try ListCatalog(snapshot.connection).only(allowed) }
        if let known = lock.withLock({ self.catalog }), known.epoch == epoch, known.schema == snapshot.schema {
            return known.catalog
        }
        let catalog = try ListCatalog(snapshot.connection).only(allowed)
        lock.withLock { self.catalog = (epoch, snapshot.schema, catalog) }
        return catalog
    }

    /// The known count, or a new one by `make`. It counts once for each state of the database, for all concurrent requests.
    func count(
        _ key: Key, of list: ListDescription, _ snapshot: DatabaseSnapshot, _ make: () throws -> Int
    ) throws -> Int {
        let rows = try value(\.counts, limit: ServerLimits.cachedCounts, key, list, snapshot) { known in
            let isWhole = key.groupBy == nil && key.filter == nil && key.search == nil
            if isWhole, let known, let state = known.list {
                let earlier = EarlierCount(rows: known.value, state: state, countedAt: known.madeAt)
                if let count = try count(following: earlier, of: list, snapshot) { return (count, known.madeAt) }
            }
            return (try shared(key, snapshot.version, make), Platform.monotonicNanoseconds)
        }
        // The count is cached now, so it need not be started again.
        lock.withLock { if counting[key]?.count.isOver == true { counting[key] = nil } }
        return rows
    }

    /// Counts, or waits for another request with the same count.
    private func shared(_ key: Key, _ version: DatabaseVersion?, _ make: () throws -> Int) throws -> Int {
        guard let version else { return try make() }
        let (count, isFirst) = lock.withLock {
            if let known = counting[key], known.database == version { return (known.count, false) }
            if let known = counts[key], known.database == version { return (SharedCount(known.value), false) }
            let count = SharedCount()
            counting[key] = (version, count)
            return (count, true)
        }
        guard isFirst else {
            // The other request may have failed for its own reason, such as a disconnected client.
            if let value = count.wait() { return value }
            return try shared(key, version, make)
        }
        let result = Result { try make() }
        if case .failure = result { lock.withLock { if counting[key]?.count === count { counting[key] = nil } } }
        count.finish(try? result.get())
        return try result.get()
    }

    /// `true` if a count is known for a state.
    func knowsCount(_ key: Key, of list: ListDescription, _ snapshot: DatabaseSnapshot) throws -> Bool {
        guard let version = snapshot.version, let known = lock.withLock({ counts[key] }) else { return false }
        if known.database == version { return true }
        guard let state = known.list else { return false }
        return try ListState(list, snapshot).logged?.text == state
    }

    /// Stores a count found by a page that reached the end.
    func keep(_ count: Int, _ key: Key, of list: ListDescription, _ snapshot: DatabaseSnapshot) throws {
        _ = try self.count(key, of: list, snapshot) { count }
    }

    func estimate(
        _ key: Key, of list: ListDescription, _ snapshot: DatabaseSnapshot, _ make: () throws -> PlannedRows
    ) throws -> PlannedRows {
        try value(\.estimates, limit: ServerLimits.cachedCounts, key, list, snapshot) { _ in
            (try make(), Platform.monotonicNanoseconds)
        }
    }

    func sections(
        _ key: Key, of list: ListDescription, _ snapshot: DatabaseSnapshot, _ make: () throws -> [Section]
    ) throws -> [Section] {
        try value(\.sections, limit: ServerLimits.cachedSectionLists, key, list, snapshot) { _ in
            (try make(), Platform.monotonicNanoseconds)
        }
    }

    /// The known fact, or the result of `make`.
    private func value<Value>(
        _ values: ReferenceWritableKeyPath<ResponderCache, [Key: Known<Value>]>, limit: Int, _ key: Key,
        _ list: ListDescription, _ snapshot: DatabaseSnapshot,
        _ make: (_ earlier: Known<Value>?) throws -> (value: Value, madeAt: UInt64)
    ) throws -> Value {
        guard let version = snapshot.version else { return try make(nil).value }
        let known = lock.withLock { self[keyPath: values][key] }
        if let known, known.database == version { return known.value }
        let state = list.log == nil ? nil : try ListState(list, snapshot).logged?.text
        var made: Known<Value>
        if let known, let state, known.list == state {
            made = known
            made.database = version
        } else {
            let (value, madeAt) = try make(known)
            made = Known(value: value, database: version, list: state, madeAt: madeAt)
        }
        lock.withLock {
            // The older of two states may be stored last, which only costs another read.
            if self[keyPath: values].count >= limit, self[keyPath: values][key] == nil { self[keyPath: values] = [:] }
            self[keyPath: values][key] = made
        }
        return made.value
    }
}

/// A count that one request makes while others wait for it.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
private final class SharedCount: @unchecked Sendable {
    private let condition = NSCondition()
    private var hasEnded: Bool
    private var count: Int?

    /// - Parameter count: the count, or `nil` if it is still in progress.
    init(_ count: Int? = nil) { (hasEnded, self.count) = (count != nil, count) }

    var isOver: Bool { condition.withLock { hasEnded } }

    /// - Returns: the count, or `nil` if counting failed.
    func wait() -> Int? {
        condition.withLock {
            // The other count ends, because statements have a time limit.
            while !hasEnded { condition.wait() }
            return count
        }
    }

    func finish(_ count: Int?) {
        condition.withLock {
            (hasEnded, self.count) = (true, count)
            condition.broadcast()
        }
    }
}
