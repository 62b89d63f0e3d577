internal import PagingWire

/// A row of any API: its JSON and its identifier.
struct Row: Identifiable, Sendable {
    /// The way a row is identified.
    enum ID: Hashable, Sendable, CustomStringConvertible {
        /// A value in the row itself.
        case value(JSONValue)
        /// Its position in the list, if nothing in the row identifies it.
        case position(Int)
        /// A number given to it, if its position is unknown, too.
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
    /// The row's text as the server wrote it; empty if it is not kept.
    var text: [UInt8] = []
}

/// How rows are identified.
enum Identification: Hashable, Sendable {
    /// By the value at a path in each row.
    case path(FieldPath)
    /// By their positions: nothing in them identifies them.
    case position

    /// A description for people and reports.
    var description: String {
        switch self {
        case .path(let path): path.names.isEmpty ? "the row itself" : path.description
        case .position: "position"
        }
    }
}
