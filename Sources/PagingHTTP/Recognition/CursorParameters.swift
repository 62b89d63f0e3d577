import Foundation

/// The parameters that may take a cursor, by the name of the cursor's field or header.
enum CursorParameters {
    /// The most names that are tried.
    static let maximum = 9

    /// The names, the most likely first.
    static func names(for field: String) -> [String] {
        var names: [String] = []
        let plain = field.lowercased().hasPrefix("x-ms-") ? String(field.dropFirst(5)) : field
        if let rest = withoutVendor(plain) { names += ["next_" + rest, rest] }
        if let rest = withoutNext(plain) { names.append(rest) }
        names.append(plain)
        let words = FieldName(plain).words.filter { !["x", "next"].contains($0) }
        if words.count > 1 { names.append(words.joined(separator: "_")) }
        names += usual
        var seen: Set<String> = []
        return Array(names.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(maximum))
    }

    /// `x-nomad-nexttoken`, the name of a header, without what is before and at its "next": `token`; `nextpagetoken`: `page_token`.
    private static func withoutVendor(_ header: String) -> String? {
        guard header.contains("-"), let last = header.split(separator: "-").last, last.hasPrefix("next") else {
            return nil
        }
        let rest = last.dropFirst("next".count)
        guard ["token", "cursor", "marker", "key"].contains(where: rest.hasSuffix) else { return nil }
        return rest.hasPrefix("page") && rest.count > 4 ? "page_" + rest.dropFirst(4) : String(rest)
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

    private static let usual = [
        "cursor", "from", "after", "page_token", "page_cursor", "pagination_token", "start_cursor", "page",
    ]
}
