import Foundation

/// The parameters that may take a cursor, by the name of the cursor's field or header.
enum CursorParameters {
    /// The most names that are tried.
    static let maximum = 8

    /// The names, the most likely first.
    static func names(for field: String) -> [String] {
        var names: [String] = []
        let plain = field.lowercased().hasPrefix("x-ms-") ? String(field.dropFirst(5)) : field
        if let rest = withoutNext(plain) { names.append(rest) }
        names.append(plain)
        let words = FieldName(plain).words.filter { !["x", "next"].contains($0) }
        if words.count > 1 { names.append(words.joined(separator: "_")) }
        names += usual
        var seen: Set<String> = []
        return Array(names.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(maximum))
    }

    /// `nextPageToken` without its "next": `pageToken`; `X-Next-Cursor`: `cursor`.
    private static func withoutNext(_ field: String) -> String? {
        let words = FieldName(field).words
        guard let index = words.firstIndex(of: "next"), index + 1 < words.count else { return nil }
        let rest = words[(index + 1)...]
        if field.contains("_") { return rest.joined(separator: "_") }
        if field.contains("-") { return rest.joined(separator: "-") }
        return rest.prefix(1).joined() + rest.dropFirst().map(\.capitalized).joined()
    }

    private static let usual = ["cursor", "from", "after", "page_token", "pagination_token", "start_cursor", "page"]
}
