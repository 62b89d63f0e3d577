internal import Foundation

/// What was found out about a database, for as long as it does not change.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class ResponderCache: @unchecked Sendable {
    /// What a count, or a list of sections, belongs to.
    struct Key: Hashable {
        var list: [UInt8]
        var groupBy: Int?
        var group: SQLiteValue?
        var filter: RowFilter?
        var search: String?
    }

    private let lock = NSLock()
    private var counts: [Key: Known<Int>] = [:]
    private var sections: [Key: Known<[Section]>] = [:]
    private var catalog: (epoch: UInt64, schema: Int64, catalog: ListCatalog)?

    /// A value that was read, and the state that it was read in.
    private struct Known<Value> {
        var value: Value
        /// The latest state of the database that it is known to be true of.
        var database: DatabaseVersion
        /// The state of the list, where it has a log: other lists may change meanwhile.
        var list: String?
    }

    /// One section of a list.
    struct Section: Sendable {
        var value: SQLiteValue
        var count: Int
    }

    /// The lists of the database.
    func catalog(_ snapshot: DatabaseSnapshot) throws -> ListCatalog {
        guard let epoch = snapshot.epoch else { return try ListCatalog(snapshot.connection) }
        if let known = lock.withLock({ self.catalog }), known.epoch == epoch, known.schema == snapshot.schema {
            return known.catalog
        }
        let catalog = try ListCatalog(snapshot.connection)
        lock.withLock { self.catalog = (epoch, snapshot.schema, catalog) }
        return catalog
    }

    func count(
        _ key: Key, of list: ListDescription, _ snapshot: DatabaseSnapshot, _ make: () throws -> Int
    ) throws -> Int {
        try value(\.counts, limit: ServerLimits.cachedCounts, key, list, snapshot, make)
    }

    func sections(
        _ key: Key, of list: ListDescription, _ snapshot: DatabaseSnapshot, _ make: () throws -> [Section]
    ) throws -> [Section] {
        try value(\.sections, limit: ServerLimits.cachedSectionLists, key, list, snapshot, make)
    }

    /// What is known; else what `make` finds out. Two requests at once may both find it out, which is quicker than
    /// letting one wait for the other's slow query.
    private func value<Value>(
        _ values: ReferenceWritableKeyPath<ResponderCache, [Key: Known<Value>]>, limit: Int, _ key: Key,
        _ list: ListDescription, _ snapshot: DatabaseSnapshot, _ make: () throws -> Value
    ) throws -> Value {
        guard let version = snapshot.version else { return try make() }
        let known = lock.withLock { self[keyPath: values][key] }
        if let known, known.database == version { return known.value }
        let state = list.log == nil ? nil : try ListState(list, snapshot).logged?.text
        var made: Known<Value>
        if let known, let state, known.list == state {
            made = known
            made.database = version
        } else {
            made = Known(value: try make(), database: version, list: state)
        }
        lock.withLock {
            // The older of two states may come last: it only costs finding out once more.
            if self[keyPath: values].count >= limit, self[keyPath: values][key] == nil { self[keyPath: values] = [:] }
            self[keyPath: values][key] = made
        }
        return made.value
    }
}
