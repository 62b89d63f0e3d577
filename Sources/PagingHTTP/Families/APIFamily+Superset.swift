import Foundation
import PagingWire

/// Superset and other servers based on Flask-AppBuilder. The page's number is inside one parameter, `q=(page:0,page_size:25)`, which may also
/// have filters.
extension APIFamily {
    /// The family of an answer of such a server, or `nil` for any other answer.
    static func superset(_ document: JSONValue, _ address: URL) -> APIFamily? {
        guard ["count", "ids", "result", "list_columns"].allSatisfy({ document[$0] != nil }) else { return nil }
        var text = Query.value("q", in: address) ?? ""
        var inner = text.hasPrefix("(") && text.hasSuffix(")") ? String(text.dropFirst().dropLast()) : ""
        for name in ["page", "page_size"] {
            let place = "\(name):{\(name)}"
            if let written = inner.firstRange(of: name + ":") {
                let number = inner[written.upperBound...].prefix { $0.isNumber || $0 == "-" }
                inner.replaceSubrange(written.lowerBound..<number.endIndex, with: place)
            } else {
                inner += (inner.isEmpty ? "" : ",") + place
            }
        }
        text = "(\(inner))"
        var family = APIFamily(
            name: "Superset", marks: [.member("result")], style: .page("page", size: "page_size", first: 0),
            items: "result", total: .path("count"))
        family.request = Dialect.Request(["q": text])
        return family
    }
}
