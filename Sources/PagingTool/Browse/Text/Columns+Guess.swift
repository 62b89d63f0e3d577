internal import PagingWire

extension Columns {
    /// Guesses the fields that best distinguish some rows for a reader.
    ///
    /// Fields of objects in the row count as well, one level deep. Usual names of titles come first, then fields with different values in most
    /// rows. Long fields and fields with equal values come last. Of several fields with the same values only one is used.
    init(guessedFrom rows: [JSONValue]) {
        let sample = rows.prefix(60)
        var fields: [Field] = []
        var indexes: [FieldPath: Int] = [:]
        for (number, row) in sample.enumerated() {
            for (path, value) in Columns.scalars(of: row) {
                let index = indexes[path] ?? fields.count
                if index == fields.count {
                    indexes[path] = index
                    fields.append(Field(path: path))
                }
                fields[index].values[number] = value
            }
        }
        var seen: Set<[Int: JSONValue]> = []
        // Several statements, because the type checker takes four seconds for a single one.
        var ranked: [(field: Field, score: Double)] = fields.map { ($0, $0.score(among: sample.count)) }
        ranked.sort { first, second in
            first.score != second.score
                ? first.score > second.score : first.field.path.description < second.field.path.description
        }
        ranked.removeAll { !seen.insert($0.field.values).inserted }
        let chosen = ranked.prefix(Columns.mostGuessed).map(\.field.path)
        // An identifier comes first, even if it says little, because people refer to rows by it.
        let first = chosen.filter(Columns.isIdentifier).prefix(1)
        let ordered = first + chosen.filter { !first.contains($0) }
        self.init(chosen: ordered.isEmpty ? [FieldPath(names: [])] : Array(ordered), sample: Array(sample))
        for index in columns.indices { columns[index].width = min(columns[index].width, Columns.widestGuessed) }
    }

    private static func isIdentifier(_ path: FieldPath) -> Bool {
        path.names.count == 1 && ["id", "_id", "uuid", "pk", "key"].contains(path.names[0].lowercased())
    }

    /// The single values of a row and of the objects in it.
    private static func scalars(of row: JSONValue) -> [(FieldPath, JSONValue)] {
        switch row {
        case .object(let members):
            members.flatMap { name, value -> [(FieldPath, JSONValue)] in
                if value.isScalar { return [(FieldPath(names: [name]), value)] }
                guard case .object(let inner) = value else { return [] }
                return inner.filter(\.value.isScalar).map { (FieldPath(names: [name, $0.key]), $0.value) }
            }
        case .array(let elements):
            elements.enumerated().filter(\.element.isScalar).map { (FieldPath(names: [String($0.offset)]), $0.element) }
        default: []
        }
    }

    /// A field and its values in the sample's rows.
    private struct Field {
        let path: FieldPath
        var values: [Int: JSONValue] = [:]

        /// The usefulness of the field, as points that are only compared with each other.
        func score(among rows: Int) -> Double {
            let present = values.values.filter { !$0.isNull }
            guard !present.isEmpty else { return -10 }
            let distinct = Double(Set(present).count) / Double(present.count)
            let width = present.reduce(0) { $0 + CellText.width(of: Columns.text($1)) } / present.count
            var score = 2 * Double(present.count) / Double(rows) + distinct
            if present.count > 1, Set(present).count == 1 { score -= 1 }
            if width > 60 { score -= 1.5 }
            if case .string? = present.first { score += 0.5 }
            let name = path.names.last?.lowercased() ?? ""
            switch name {
            case "name", "title", "label", "subject", "full_name", "fullname", "headline", "summary": score += 4
            case "id", "_id", "uuid", "pk", "key", "slug": score += 3
            case "code", "character", "symbol", "emoji", "kind", "type", "status", "category", "author": score += 1.5
            case "url", "href", "link", "image", "avatar", "icon": score -= 2
            default:
                if name.hasSuffix("_url") || name.hasSuffix("url") || name.hasPrefix("@") { score -= 2 }
                if ["date", "time", "created", "updated", "_at"].contains(where: name.contains) { score += 1 }
            }
            return path.names.count > 1 ? score - 1 : score
        }
    }
}
