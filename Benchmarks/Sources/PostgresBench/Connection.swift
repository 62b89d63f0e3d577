import CPostgresBench

/// PostgreSQL as any program uses it: what the server is measured against, and what writes beside it. For one thread.
final class Connection {
    private let handle: OpaquePointer

    init(_ address: String) {
        handle = PQconnectdb(address)
        guard PQstatus(handle) == CONNECTION_OK else { fatalError(String(cString: PQerrorMessage(handle))) }
    }

    deinit { PQfinish(handle) }

    static func canConnect(_ address: String) -> Bool {
        let handle = PQconnectdb(address)
        defer { PQfinish(handle) }
        return PQstatus(handle) == CONNECTION_OK
    }

    /// Runs statements, and returns the first column of the last one's rows.
    @discardableResult
    func run(_ sql: String) -> [String] {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            fatalError(String(cString: PQerrorMessage(handle)))
        }
        return (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
    }
}
