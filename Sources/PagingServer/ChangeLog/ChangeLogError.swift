public import Foundation

/// The reason why a log of changes could not be made, found or dropped.
public enum ChangeLogError: Error, Hashable, Sendable {
    /// The database has no such list.
    case unknownList(String, known: [String])
    /// Only tables have triggers, which keep the log.
    case notATable(list: String)
    /// The table's rows have no key that lasts.
    case noKey(list: String)
    /// The table has a column `id` that is not its key.
    case otherID(list: String)
    /// A unique index over an expression replaces rows without a trigger.
    case uniqueExpression(list: String, index: String)
    /// A table of PostgreSQL is written to without its triggers, or users see different rows of it.
    case unfit(list: String)
    /// There is no log to drop.
    case missing(list: String)
}

extension ChangeLogError: CustomStringConvertible, LocalizedError {
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
        case .notATable(let list):
            (
                "not-a-table", "'\(list)' is a view or a virtual table, whose changes no trigger can see.",
                "Keep a log of the table behind it."
            )
        case .noKey(let list):
            (
                "no-key",
                "The table '\(list)' has no INTEGER PRIMARY KEY, so its row numbers are hidden and may change when the file is "
                    + "vacuumed or restored.",
                "Give it one, or make it a table WITHOUT ROWID."
            )
        case .otherID(let list):
            (
                "other-id",
                "The table '\(list)' has a column 'id' that is not its primary key, so rows could not be told by it.",
                "Make it the key, or serve a table without a column of that name."
            )
        case .uniqueExpression(let list, let index):
            (
                "unique-expression",
                "The unique index '\(index)' of '\(list)' is over an expression, and INSERT OR REPLACE may remove rows by it "
                    + "without a trigger that tells.",
                "Index a generated column instead."
            )
        case .unfit(let list):
            (
                "unfit",
                "The table '\(list)' is partitioned, inherited, foreign, temporary or unlogged, or has row security: not everything that "
                    + "happens to what a reader sees of it fires its triggers.",
                "Keep a log of an ordinary table."
            )
        case .missing(let list):
            (
                "missing", "The list '\(list)' has no log of changes.",
                "'paging log DATABASE' lists those there are."
            )
        }
    }
}
