/// A function that a rank index or a log needs in the database, with its body.
struct PostgresFunction {
    let name: String
    let parameters: String
    let body: String
    let result: String

    /// The statement that makes a trigger fire in every session, including those that replay the writes of others.
    ///
    /// It is also a mark: triggers that were disabled and enabled again are ordinary ones afterwards, which shows that
    /// statements may have bypassed them.
    static func always(_ trigger: String, on table: String) -> String {
        "ALTER TABLE \(table) ENABLE ALWAYS TRIGGER \(trigger)"
    }

    /// Runs with the rights of its owner, so that any writer may write. Its fixed search path finds its names in no other schema.
    var sql: String {
        var tag = "$paging$"
        while body.contains(tag) { tag = "$p" + tag.dropFirst() }
        return "CREATE FUNCTION \(name)(\(parameters)) RETURNS \(result) LANGUAGE plpgsql SECURITY DEFINER "
            + "SET search_path = pg_catalog, pg_temp AS \(tag)\(body)\(tag)"
    }
}

/// Lets every role that may read a table read the objects kept about it.
enum PostgresGrants {
    static func sql(of table: String, on others: [String]) -> String {
        let others = others.map { String(SQLName.literal($0).dropFirst().dropLast()) }.joined(separator: ", ")
        return """
            DO $paging$ DECLARE reader text; BEGIN
            FOR reader IN SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(r.rolname) END FROM pg_class c
                CROSS JOIN aclexplode(c.relacl) a LEFT JOIN pg_roles r ON r.oid = a.grantee
                WHERE c.oid = \(SQLName.literal(table))::regclass AND a.privilege_type = 'SELECT'
            LOOP EXECUTE 'GRANT SELECT ON \(others) TO ' || reader;
            END LOOP; END $paging$
            """
    }
}
