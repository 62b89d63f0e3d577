internal import Foundation
internal import Paging
internal import PagingHTTP

/// Distinguishes cursors that count rows or pages from cursors that name a row.
///
/// A cursor that counts names other rows once rows above come or go. graphql-core's cursors are `arrayconnection:49` in base64, MLflow's page
/// tokens are numbers, and many next pages are `page=3` or `offset=40`.
enum PlaceCursor {
    /// `true` if a cursor (a token or an address) contains a page's number or the number of rows before it.
    static func isPlace(_ cursor: Cursor, rowsBefore: Int) -> Bool {
        let text = cursor.description
        if text.contains("://") || text.hasPrefix("/") || text.hasPrefix("?") {
            return places(in: text).contains { name, value in
                Dialect.countsPages(name) && Int(value) != nil || counts(value, rowsBefore)
            }
        }
        return text.contains("=") && text.contains("&")
            ? places(in: "?" + text).contains { counts($0.value, rowsBefore) } : counts(text, rowsBefore)
    }

    /// The parameters without those that give the page size, which equals the number of rows before the second page.
    private static func places(in address: String) -> [(name: String, value: String)] {
        Dialect.parameters(of: address).filter { !Dialect.setsSize($0.name) }
    }

    private static func counts(_ text: String, _ rows: Int) -> Bool {
        guard rows > 0, text.utf8.count <= longestText else { return false }
        return ([text] + (decoded(text).map { [$0] } ?? [])).contains { text in
            numbers(in: text).contains { abs($0 - rows) <= 1 } || hexadecimal(text).map { abs($0 - rows) <= 1 } ?? false
        }
    }

    /// The longest cursor that is examined; counts are short.
    private static let longestText = 400

    /// The numbers in a text: 49 in `arrayconnection:49`, 40 in `{"offset":40}`.
    private static func numbers(in text: String) -> [Int] {
        text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    }

    private static func hexadecimal(_ text: String) -> Int? {
        text.utf8.count >= 2 && text.utf8.count <= 16 ? Int(text, radix: 16) : nil
    }

    private static func decoded(_ text: String) -> String? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/").replacing("%3D", with: "=")
        let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: padded).flatMap { String(data: $0, encoding: .utf8) }
    }
}
