/// A full-text index over columns of a PostgreSQL table: an ordinary GIN index on the words of each row.
///
/// The words are an expression over the columns, so PostgreSQL itself keeps the index, and carries it along when the table or a column is
/// renamed, dumped or restored. There are no triggers, no column and no table beside it. What finds words in a text is the function
/// ``PostgresWords``; the query is taken apart by the same function.
///
/// `to_tsvector` is not used: its parser takes addresses, paths and numbers with a sign for single words, it leaves marks over letters,
/// and a text with more than a megabyte of words fails the statement that writes it.
struct PostgresSearch: Hashable, Sendable {
    /// The words of a row, as the index has them, in SQL.
    let expression: String
    /// The function that finds words, as SQL names it.
    let function: String
    /// The columns that are searched, in the table's order.
    let columns: [String]

    /// An SQL condition: a type's values have the same text under any setting.
    static func isSearchable(_ type: String) -> String {
        "(\(type).typcategory = 'S' OR \(type).oid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype, "
            + "'bool'::regtype, 'uuid'::regtype, 'json'::regtype, 'jsonb'::regtype))"
    }

    /// The condition for rows that have all words of a text.
    ///
    /// - Parameter number: the number of the parameter that the words are bound to, with blanks between. Whatever they hold, the
    ///   function leaves letters and digits, which no query has as operators, and these are quoted.
    func condition(_ text: SearchText, parameter number: Int) -> String {
        let words = "array_to_string(nullif(\(function)(?\(number)::text), '{}'), ''' & ''')"
        return "\(expression) @@ ('''' || \(words) || '''\(text.lastMayGoOn ? ":*" : "")')::tsquery"
    }
}

/// The definition of a full-text index; it is found again by its name.
struct PostgresSearchPlan {
    /// The schema of the table and of its index.
    let schema: String
    /// The table as SQL names it.
    let table: String
    let name: String
    let columns: [String]
    let words: PostgresWords
    /// The functions that the schema does not have yet.
    let missing: [PostgresWords.Function]

    /// The statement that makes the index; others may write meanwhile.
    var definition: String {
        let texts = columns.map { "\(words.textName)(\(SQLName.quoted($0)))" }.joined(separator: " || ' ' || ")
        return "CREATE INDEX CONCURRENTLY \(name) ON \(table) USING gin (array_to_tsvector(\(words.name)(\(texts))))"
    }

    /// All statements, in order.
    var statements: [String] { missing.flatMap(\.statements) + [definition, "ANALYZE \(table)"] }
}

extension PostgresSearchPlan {
    /// Makes the plan of an index, without writing anything.
    ///
    /// - Throws: ``SearchIndexError`` if the table cannot have one; ``PostgresError``.
    init(of list: ListDescription, columns names: [String], _ connection: PostgresConnection) throws {
        guard !names.isEmpty else { throw SearchIndexError.noColumns(list: list.name) }
        for name in names where list.column(named: name) == nil {
            throw SearchIndexError.unknownColumn(name, list: list.name, known: list.columns.map(\.name))
        }
        guard !list.isView else { throw SearchIndexError.notATable(list: list.name) }
        let kind = try PostgresTableKind(list, connection)
        guard let schema = kind.schema, kind.isOrdinary, !kind.hasRowSecurity else {
            throw SearchIndexError.unfit(list: list.name)
        }
        guard try connection.script("SHOW server_encoding") == ["UTF8"] else {
            throw SearchIndexError.otherEncoding(list: list.name)
        }
        let columns = list.columns.map(\.name).filter { column in names.contains { $0.utf8.elementsEqual(column.utf8) }
        }
        for column in columns where try !PostgresSearchPlan.isSearchable(column, of: list, connection) {
            throw SearchIndexError.unsearchable(column: column, list: list.name)
        }
        (self.schema, table, self.columns) = (schema, list.sql, columns)
        words = try PostgresWords(schema: schema, connection)
        missing = try words.functions.filter { function in
            let body = try connection.text(
                "SELECT prosrc FROM pg_proc WHERE oid = to_regprocedure(?1::text)", [.text(function.signature)])
            guard body.allSatisfy(PostgresWords.bodies.contains) else {
                throw SearchIndexError.otherFunction(function.name)
            }
            return body.isEmpty
        }
        let last = try connection.text(
            "SELECT coalesce(max(substring(relname FROM '[0-9]+$')::int8), 0) FROM pg_class "
                + "WHERE relnamespace = ?1::text::regnamespace AND relname ~ ?2::text",
            [.text(SQLName.quoted(schema)), .text(PostgresSearchCatalog.names)])
        name = "paging_search_\((last.first.flatMap { Int64($0) } ?? 0) + 1)"
    }

    /// `true` if a column's values have the same text under any setting, so that an index may hold their words: texts, numbers without a
    /// binary point, UUIDs, JSON.
    private static func isSearchable(
        _ column: String, of list: ListDescription, _ connection: PostgresConnection
    ) throws -> Bool {
        try connection.text(
            """
            SELECT \(PostgresSearch.isSearchable("b"))
            FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
            JOIN pg_type b ON b.oid = \(PostgresCatalog.base(of: "t"))
            WHERE a.attrelid = ?1::text::regclass AND a.attname = ?2::text
            """, [.text(list.sql), .text(column)]) == ["t"]
    }
}
