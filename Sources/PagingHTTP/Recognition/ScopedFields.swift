import PagingWire

/// The fields that describe a page: those at the top, in the usual objects, and around the items.
struct ScopedFields {
    /// The most objects that are searched: enough for any API, and a limit for hostile documents.
    static let maximumScopes = 24

    private var scopes: [(names: [String], members: [String: JSONValue])] = []

    init(_ document: JSONValue, itemsPath: FieldPath) {
        if let pair = PairedAnswer(document) {
            scopes = [([pair.facts], pair.members)]
        } else if let top = document.object {
            scopes = [([], top)]
        } else {
            return
        }
        var value = document
        for (index, name) in itemsPath.names.dropLast().enumerated() {
            guard let next = value[name] else { break }
            value = next
            if let members = value.object { scopes.append((Array(itemsPath.names[...index]), members)) }
        }
        var index = 0
        while index < scopes.count, scopes.count < ScopedFields.maximumScopes {
            let (names, members) = scopes[index]
            for name in Vocabulary.scopes where names.count < ItemsFinder.maximumDepth {
                let inner = names + [name]
                if let object = members[name]?.object, !scopes.contains(where: { $0.names == inner }) {
                    scopes.append((inner, object))
                }
            }
            index += 1
        }
    }

    /// The first of these names, in order, with a matching value.
    func first(
        _ names: [String], where matches: (JSONValue) -> Bool
    ) -> (path: FieldPath, value: JSONValue)? {
        for name in names {
            for scope in scopes {
                if let value = scope.members[name], matches(value) {
                    return (FieldPath(names: scope.names + [name]), value)
                }
            }
        }
        return nil
    }

    /// `true` if a field matches.
    func contains(where matches: (_ name: String, _ value: JSONValue) -> Bool) -> Bool {
        scopes.contains { $0.members.contains { matches($0.key, $0.value) } }
    }
}
