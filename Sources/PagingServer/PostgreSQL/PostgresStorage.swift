extension DatabaseSnapshot {
    /// Checks that a list without visible rows was not emptied, rewritten or replaced after this state was fixed.
    ///
    /// `TRUNCATE` and an `ALTER TABLE` that rewrites its table leave an earlier snapshot the new file, in which it sees no row, and a name may lead to a
    /// table that is newer than the snapshot. A statement that waited for such a transaction, or began a moment later, would find an empty list.
    ///
    /// Source: the PostgreSQL documentation, §13.6 (Caveats).
    ///
    /// - Throws: ``PostgresError``: `outdated`.
    func checkStorage(of list: ListDescription) throws {
        guard case .postgres(let connection) = connection, !list.isView else { return }
        guard try connection.value(Self.storage, [.text(list.sql)])?.int64 == 1 else {
            throw connection.address.error(.outdated, "read", "'\(list.name)' was emptied or rewritten meanwhile")
        }
    }

    /// The catalog's rows are those of the snapshot; names and files are those of now.
    private static let storage = """
        WITH t AS (SELECT to_regclass(?1::text)::oid AS oid),
        parts AS (SELECT oid FROM t UNION SELECT p.relid::oid FROM t, pg_partition_tree(t.oid::regclass) AS p)
        SELECT (EXISTS (SELECT FROM t JOIN pg_class c ON c.oid = t.oid) AND NOT EXISTS (
            SELECT FROM parts p LEFT JOIN pg_class k ON k.oid = p.oid
            WHERE k.oid IS NULL OR k.relfilenode <> 0 AND k.relfilenode <> pg_relation_filenode(k.oid)))::int
        """
}
