public import Foundation

/// The reason why a rank index could not be made, found or dropped.
public enum RankIndexError: Error, Hashable, Sendable {
    /// The database has no such list.
    case unknownList(String, known: [String])
    /// The list has no such column.
    case unknownColumn(String, list: String, known: [String])
    /// The order is not a list of columns with `asc` or `desc`.
    case badOrder(String)
    /// Only tables have triggers, which keep the counts.
    case notATable(list: String)
    /// The table's rows have no key that lasts.
    case noKey(list: String)
    /// The primary key has another collation than its column.
    case unlikeCollations(list: String, column: String)
    /// A unique index over an expression replaces rows without a trigger.
    case uniqueExpression(list: String, index: String)
    /// The columns of the table, or the rights to read it, prevent the counting of its rows.
    case unfit(list: String, Unfitness)
    /// Another process has begun to build the same index.
    case takenOver(list: String)
    /// There is no such index to drop or to check.
    case missing(list: String, order: String)

    /// An obstacle to a rank index on a table of PostgreSQL.
    public enum Unfitness: Hashable, Sendable {
        /// It is partitioned, inherited from, foreign or unlogged: writers may bypass its triggers, or its counts may be lost.
        case hasParts
        /// Users see different rows of it.
        case rowSecurity
        /// PostgreSQL has no order of its own for the column's type.
        case unsortable(column: String)
        /// A value of the order's columns is too long for a row of an index.
        case hasLongValues
    }
}

extension RankIndexError: CustomStringConvertible, LocalizedError {
    /// The error, its place and advice.
    public var description: String { "\(text.what) \(text.advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error and its place alone.
    public var failureReason: String? { text.what }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? { text.advice }

    /// The error in a word for logs and metrics: the name of its case with hyphens, such as `not-a-table`.
    ///
    /// It is the same in every version. The wording of ``description`` may change.
    public var code: String { text.code }

    private var text: (code: String, what: String, advice: String) {
        switch self {
        case .unknownList(let name, let known):
            (
                "unknown-list", "There is no list '\(name)'.",
                KnownNames.list(known, none: "The database has no table.")
            )
        case .unknownColumn(let name, let list, let known):
            (
                "unknown-column", "The list '\(list)' has no column '\(name)'.",
                KnownNames.list(known, none: "It has none.")
            )
        case .badOrder(let text):
            (
                "bad-order", "The order '\(text)' cannot be read.",
                "Write columns with a direction, at most \(ServerLimits.maximumSortTerms), as in \"kind desc, name\"; quote names "
                    + "that hold spaces or commas."
            )
        case .notATable(let list):
            (
                "not-a-table", "'\(list)' is a view or a virtual table, on which no trigger can count rows.",
                "Index the table behind it."
            )
        case .noKey(let list):
            (
                "no-key",
                "The table '\(list)' has no INTEGER PRIMARY KEY, so its row numbers are hidden and may change when the file is "
                    + "vacuumed or restored.",
                "Give it one, or make it a table WITHOUT ROWID."
            )
        case .unlikeCollations(let list, let column):
            (
                "unlike-collations",
                "The primary key of '\(list)' compares '\(column)' by another collation than the column does, so the order of "
                    + "its rows is ambiguous.",
                "Give both the same collation."
            )
        case .uniqueExpression(let list, let index):
            (
                "unique-expression",
                "The unique index '\(index)' of '\(list)' is over an expression, and INSERT OR REPLACE may remove rows by it "
                    + "without a trigger that tells.",
                "Index a generated column instead."
            )
        case .unfit(let list, .hasParts):
            (
                "unfit",
                "The table '\(list)' is partitioned, inherited, foreign, temporary or unlogged, and not every statement that writes to it "
                    + "fires its triggers.",
                "Index one of the ordinary tables that it is made of."
            )
        case .unfit(let list, .rowSecurity):
            (
                "unfit",
                "The table '\(list)' has row security, so that users see different rows, which one count cannot fit.",
                "Sort it by an ordinary index."
            )
        case .unfit(let list, .unsortable(let column)):
            (
                "unfit", "The column '\(column)' of '\(list)' is of a type that PostgreSQL itself has no order for.",
                "Order by others, or by a generated column of an ordinary type."
            )
        case .unfit(let list, .hasLongValues):
            (
                "unfit", "A value in the columns of this order of '\(list)' is too long for an index.",
                "Order by a generated column, such as left(title, 200)."
            )
        case .takenOver(let list):
            (
                "taken-over", "Another process has begun to build this index of '\(list)'.",
                "Let it finish, or stop it and try again."
            )
        case .missing(let list, let order):
            (
                "missing", "The list '\(list)' has no rank index for the order '\(order)'.",
                "'paging index DATABASE' lists those there are."
            )
        }
    }
}
