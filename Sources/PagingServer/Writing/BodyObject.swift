internal import PagingWire

/// A JSON object with its members as values and as text. `1.50` is `1.5` in JSON, but another number in PostgreSQL.
struct BodyObject {
    struct Member {
        var value: JSONValue
        /// The JSON text, without white space around it.
        var text: [UInt8]
    }

    /// The members, in the order of their first appearance. Names are compared by their bytes, because two columns may differ only in Unicode
    /// normalization.
    let members: [(name: String, member: Member)]

    /// Reads a body.
    ///
    /// - Returns: `nil` if it is JSON, but not an object.
    /// - Throws: the error in the body.
    init?(parsing body: [UInt8]) throws {
        guard case .object = try JSONValue(parsing: body) else { return nil }
        var scanner = MemberScanner(body: body)
        members = try scanner.members()
    }
}

/// Finds the start and end of each member in a well-formed object, by the punctuation of the outermost level.
private struct MemberScanner {
    let body: [UInt8]
    private var depth = 0
    private var start = 0
    private var name: String?

    init(body: [UInt8]) { self.body = body }

    mutating func members() throws -> [(name: String, member: BodyObject.Member)] {
        var members: [(name: String, member: BodyObject.Member)] = []
        var places: [[UInt8]: Int] = [:]
        var place = 0
        while place < body.count {
            switch body[place] {
            case UInt8(ascii: "\""): place = endOfText(place)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth == 1 { start = place + 1 }
            case UInt8(ascii: ":") where depth == 1:
                name = try JSONValue(parsing: Array(body[start..<place])).string
                start = place + 1
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 1, let name {
                    let text = text(upTo: place)
                    let member = BodyObject.Member(value: try JSONValue(parsing: text), text: text)
                    // Of two members with one name the last counts.
                    if let place = places[Array(name.utf8)] {
                        members[place].member = member
                    } else {
                        places[Array(name.utf8)] = members.count
                        members.append((name, member))
                    }
                }
                if depth == 1 { (name, start) = (nil, place + 1) }
                if body[place] != UInt8(ascii: ",") { depth -= 1 }
            default: break
            }
            place += 1
        }
        return members
    }

    /// The position of the quotation mark that ends a text.
    private func endOfText(_ start: Int) -> Int {
        var place = start + 1
        while place < body.count, body[place] != UInt8(ascii: "\"") {
            place += body[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return place
    }

    private func text(upTo end: Int) -> [UInt8] {
        let blanks = Set(" \t\n\r".utf8)
        let rest = body[start..<end].drop(while: blanks.contains)
        return Array(rest.reversed().drop(while: blanks.contains).reversed())
    }
}
