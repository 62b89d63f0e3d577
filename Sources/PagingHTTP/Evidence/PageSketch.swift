package import PagingWire

/// A sample of a page's rows, field by field, that recognizes the same page although some fields change with every answer.
///
/// Two pages are the same if few fields of the sampled rows differ, none of them identifies a row, and the other fields distinguish these rows
/// from each other. Rows that nothing distinguishes, such as a log's lines, prove neither.
package struct PageSketch: Sendable {
    private struct Field: Hashable {
        var name: String
        var value: Int
        /// `true` if the value is of a type that changes often: a number, a Boolean value.
        var isCount: Bool
    }

    private let count: Int
    private let rows: [[Field]]
    private let identifiers: [Int?]
    /// A hash of the texts of all rows, the same in any order, or `nil` if they do not distinguish the rows.
    private let texts: Int?
    /// A hash of all rows, the same in any order, or `nil` if rows repeat.
    private let wholes: Int?
    /// A hash of the identifiers of all rows, the same in any order, or `nil` if not every row has one.
    private let allIdentifiers: Int?

    /// The most rows of a page that are compared.
    static let maximumRows = 16
    /// The most fields of a row that may differ from one answer to the next.
    static let maximumVolatileFields = 3
    /// The most fields of a row that are compared.
    static let maximumFields = 32

    package init(_ items: [JSONValue], identifier: FieldPath?) {
        count = items.count
        let step = max(1, (items.count + Self.maximumRows - 1) / Self.maximumRows)
        let sample = stride(from: 0, to: items.count, by: step).map { items[$0] }
        rows = sample.map(Self.fields)
        /// A hash of hashes, the same in any order.
        func sum(_ hashes: [Int]) -> Int { hashes.reduce(0, &+) }
        let textHashes = items.map { Self.fields($0).filter { !$0.isCount }.hashValue }
        texts = Set(textHashes).count > items.count * 3 / 4 ? sum(textHashes) : nil
        let rowHashes = items.map(\.hashValue)
        wholes = Set(rowHashes).count == items.count ? sum(rowHashes) : nil
        let identified = items.map { row in identifier.flatMap { row.value(at: $0)?.hashValue } }
        allIdentifiers = identified.contains(nil) ? nil : sum(identified.compactMap { $0 })
        identifiers = stride(from: 0, to: items.count, by: step).map { identified[$0] }
    }

    /// `true` if another page has the same rows, or `nil` if nothing distinguishes its rows.
    package func isSame(as other: PageSketch) -> Bool? {
        guard count > 0, count == other.count else { return false }
        // A page in another order has other samples.
        if let allIdentifiers, let others = other.allIdentifiers { return allIdentifiers == others }
        if count > 1, let wholes, wholes == other.wholes { return true }
        if identifiers.contains(where: { $0 != nil }) {
            return identifiers == other.identifiers || Set(identifiers) == Set(other.identifiers)
        }
        if let texts, texts == other.texts, count > 1 { return true }
        var differing: Set<String> = []
        var isOfCounts = true
        for (row, otherRow) in zip(rows, other.rows) {
            let (fields, others) = (Set(row), Set(otherRow))
            for field in fields.symmetricDifference(others) {
                differing.insert(field.name)
                isOfCounts = isOfCounts && field.isCount
            }
            guard differing.count <= Self.maximumVolatileFields else { return false }
        }
        let stable = rows.map { Set($0.filter { !differing.contains($0.name) }) }
        guard stable.allSatisfy({ !$0.isEmpty }) else { return false }
        // In a page of two or three rows, any other field may be the one that distinguishes them.
        if !differing.isEmpty, rows.count < 4, !isOfCounts { return false }
        guard rows.count == 1 || Set(stable).count > rows.count * 3 / 4 else { return differing.isEmpty ? nil : false }
        return true
    }

    private static func fields(_ row: JSONValue) -> [Field] {
        var fields: [Field] = []
        add(row, "", &fields, depth: 0)
        return fields
    }

    private static func add(_ value: JSONValue, _ name: String, _ fields: inout [Field], depth: Int) {
        guard fields.count < maximumFields else { return }
        if depth < 3, let members = value.object {
            for (member, inner) in members.sorted(by: { $0.key < $1.key }) {
                add(inner, name + "/" + member, &fields, depth: depth + 1)
            }
            return
        }
        let isCount =
            switch value {
            case .integer, .unsigned, .double, .decimal, .bool, .null: true
            case .string, .array, .object: false
            }
        fields.append(Field(name: name, value: value.hashValue, isCount: isCount))
    }
}
