import PagingWire

/// An answer that is an array of two: an object with what is said of the page, and the array of its rows.
///
/// The World Bank: `[{"page": 1, "pages": 3, "total": 57}, [{"id": …}, …]]`.
struct PairedAnswer {
    /// The names of the two elements, which are their indices.
    let facts: String, rows: String
    /// The members of the object.
    let members: [String: JSONValue]

    /// - Returns: `nil` for any other document. In the place of no rows there may be `null`, beside a total of 0.
    init?(_ document: JSONValue) {
        guard let elements = document.array, elements.count == 2 else { return nil }
        let places = [(0, 1), (1, 0)].first { elements[$0.0].object != nil && elements[$0.1].array != nil }
        if let (facts, rows) = places, let members = elements[facts].object {
            (self.facts, self.rows, self.members) = ("\(facts)", "\(rows)", members)
            return
        }
        guard let members = elements[0].object, elements[1].isNull,
            Vocabulary.total.contains(where: { members[$0].flatMap(AnswerFacts.number) == 0 })
        else { return nil }
        (facts, rows, self.members) = ("0", "1", members)
    }
}

extension JSONValue {
    /// The members of an answer in which something is said of its page.
    var membersBesideRows: [String: JSONValue]? { object ?? PairedAnswer(self)?.members }
}
