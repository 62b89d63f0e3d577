import Foundation
import PagingWire

/// Finds the items in a document.
enum ItemsFinder {
    /// How deep below the top the items may be.
    static let maximumDepth = 3

    /// The lists of a document: the one that is taken for the items, and others that could be as well.
    struct Found {
        var path: FieldPath
        var rivals: [FieldPath] = []
    }

    /// The path of the items, or `nil` if nothing looks like them.
    static func path(in document: JSONValue) -> FieldPath? { found(in: document)?.path }

    /// The items, and what could be as well, or `nil` if nothing looks like them.
    ///
    /// A document that is an array is the items. Otherwise an array under a usual name counts more than another, one
    /// nearer to the top more than one deeper, one of objects more than one of anything else, a longer one more. An array
    /// under no usual name is the items only where no other could be as well: an object of objects that each hold some
    /// is no list.
    static func found(in document: JSONValue) -> Found? {
        if document.array != nil { return Found(path: FieldPath(names: [])) }
        if let found = found(in: document, but: Vocabulary.notItems) { return found }
        // Chats call their rows so, others what went wrong.
        return found(in: document, but: Vocabulary.notItems.subtracting(Vocabulary.seldomItems))
    }

    /// The path of a member at the top that is `null` in the place of rows, or `nil` if there is not just one of a usual name.
    static func absentPath(in document: JSONValue) -> FieldPath? {
        let names = Vocabulary.items.filter { document[$0]?.isNull == true }
        return names.count == 1 ? FieldPath(names: names) : nil
    }

    private static func found(in document: JSONValue, but excluded: Set<String>) -> Found? {
        var lists: [(names: [String], count: Int, isNamed: Bool)] = []
        var best: (rank: [Int], names: [String])?
        var unnamed: [Int] = []
        visit(document, at: [], but: excluded) { names, elements in
            let isNamed = Vocabulary.items.firstIndex(of: names[names.count - 1])
            let areObjects = elements.allSatisfy { $0.object != nil }
            let areRows = elements.allSatisfy { $0.array != nil }
            if areObjects { lists.append((names, elements.count, isNamed != nil)) }
            if isNamed == nil || !(areObjects || areRows) {
                // Texts and numbers deep inside belong to something that has them.
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
        return Found(path: FieldPath(names: best.names), rivals: rivals.map { FieldPath(names: $0.names) })
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
