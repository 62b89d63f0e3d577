internal import CPostgreSQL

/// A schema of the tests' PostgreSQL server, which is all that is seen of it at its address.
package final class PostgresSchema: Sendable {
    package let name: String
    package let address: String

    /// Makes a schema, and runs statements in it, each by itself.
    ///
    /// - Parameter cluster: the server.
    package init(
        _ statements: [String] = [], in cluster: Result<PostgresCluster, any Error> = PostgresCluster.shared
    ) throws {
        let cluster = try cluster.get()
        name = PostgresCluster.schemaName()
        // While hundreds of tests start processes, the server may take longer for a connection than a user would wait.
        address = cluster.address(options: "&connect_timeout=60&options=-csearch_path%3D\(name)")
        try write(["CREATE SCHEMA \(name)"] + statements)
    }

    /// Runs statements, each by itself.
    package func write(_ statements: [String]) throws {
        let connection = PQconnectdb(address)
        defer { PQfinish(connection) }
        for statement in statements {
            let result = PQexec(connection, statement)
            defer { PQclear(result) }
            guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
                throw StatementFailure(statement: statement, message: String(cString: PQerrorMessage(connection)))
            }
        }
    }

    package struct StatementFailure: Error {
        let statement: String
        let message: String
    }
}
