/// Identifies one edit that the reader made of a list.
public struct EditID: Hashable, Comparable, Sendable {
    /// The identifier's number, counted up from 1: a later edit has a higher one.
    public let rawValue: Int

    /// Makes an identifier from the number of a saved edit.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// `true` if one edit was made before the other.
    public static func < (left: EditID, right: EditID) -> Bool { left.rawValue < right.rawValue }
}

/// The server's answer to an edit, as far as it is known.
public enum EditState: Hashable, Sendable {
    /// No answer yet.
    case pending
    /// The server accepted it. Answers to requests sent after that show the truth, whatever it is.
    case confirmed
}

/// The place at which the reader puts a row.
package enum RowPlace: Hashable, Sendable {
    /// Before all other rows; once the server has accepted it, behind the rows that an answer inserts there.
    case start
    /// Behind all other rows, also those added later.
    case end
    /// Before the row with this number.
    case before(Int)
    /// Behind the row with this number.
    case after(Int)
}

/// An edit that the reader made of one row, which is identified by its number.
package struct RowEdit: Hashable, Sendable {
    /// A kind of edit.
    package enum Kind: Hashable, Sendable {
        /// The row has new content.
        case update
        /// The row is new, and is shown here until the server's list has it.
        case insert(RowPlace)
        /// The row is removed.
        case remove
        /// The row is moved to another place.
        case move(RowPlace)
    }

    /// The sides of a row.
    struct Sides: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let above = Sides(rawValue: 1)
        static let below = Sides(rawValue: 2)
        static let both: Sides = [.above, .below]
    }

    /// The edit's identifier.
    package let id: EditID
    /// The number of the edited row.
    package internal(set) var number: Int
    /// The kind of edit.
    package let kind: Kind
    /// The server's answer to it.
    package internal(set) var state = EditState.pending
    /// The last request sent before the server had accepted the edit.
    var mark = Int.max
    /// For an insertion or a move: the place beside another row, or `nil` once the edit no longer follows that row.
    var place: RowPlace?
    /// For a row that was inserted: the sides on which answers since its confirmation showed the server's rows.
    var sides: Sides = []
    /// For an insertion or a move: the server's row that it is before.
    var gap = 0
    var isForgotten = false

    init(id: EditID, number: Int, kind: Kind) {
        (self.id, self.number, self.kind) = (id, number, kind)
        switch kind {
        case .insert(let place), .move(let place): self.place = place
        case .update, .remove: break
        }
    }

    /// The number of the neighboring row that this one follows, or `nil` if it follows none.
    package var neighbor: Int? { place?.neighbor }

    /// `true` if it decides the position of the row.
    var isPlacement: Bool {
        switch kind {
        case .insert, .move: true
        case .update, .remove: false
        }
    }

    var isInsertion: Bool { if case .insert = kind { true } else { false } }
}

/// The reason why an edit cannot be made.
public enum EditDefect: Error, Hashable, Sendable {
    /// The row to be removed or moved is neither loaded nor one that the reader inserted.
    case missingRow
    /// The row that another is to be put beside is neither loaded nor one that the reader inserted.
    case missingNeighbor
    /// The row to be inserted is in the list already.
    case existingRow
    /// The row would be put beside itself.
    case besideItself
}

/// The known part of the server's list, by numbers, for a projection.
package protocol NumberedRows {
    /// The numbers, at the server's positions, with placeholders for rows that are not loaded.
    var rows: PagedArray<Int> { get }
    /// The position of a number, or `nil` if it is not loaded.
    func position(of number: Int) -> Int?
    /// `true` if no row follows the last one.
    var endIsKnown: Bool { get }
}

extension ListMachine: NumberedRows {
    /// The viewports, as views reported them and moved with the list since; without rows that are only read.
    package var views: [(viewer: ViewerID, rows: Range<Int>, landing: Range<Int>?)] {
        planner.viewports.filter { $0.viewer != .reads }.map { ($0.viewer, $0.rows, $0.landing) }
    }
}
