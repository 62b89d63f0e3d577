import Foundation
import PagingWire

/// Finds the items in a document.
enum ItemsFinder {
    /// The deepest level of the items.
    static let maximumDepth = 3

    /// The lists of a document: the one that is assumed to be the items, and other candidates.
    struct Found {
        var path: FieldPath
        var rivals: [FieldPath] = []
        /// An array without elements beside rows of no usual name, or `nil` if there is not just one.
        var empty: FieldPath?
    }

    /// The path of the items, or `nil` if there is no candidate.
    static func path(in document: JSONValue) -> FieldPath? { found(in: document)?.path }

    /// The items and the other candidates, or `nil` if there is no candidate.
    ///
    /// If the document is an array, it is the items. Otherwise arrays are ranked: a usual name first, then objects as elements, then the least
    /// depth, then the greatest length. An array without a usual name is the items only if there is no other candidate. An object of objects
    /// with one array each is no list.
    static func found(in document: JSONValue) -> Found? {
        if document.array != nil {
            return Found(path: FieldPath(names: PairedAnswer(document).map { [$0.rows] } ?? []))
        }
        if let found = found(in: document, but: Vocabulary.notItems) { return found }
        // Chats use this name for their rows, and other APIs use it for errors.
        return found(in: document, but: Vocabulary.notItems.subtracting(Vocabulary.seldomItems))
    }

    /// The path of a top-level member that is `null` instead of rows, or `nil` if there is not exactly one with a usual name.
    static func absentPath(in document: JSONValue) -> FieldPath? {
        let names = Vocabulary.items.filter { document[$0]?.isNull == true }
        return names.count == 1 ? FieldPath(names: names) : nil
    }

    private static func found(in document: JSONValue, but excluded: Set<String>) -> Found? {
        var lists: [(names: [String], count: Int, isNamed: Bool)] = []
        var best: (rank: [Int], names: [String])?
        var unnamed: [Int] = []
        var plain: [(names: [String], count: Int)] = []
        visit(document, at: [], but: excluded) { names, elements in
            let isNamed = Vocabulary.items.firstIndex(of: names[names.count - 1])
            let areObjects = elements.allSatisfy { $0.object != nil }
            let areRows = elements.allSatisfy { $0.array != nil }
            if areObjects { lists.append((names, elements.count, isNamed != nil)) }
            let isPlain = elements.allSatisfy { $0.object == nil && $0.array == nil }
            if isPlain, isNamed == nil { plain.append((names, elements.count)) }
            if isNamed == nil || !(areObjects || areRows) {
                // Texts and numbers deep inside belong to another object.
                unnamed.append(elements.isEmpty || names.count == 1 && !areObjects ? 1 : areObjects ? 0 : 2)
            }
            let rank = [
                isNamed != nil && (areObjects || areRows) ? 0 : 1, areObjects && !elements.isEmpty ? 0 : 1,
                names.count, isNamed == nil ? 0 : -elements.count, isNamed ?? Vocabulary.items.count, -elements.count,
            ]
            if best.map({ rank.lexicographicallyPrecedes($0.rank) }) ?? true { best = (rank, names) }
        }
        guard let best else { return nil }
        if best.rank[0] == 1 {
            let likeliest = unnamed.min() ?? 2
            guard likeliest == 0 ? unnamed.count(where: { $0 == 0 }) == 1 : likeliest < 2 && unnamed.count == 1 else {
                return nil
            }
        }
        let own = lists.first { $0.names == best.names }
        let rivals = lists.filter { list in
            guard list.names != best.names, let own else { return false }
            // A connection may have its rows twice, as edges and as nodes.
            if list.count == own.count, Set([list.names.last, own.names.last]) == ["edges", "nodes"] { return false }
            return list.isNamed || list.count > own.count
        }
        // PubMed: plain values in the same object, more of them than there are objects, may be the rows.
        let beside = plain.filter {
            best.rank[0] == 1 && $0.names.dropLast() == best.names.dropLast() && $0.names != best.names
        }
        let longer = beside.filter { other in
            own.map { other.count >= max(1, $0.count) && other.names.count > 1 } ?? false
        }
        let empty = beside.filter { $0.count == 0 }
        return Found(
            path: FieldPath(names: best.names),
            rivals: (rivals.map(\.names) + longer.map(\.names)).map { FieldPath(names: $0) },
            empty: empty.count == 1 ? FieldPath(names: empty[0].names) : nil)
    }

    private static func visit(
        _ value: JSONValue, at names: [String], but excluded: Set<String>, _ found: ([String], [JSONValue]) -> Void
    ) {
        guard names.count < maximumDepth, let members = value.object else { return }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) where !excluded.contains(name) {
            if let elements = member.array { found(names + [name], elements) }
            visit(member, at: names + [name], but: excluded, found)
        }
    }
}
