internal import PagingWire

/// A row of some API: its JSON, and what tells it from the others.
struct Row: Identifiable, Sendable {
    /// The way a row is identified.
    enum ID: Hashable, Sendable, CustomStringConvertible {
        /// A value in the row itself.
        case value(JSONValue)
        /// Its position in the list, where the row says nothing that identifies it.
        case position(Int)
        /// A number of its own, where not even its position is known.
        case number(Int)

        /// The identifier in the row as a server writes it in an address: text without its quotation marks.
        var description: String {
            switch self {
            case .value(.string(let text)): text
            case .value(let value): value.json
            case .position(let position): "\(position)"
            case .number(let number): "\(number)"
            }
        }

        /// The identifier in the row, or `nil` if there is none.
        var json: JSONValue? { if case .value(let value) = self { value } else { nil } }
    }

    let id: ID
    let value: JSONValue
    /// The row as the server wrote it; empty if that is not kept.
    var text: [UInt8] = []
}

/// How rows are identified.
enum Identification: Hashable, Sendable {
    /// By the value at a path in each.
    case path(FieldPath)
    /// By their positions: nothing in them identifies them.
    case position

    /// For people and reports.
    var description: String {
        switch self {
        case .path(let path): path.names.isEmpty ? "the row itself" : path.description
        case .position: "position"
        }
    }
}
