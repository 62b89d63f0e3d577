/// Why a full-text index could not be made, found or dropped.
public enum SearchIndexError: Error, Hashable, Sendable {
    /// The database has no such list.
    case unknownList(String, known: [String])
    /// The list has no such column.
    case unknownColumn(String, list: String, known: [String])
    /// No column was named.
    case noColumns(list: String)
    /// The list is no table whose rows have a number that lasts.
    case noKey(list: String)
    /// There is no index to drop.
    case missing(list: String)
}

extension SearchIndexError: CustomStringConvertible {
    /// What happened, where, and what to do.
    public var description: String {
        switch self {
        case .unknownList(let name, let known):
            "There is no list '\(name)'. " + KnownNames.list(known, none: "The database has no table.")
        case .unknownColumn(let name, let list, let known):
            "The list '\(list)' has no column '\(name)'. " + KnownNames.list(known, none: "It has none.")
        case .noColumns(let list):
            "No column of '\(list)' was named. Name those that are to be searched, as in --search title,author."
        case .noKey(let list):
            "'\(list)' is no table with an INTEGER PRIMARY KEY, by which words are found in its rows. Give it one."
        case .missing(let list):
            "The list '\(list)' has no full-text index. 'paging index DATABASE' lists the indexes there are."
        }
    }
}
