import Foundation
import PagingWire

/// Finds the items in a document.
enum ItemsFinder {
    /// How deep below the top the items may be.
    static let maximumDepth = 3

    /// The path of the items; `nil` where nothing looks like them.
    ///
    /// A document that is an array is the items. Otherwise an array under a usual name counts more than another, one
    /// nearer to the top more than one deeper, one of objects more than one of anything else, a longer one more. An array
    /// under no usual name is the items only where no other could be as well: an object of objects that each hold some
    /// is no list.
    static func path(in document: JSONValue) -> FieldPath? {
        if document.array != nil { return FieldPath(names: []) }
        if let path = path(in: document, but: Vocabulary.notItems) { return path }
        // Chats call their rows so, others what went wrong.
        return path(in: document, but: Vocabulary.notItems.subtracting(Vocabulary.seldomItems))
    }

    private static func path(in document: JSONValue, but excluded: Set<String>) -> FieldPath? {
        var best: (rank: [Int], names: [String])?
        var unnamed: [Int] = []
        visit(document, at: [], but: excluded) { names, elements in
            let isNamed = Vocabulary.items.firstIndex(of: names[names.count - 1])
            let areObjects = elements.allSatisfy { $0.object != nil }
            let areRows = elements.allSatisfy { $0.array != nil }
            if isNamed == nil || !(areObjects || areRows) {
                // Texts and numbers deep inside belong to something that has them.
                unnamed.append(elements.isEmpty || names.count == 1 && !areObjects ? 1 : areObjects ? 0 : 2)
            }
            let rank = [
                isNamed != nil && (areObjects || areRows) ? 0 : 1, areObjects && !elements.isEmpty ? 0 : 1,
                names.count, isNamed ?? Vocabulary.items.count, -elements.count,
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
        return FieldPath(names: best.names)
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
