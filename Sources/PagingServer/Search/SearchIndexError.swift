public import Foundation

/// The error if a full-text index could not be built, found or dropped.
public enum SearchIndexError: Error, Hashable, Sendable {
    /// The database has no such list.
    case unknownList(String, known: [String])
    /// The list has no such column.
    case unknownColumn(String, list: String, known: [String])
    /// No column was given.
    case noColumns(list: String)
    /// The list is not a table with stable row numbers.
    case noKey(list: String)
    /// PostgreSQL cannot have an index of it: it is a view, or another kind of table.
    case notATable(list: String)
    /// The table is partitioned, inherited, foreign, temporary or unlogged, or has row security.
    case unfit(list: String)
    /// The column's values are not texts, or depend on a client's settings.
    case unsearchable(column: String, list: String)
    /// The database is not encoded in UTF-8.
    case otherEncoding(list: String)
    /// The schema has a different function with the name of the one that finds words.
    case otherFunction(String)
    /// Another process is building an index.
    case takenOver(list: String)
    /// There is no index to drop.
    case missing(list: String)
}

extension SearchIndexError: CustomStringConvertible, LocalizedError {
    /// The error, its place and advice.
    public var description: String { "\(text.what) \(text.advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error and its place.
    public var failureReason: String? { text.what }

    /// A sentence with advice.
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
        case .noColumns(let list):
            (
                "no-columns", "No column of '\(list)' was named.",
                "Name those that are to be searched, as in --search title,author."
            )
        case .noKey(let list):
            (
                "no-key", "'\(list)' is no table with an INTEGER PRIMARY KEY, by which words are found in its rows.",
                "Give it one."
            )
        case .notATable(let list):
            (
                "not-a-table", "'\(list)' is a view, which has no index of its own.",
                "Index the table behind it."
            )
        case .unfit(let list):
            (
                "unfit",
                "The table '\(list)' is partitioned, inherited, foreign, temporary or unlogged, or has row security.",
                "Index one of the ordinary tables that it is made of."
            )
        case .unsearchable(let column, let list):
            (
                "unsearchable",
                "The column '\(column)' of '\(list)' holds no texts, or such as read differently by a client's settings, as "
                    + "dates do.",
                "Leave it out, or name a generated column of type text."
            )
        case .otherEncoding(let list):
            (
                "other-encoding",
                "The database of '\(list)' is not encoded in UTF-8, so marks over letters cannot be told.",
                "Use one that is."
            )
        case .otherFunction(let name):
            (
                "other-function", "There is a function \(name)(text) already that is not this tool's.",
                "Rename or drop it."
            )
        case .takenOver(let list):
            (
                "taken-over", "Another process is building a full-text index beside '\(list)'.",
                "Let it finish, or stop it and try again."
            )
        case .missing(let list):
            (
                "missing", "The list '\(list)' has no full-text index.",
                "'paging index DATABASE' lists the indexes there are."
            )
        }
    }
}
