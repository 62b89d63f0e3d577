/// Finds the lists that need a log of changes or a rank index, and the roles that may create them.
struct ListExamination {
    /// The most names in one message. Further ones are only counted.
    private static let namesTold = 8

    let connection: DatabaseConnection
    let lists: [ListDescription]
    /// The lists with a log, even if it is unusable.
    let logged: Set<String>
    /// The lists with a rank index, even if it is unusable.
    let ranked: Set<String>

    func findings() throws -> [DatabaseDoctor.Finding] {
        let (locked, lists) = try divided()
        let examination = ListExamination(connection: connection, lists: lists, logged: logged, ranked: ranked)
        let found = try examination.findingsOfReadable()
        guard !locked.isEmpty else { return found }
        return [
            DatabaseDoctor.Finding(
                weight: .advice, what: "Locked, and so not looked at: \(names(locked)).",
                advice: "A transaction alters them: their lists cannot be read until it ends.")
        ] + found
    }

    /// The lists that are locked by a transaction, and the others.
    private func divided() throws -> (locked: [ListDescription], others: [ListDescription]) {
        var (locked, others): ([ListDescription], [ListDescription]) = ([], [])
        for list in lists {
            do {
                if !list.isView { _ = try hasMore(than: 0, list) }
                others.append(list)
            } catch let error as PostgresError where error.reason == .busy {
                locked.append(list)
            }
        }
        return (locked, others)
    }

    private func findingsOfReadable() throws -> [DatabaseDoctor.Finding] {
        // Views and tables without a key can have neither.
        let tables = lists.filter { !$0.isView && $0.declaredKey != nil }
        let unlogged = try tables.filter {
            try !logged.contains($0.name) && hasMore(than: ServerLimits.defaultPageRows, $0)
        }
        let unranked = try tables.filter {
            try !ranked.contains($0.name) && hasMore(than: ServerLimits.rowsCountedUnasked, $0)
        }
        var findings: [DatabaseDoctor.Finding] = []
        if !unlogged.isEmpty {
            findings.append(
                .init(
                    weight: .advice, what: "Lists without a log: \(names(unlogged)).",
                    advice:
                        "Clients load them anew where anything in the database has changed: paging log DATABASE LIST"))
        }
        if !unranked.isEmpty {
            findings.append(
                .init(
                    weight: .advice, what: "Long lists without a rank index: \(names(unranked)).",
                    advice: "A jump walks over all rows before: paging index DATABASE LIST --order ORDER"))
        }
        let lacking = tables.filter { list in (unlogged + unranked).contains { $0.name == list.name } }
        if case .postgres(let connection) = connection { findings += try missingRights(lacking, connection) }
        return findings
    }

    private func names(_ lists: [ListDescription]) -> String {
        let told = lists.prefix(ListExamination.namesTold).map { "'\($0.name)'" }.joined(separator: ", ")
        let others = lists.count - ListExamination.namesTold
        return others > 0 ? "\(told) and \(others) more" : told
    }

    /// `true` if a list has more rows than a number. It stops reading after that number.
    private func hasMore(than count: Int, _ list: ListDescription) throws -> Bool {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM \(list.sql) LIMIT \(count + 1)) AS rows"
        return try connection.value(sql)?.int64 ?? 0 > Int64(count)
    }

    /// The rights that a log or an index of these lists needs, and that no role or only another role has.
    private func missingRights(
        _ lists: [ListDescription], _ connection: PostgresConnection
    ) throws -> [DatabaseDoctor.Finding] {
        var (foreign, barred): (owners: [String: [ListDescription]], [String: Set<String>]) = ([:], [:])
        for list in lists {
            try connection.forEachRow(
                """
                SELECT quote_ident(pg_get_userbyid(c.relowner)), pg_has_role(c.relowner, 'USAGE'),
                    quote_ident(n.nspname), has_schema_privilege(c.relowner, n.oid, 'CREATE')
                FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = to_regclass(?1::text)
                """, [.text(Array(list.sql.utf8))]
            ) { row in
                if row.string(1) != "t" { foreign[row.string(0), default: []].append(list) }
                if row.string(3) != "t" { barred[row.string(2), default: []].insert(row.string(0)) }
            }
        }
        let owned = foreign.sorted { $0.key < $1.key }.map { owner, lists in
            DatabaseDoctor.Finding(
                weight: .advice, what: "This role does not own \(names(lists)).",
                advice: "A log or an index of them is made by \(owner): name that role in the address.")
        }
        let created = barred.sorted { $0.key < $1.key }.flatMap { schema, owners in
            owners.sorted().map { owner in
                DatabaseDoctor.Finding(
                    weight: .advice, what: "The owner \(owner) may create nothing in the schema \(schema).",
                    advice: "A log or an index is made of tables there: GRANT CREATE ON SCHEMA \(schema) TO \(owner)")
            }
        }
        return owned + created
    }
}
