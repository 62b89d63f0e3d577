/// A selection of rows, by their identifiers: some of them, or all but some, including rows that were never loaded.
///
/// ```swift
/// var selection = ListSelection<Row.ID>.only([])
/// selection = .all(but: [])  // "Select all", of a list of any length
/// selection.remove(row.id)
/// print(selection.count(of: list.count), selection.contains(row.id))
/// ```
///
/// Send it to the server as it is: the app does not know the identifiers of rows that were never loaded.
public enum ListSelection<ID: Hashable & Sendable>: Hashable, Sendable {
    /// These rows.
    case only(Set<ID>)
    /// All rows but these.
    case all(but: Set<ID>)

    /// Makes an empty selection.
    public init() { self = .only([]) }

    /// `true` if a row is selected.
    public func contains(_ id: ID) -> Bool {
        switch self {
        case .only(let ids): ids.contains(id)
        case .all(let ids): !ids.contains(id)
        }
    }

    /// The number of selected rows.
    ///
    /// - Parameter total: the number of rows in the list. The result is off by the deselected or selected rows that were removed since.
    public func count(of total: Int) -> Int {
        switch self {
        case .only(let ids): ids.count
        case .all(let ids): max(0, total - ids.count)
        }
    }

    /// Selects a row.
    public mutating func insert(_ id: ID) { set(id, isSelected: true) }

    /// Deselects a row.
    public mutating func remove(_ id: ID) { set(id, isSelected: false) }

    private mutating func set(_ id: ID, isSelected: Bool) {
        func changed(_ ids: Set<ID>, inserts: Bool) -> Set<ID> { inserts ? ids.union([id]) : ids.subtracting([id]) }
        switch self {
        case .only(let ids): self = .only(changed(ids, inserts: isSelected))
        case .all(let ids): self = .all(but: changed(ids, inserts: !isSelected))
        }
    }
}

extension ListSelection: Encodable where ID: Encodable {}
extension ListSelection: Decodable where ID: Decodable {}
