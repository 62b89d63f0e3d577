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

/// A change of a list by somebody else than its reader. Places are fractions of the list's length, so that a change fits a list of any
/// length and a history stays one while its rows are fewer.
package enum StackChange: Hashable, Sendable {
    case insert(at: Double, shelf: String)
    case remove(at: Double)
    case move(from: Double, to: Double)
    case update(at: Double)
    /// Into another section, at its place there.
    case reshelve(at: Double, shelf: String)
}

/// The list as a server has it: rows in the server's order.
package protocol StackServer: AnyObject, Sendable {
    /// What is to be on screen: all rows of the list at the address, in its order, under their titles.
    func truth() throws -> [StackRow]
    /// Whether rows are in sections, in the order of their titles.
    var isGrouped: Bool { get }
    /// The address of the list.
    var address: String { get }
    /// The most rows of one answer.
    var pageSize: Int { get }
    /// Answers a request: status, headers, body.
    func answer(_ target: String, headers: [(name: String, value: String)]) -> StackAnswer
    /// Changes the list.
    func change(_ change: StackChange) throws
}

/// A server's answer.
package struct StackAnswer: Sendable {
    package var status: Int
    package var headers: [(String, String)]
    package var body: [UInt8]

    package init(status: Int = 200, headers: [(String, String)] = [], body: [UInt8]) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}
