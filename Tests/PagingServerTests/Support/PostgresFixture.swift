import Foundation
import PostgresTesting
import Testing

@testable import PagingServer

extension PostgresCluster {
    static let absence = Comment(rawValue: whyItIsAbsent)
}

/// A schema of the tests' PostgreSQL server, which is all that is served of it.
final class PostgresFixture: TestDatabase {
    private let made: PostgresSchema
    var address: String { made.address }
    var schema: String { made.name }
    var place: String { address }

    /// Makes a schema, and runs statements in it, each by itself.
    init(
        _ statements: [String] = [], in cluster: Result<PostgresCluster, any Error> = PostgresCluster.shared
    ) throws {
        made = try PostgresSchema(statements, in: cluster)
    }

    func write(_ statements: [String]) throws { try made.write(statements) }

    /// A connection that may write.
    func connection() throws -> PostgresConnection { try PostgresConnection(PostgresAddress(address)) }

    func writer() throws -> DatabaseConnection { .postgres(try connection()) }

    /// The database, whose catalog is looked at after each commit, so that what a test changes is seen at once.
    func database() throws -> Database { .postgres(try PostgresDatabase(address: address, schemaMilliseconds: 0)) }
}
