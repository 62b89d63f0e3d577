import PagingHTTP
import PagingWire

/// A family of APIs, played as its documentation says: what it answers to a question, of a list of so many rows.
struct PlayedFamily: Sendable, CustomStringConvertible {
    let name: String
    var address = PlayedServer.address
    /// The options that `paging pull` needs.
    var words: [String] = []
    /// The path that is found to identify rows.
    var key = "id"
    /// The lengths of lists whose end its answers do not show.
    var notWhole: Set<Int> = []
    let answer: @Sendable (ForeignQuestion, Int) -> HTTPAnswer

    var description: String { name }

    static let all = chat + identity + search + storage + services + business
}

/// A page of a played list.
struct PlayedPage {
    let rows: Range<Int>
    let count: Int

    init(_ start: Int, _ size: Int = 20, of count: Int) {
        let start = min(max(0, start), count)
        (rows, self.count) = (start..<min(count, start + max(0, size)), count)
    }

    var hasNext: Bool { rows.upperBound < count }
    /// Where the next page begins; `null` where there is none.
    var next: String { hasNext ? "\(rows.upperBound)" : "null" }
    /// The same as a text.
    var nextText: String { hasNext ? "\"c\(rows.upperBound)\"" : "null" }
    /// A member that is left out behind the last page.
    func next(_ member: (Int) -> String) -> String { hasNext ? ", " + member(rows.upperBound) : "" }

    func list(_ row: (Int) -> String = { #"{"id": \#($0)}"# }) -> String {
        "[" + rows.map(row).joined(separator: ", ") + "]"
    }
}

extension ForeignQuestion {
    /// The position that a cursor such as `c40` names; 0 at the start.
    func place(_ name: String) -> Int { query[name].flatMap { Int($0.drop { !$0.isNumber }) } ?? 0 }
    /// A size, in the address or in the body.
    func size(_ name: String) -> Int { query[name].flatMap { Int($0) } ?? body.value(at: FieldPath(name))?.int ?? 20 }
    /// The same in the body.
    func place(inBody path: FieldPath) -> Int {
        body.value(at: path)?.string.flatMap { Int($0.drop { !$0.isNumber }) } ?? body.value(at: path)?.int ?? 0
    }
}
