/// A row of a simulated list. Rows that are equal but for their identifier are drawn too.
package struct StackRow: Codable, Identifiable, Hashable, Sendable {
    /// The row's key.
    package let id: Int
    /// The content: changes where the row is written to.
    package var name: String
    /// The title of the section that the row is in.
    package var shelf: String

    package init(id: Int, name: String, shelf: String) {
        (self.id, self.name, self.shelf) = (id, name, shelf)
    }

    /// The row as a screen shows it.
    package var text: String { "\(id) \(name)" }
}

/// A change of a list by another client than its reader. Places are fractions of the list's length, so that a change fits a list of any length.
/// A history stays valid while its rows become fewer.
package enum StackChange: Hashable, Sendable {
    case insert(at: Double, shelf: String)
    /// Inserts a row whose key the client chooses.
    case add(id: Int, at: Double, shelf: String)
    case remove(at: Double)
    case move(from: Double, to: Double)
    case update(at: Double)
    /// Into another section, at its place there.
    case reshelve(at: Double, shelf: String)
}
