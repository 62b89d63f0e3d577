internal import PagingWire

extension OpenAPI {
    /// The schema of a page with the given schema of rows. The sections of a list are an array.
    static func page(of schema: String) -> JSONValue {
        let rows: JSONValue = ["type": "array", "items": ["$ref": .string("#/components/schemas/\(schema)")]]
        let page: JSONValue = ["type": "object", "required": ["objects"], "properties": ["objects": rows]]
        return ["anyOf": [page, ["type": "array"]]]
    }
}

extension ListDescription {
    /// The name of a row's schema: the list's name, if it is allowed as a schema's name.
    func schemaName(_ index: Int) -> String {
        let isPlain = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
        }
        return isPlain && !name.isEmpty ? "Row.\(name)" : "Row.list-\(index + 1)"
    }

    /// The JSON schema of a row.
    var schema: JSONValue {
        var properties: [String: JSONValue] = [:]
        for column in columns { properties[column.name] = column.schema(dialect) }
        if properties["id"] == nil { properties["id"] = ["description": "The row's key."] }
        return [
            "type": "object", "description": .string("A row of '\(name)'."), "properties": .object(properties),
            "required": .array((columns.map(\.name) + (idColumn == nil ? ["id"] : [])).map { .string($0) }),
        ]
    }
}

extension ListDescription.Column {
    /// The JSON schema of a value. In SQLite declared types are not enforced, so any column may contain any value.
    fileprivate func schema(_ dialect: Dialect) -> JSONValue {
        var schema: [String: JSONValue] = declaredType.isEmpty ? [:] : ["description": .string(declaredType)]
        guard dialect == .postgres, let type = jsonType else { return .object(schema) }
        schema["type"] = isNullable ? [.string(type), "null"] : .string(type)
        if form == .bytes { schema["contentEncoding"] = "base64" }
        return .object(schema)
    }

    private var jsonType: String? {
        switch form {
        case .json, .composed: return nil
        case .bytes: return "string"
        case .text: break
        }
        if isInteger { return "integer" }
        let name = declaredType.prefix { $0 != "(" }
        if name == "boolean" { return "boolean" }
        // Numbers that JSON lacks are texts: NaN and the infinities.
        return isNumeric ? nil : "string"
    }
}
