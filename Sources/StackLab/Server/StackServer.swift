/// The list as a server has it: rows in the server's order.
package protocol StackServer: AnyObject, Sendable {
    /// The rows that must be on screen: all rows of the list at the address, in its order, under their titles.
    func truth() throws -> [StackRow]
    /// `true` if rows are in sections, in the order of their titles.
    var isGrouped: Bool { get }
    /// The address of the list.
    var address: String { get }
    /// The most rows of one answer.
    var pageSize: Int { get }
    /// Answers a request: status, headers, body.
    func answer(_ target: String, headers: [(name: String, value: String)]) -> StackAnswer
    /// The answer of an overloaded server.
    var busy: StackAnswer { get }
    /// The keys of all rows, in the order that changes go by.
    func keys() throws -> [Int]
    /// Changes the list.
    ///
    /// - Returns: the key of a row that was inserted.
    @discardableResult
    func change(_ change: StackChange) throws -> Int?
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

extension StackServer {
    package var busy: StackAnswer { StackAnswer(status: 503, body: Array(#"{"detail":"busy"}"#.utf8)) }
}
