import Foundation

@testable import PagingServer

/// A schema of the tests' PostgreSQL server, which is all that is served of it.
final class PostgresFixture: TestDatabase {
    let address: String
    let schema: String
    var place: String { address }

    /// Makes a schema, and runs statements in it, each by itself.
    init(_ statements: [String] = []) throws {
        let cluster = try PostgresCluster.shared.get()
        schema = PostgresCluster.schemaName()
        address = cluster.address(options: "&options=-csearch_path%3D\(schema)")
        try write(["CREATE SCHEMA \(schema)"] + statements)
    }

    func write(_ statements: [String]) throws {
        let connection = try connection()
        for statement in statements { try connection.script(statement) }
    }

    /// A connection that may write.
    func connection() throws -> PostgresConnection { try PostgresConnection(PostgresAddress(address)) }

    func writer() throws -> DatabaseConnection { .postgres(try connection()) }

    func database() throws -> Database { try Database(address) }
}
