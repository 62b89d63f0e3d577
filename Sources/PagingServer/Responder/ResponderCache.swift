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
    private var version: DatabaseVersion?
    private var counts: [Key: Int] = [:]
    private var sections: [Key: [Section]] = [:]
    private var catalog: (epoch: UInt64, schema: Int64, catalog: ListCatalog)?

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

    func count(_ key: Key, _ snapshot: DatabaseSnapshot, _ make: () throws -> Int) throws -> Int {
        try value(\.counts, limit: ServerLimits.cachedCounts, key, snapshot, make)
    }

    func sections(_ key: Key, _ snapshot: DatabaseSnapshot, _ make: () throws -> [Section]) throws -> [Section] {
        try value(\.sections, limit: ServerLimits.cachedSectionLists, key, snapshot, make)
    }

    /// What is known; else what `make` finds out. Two requests at once may both find it out, which is quicker than
    /// letting one wait for the other's slow query.
    private func value<Value>(
        _ values: ReferenceWritableKeyPath<ResponderCache, [Key: Value]>, limit: Int, _ key: Key,
        _ snapshot: DatabaseSnapshot, _ make: () throws -> Value
    ) throws -> Value {
        guard let version = snapshot.version else { return try make() }
        let known: Value? = lock.withLock {
            version == self.version ? self[keyPath: values][key] : nil
        }
        if let known { return known }
        let made = try make()
        lock.withLock {
            if version != self.version {
                // The older of two versions may come last: it only costs counting once more.
                self.version = version
                counts = [:]
                sections = [:]
            }
            if self[keyPath: values].count >= limit { self[keyPath: values] = [:] }
            self[keyPath: values][key] = made
        }
        return made
    }
}
