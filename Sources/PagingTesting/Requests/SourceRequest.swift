public import Paging

/// A request to a source, as recorded by a ``CountedSource``.
public enum SourceRequest: Hashable, Sendable, CustomStringConvertible {
    /// A page.
    case page(PageRequest)
    /// A number of items by their identifiers.
    case items(Int)
    /// All identifiers.
    case snapshot
    /// The changes since a version.
    case changes(Version)
    /// A check if a version is still current.
    case check(Version)
    /// The sections.
    case sections

    /// The request in a few words.
    public var description: String {
        switch self {
        case .page(.positions(let range)): "rows \(range.lowerBound)..<\(range.upperBound)"
        case .page(.after(let cursor, let limit)): "\(limit) rows after \(cursor.map { "\($0)" } ?? "the start")"
        case .page(.before(let cursor, let limit)): "\(limit) rows before \(cursor.map { "\($0)" } ?? "the end")"
        case .page(.around(let id, let limit)): "\(limit) rows around \(id)"
        case .items(let count): "\(count) items by their identifiers"
        case .snapshot: "a snapshot"
        case .changes(let version): "changes since \(version)"
        case .check(let version): "a check of \(version)"
        case .sections: "the sections"
        }
    }
}
