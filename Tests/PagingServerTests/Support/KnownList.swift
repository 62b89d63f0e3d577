import PagingWire
import Testing

@testable import PagingServer

/// A state of a list as a client has it: the keys in an order, and each row's content.
struct KnownList {
    var version: String
    var ids: [JSONValue]
    var rows: [String: JSONValue]

    /// Takes a snapshot of a list, which nobody writes to meanwhile.
    ///
    /// - Parameter sort: the order, and behind it the parameters of a part: `n&where=…`.
    init(_ served: ServedFixture, _ sort: String) throws {
        let json = try served.get("/lists/t/ids?sort=\(sort)").json()
        ids = try #require(json["ids"]?.array)
        version = try #require(json.value(at: "paging/version")?.string)
        rows = [:]
        #expect(json.value(at: "paging/totalCount")?.int == ids.count)
        for start in stride(from: 0, to: ids.count, by: 500) {
            for (offset, row) in try served.objects("/lists/t?sort=\(sort)&limit=500&offset=\(start)").enumerated() {
                #expect(row["id"] == ids[start + offset])
                rows[ids[start + offset].json] = row
            }
        }
    }

    /// Applies the changes since, by the book: removed, then added from the first position to the last, then edited.
    func replayed(_ served: ServedFixture, _ sort: String) throws -> KnownList {
        let target = "/lists/t/changes?since=\(version)&sort=\(sort)&objects"
        var answer = served.get(target)
        // Too many transactions were rolled back a moment ago.
        while answer.status == 503 { answer = served.get(target) }
        try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        let json = try answer.json()
        #expect(json["from"]?.string == version)
        var new = self
        new.version = try #require(json["version"]?.string)
        let removed = try #require(json["removed"]?.array)
        // The server need not know which rows were in a part before.
        if !sort.contains("&") { #expect(removed.allSatisfy { rows[$0.json] != nil }) }
        let gone = Set(removed.map(\.json))
        new.ids.removeAll { gone.contains($0.json) }
        for id in removed { new.rows[id.json] = nil }
        for addition in try #require(json["added"]?.array) {
            let position = try #require(addition["index"]?.int)
            let id = try #require(addition["id"])
            try #require(position <= new.ids.count)
            #expect(new.rows[id.json] == nil)
            new.ids.insert(id, at: position)
            new.rows[id.json] = .null
        }
        #expect(json["total"]?.int == new.ids.count)
        let came = try #require(json["added"]?.array).compactMap { $0["id"] }
        #expect(json["edited"]?.array?.allSatisfy { new.rows[$0.json] != nil } == true)
        let objects = try #require(json["objects"]?.array)
        #expect(objects.compactMap { $0["id"] } == came + (try #require(json["edited"]?.array)))
        for row in objects { new.rows[try #require(row["id"]).json] = row }
        return new
    }

    func compare(with now: KnownList, _ note: Comment) throws {
        // A gap that is closed for good may be left out of the one and not of the other.
        let (told, known) = (ListVersion(version), ListVersion(now.version))
        #expect(told != nil && told?.epoch == known?.epoch && told?.sequence == known?.sequence, note)
        #expect(ids == now.ids, note)
        #expect(Set(rows.keys) == Set(now.rows.keys), note)
        for (id, row) in now.rows { #expect(KnownList.isSame(rows[id], row), "row \(id): \(note)") }
    }

    /// Whether two rows are the same; a whole number stays itself where SQLite stores it as a real one.
    private static func isSame(_ left: JSONValue?, _ right: JSONValue) -> Bool {
        guard let left = left?.object, let right = right.object, left.count == right.count else { return false }
        func number(_ value: JSONValue?) -> Double? {
            if case .double(let number)? = value { number } else { value?.int.map(Double.init) }
        }
        return right.allSatisfy { left[$0] == $1 || number($1) != nil && number(left[$0]) == number($1) }
    }
}
