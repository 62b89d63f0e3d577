internal import PagingWire

/// The reason why a PostgreSQL database could not be used, the place, and advice.
public struct PostgresError: Error, Hashable, Sendable {
    /// The kind of failure.
    public enum Reason: Hashable, Sendable {
        /// The text is no address of a database.
        case badAddress
        /// No server answers there, or the connection broke.
        case unreachable
        /// The server knows no such user, or the password is wrong or missing, or a table may not be read.
        case notPermitted
        /// The server has no such database.
        case unknownDatabase
        /// The server has no connection left, is starting up or shutting down, or too many requests read at once.
        case busy
        /// The statement exceeded its time limit.
        case tooSlow
        /// A value does not fit its column: `'x'` for a number.
        case badValue
        /// A row breaks a rule of its table: a key that is taken, a missing value, a check.
        case constraint
        /// A prepared statement no longer fits the tables.
        case outdated
        /// The database cannot run the statement, for example because a table or a column is gone.
        case statement
        /// Anything else; the message says what.
        case other
    }

    /// The kind of failure.
    public var reason: Reason
    /// The address without its password: `user@host:5432/name`.
    public var address: String
    /// The operation: "open", "read" ….
    public var operation: String
    /// PostgreSQL's message.
    public var message: String

    init(_ reason: Reason, address: String, operation: String, message: String) {
        self.reason = reason
        self.address = address
        self.operation = operation
        self.message = message
    }
}

extension PostgresError.Reason {
    /// The reason for an SQLSTATE.
    ///
    /// Source: the PostgreSQL documentation, appendix A, "PostgreSQL Error Codes".
    init(state: String) {
        self =
            switch state {
            case "42501": .notPermitted
            case "3D000": .unknownDatabase
            case "57014": .tooSlow
            case "57P01", "57P02": .unreachable
            case "57P03", "40001", "40P01", "55P03": .busy
            case "0A000", "26000": .outdated
            default:
                switch state.prefix(2) {
                case "08": .unreachable
                case "28": .notPermitted
                case "53": .busy
                case "22": .badValue
                case "23": .constraint
                case "42": .statement
                default: .other
                }
            }
    }
}

extension PostgresError: CustomStringConvertible {
    /// The error, its place and advice, in two or three sentences.
    public var description: String {
        "Cannot \(operation) the database \(address): \(message.asSentence) \(advice)"
    }

    /// Advice.
    public var advice: String {
        switch reason {
        case .badAddress: "Write it as postgres://USER@HOST:PORT/NAME, or postgres:///NAME?host=/FOLDER/OF/SOCKET."
        case .unreachable: "Check that the server runs, and its host and port; 'pg_isready -d ADDRESS' tells."
        case .notPermitted where message.contains("permission denied") || message.contains("must be owner"):
            "The role is known and lacks a right. To read takes SELECT on tables and USAGE on their schema. An index or a log is made by the table's "
                + "owner, who needs CREATE on the schema: GRANT CREATE ON SCHEMA public TO OWNER."
        case .notPermitted:
            "Check the user and the password, which may also be in $PGPASSWORD or ~/.pgpass, and what the user may read."
        case .unknownDatabase: "Check the name after the last slash; 'psql -l' lists the databases of a server."
        case .busy: "Try again, and look for programs that hold many connections or long transactions."
        case .tooSlow: "Sort or group by a column that has an index, or add one."
        case .badValue: "Give a value of the column's type."
        case .constraint: "Give values that the table takes."
        case .outdated: "Connect to the server itself, or to a pooler that keeps sessions."
        case .statement: "Check the definition of the table or view in the database."
        case .other: "Look at the server's log."
        }
    }
}
