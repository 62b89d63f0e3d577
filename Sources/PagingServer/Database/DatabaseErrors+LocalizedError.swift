public import Foundation
internal import PagingWire

extension SQLiteError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error and its file.
    public var failureReason: String? { "Cannot \(operation) the database \(path): \(message.asSentence)" }

    /// The same as ``advice``.
    public var recoverySuggestion: String? { advice }

    /// The ``Reason/code`` of the error.
    public var code: String { reason.code }
}

extension SQLiteError.Reason {
    /// The reason in a word for logs and metrics: the name of its case with hyphens, such as `not-a-database`.
    ///
    /// It is the same for every file and in every version. The wording of ``SQLiteError/description`` may change.
    public var code: String {
        switch self {
        case .missing: "missing"
        case .notPermitted: "not-permitted"
        case .notADatabase: "not-a-database"
        case .corrupt: "corrupt"
        case .busy: "busy"
        case .unfinished: "unfinished"
        case .tooSlow: "too-slow"
        case .full: "full"
        case .constraint: "constraint"
        case .statement: "statement"
        case .other: "other"
        }
    }
}

extension PostgresError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error and its database.
    public var failureReason: String? { "Cannot \(operation) the database \(address): \(message.asSentence)" }

    /// The same as ``advice``.
    public var recoverySuggestion: String? { advice }

    /// The ``Reason/code`` of the error.
    public var code: String { reason.code }
}

extension PostgresError.Reason {
    /// The reason in a word for logs and metrics: the name of its case with hyphens, such as `unknown-database`.
    ///
    /// It is the same for every server and in every version. The wording of ``PostgresError/description`` may change.
    public var code: String {
        switch self {
        case .badAddress: "bad-address"
        case .unreachable: "unreachable"
        case .notPermitted: "not-permitted"
        case .unknownDatabase: "unknown-database"
        case .busy: "busy"
        case .tooSlow: "too-slow"
        case .badValue: "bad-value"
        case .constraint: "constraint"
        case .outdated: "outdated"
        case .statement: "statement"
        case .other: "other"
        }
    }
}
