import Foundation
import PagingWire

extension ProblemDetails {
    /// The largest body that is read for problem details, in bytes.
    static let maximumBytes = 64 * 1024

    /// Reads what a failed answer says: problem details by RFC 9457, or one of the ways that were usual before.
    ///
    /// - Returns: `nil` where it says nothing that could be read.
    init?(_ answer: HTTPAnswer) {
        guard answer.body.count <= ProblemDetails.maximumBytes,
            let json = try? JSONValue(parsing: answer.body), var members = json.object
        else { return nil }
        func text(_ names: String...) -> String? {
            for name in names {
                if let text = members[name]?.string {
                    members[name] = nil
                    return text
                }
            }
            return nil
        }
        // JSON:API: a list of errors. Google, Stripe: an object named `error`.
        let inner = members["errors"]?[0] ?? members["error"]
        self.init(
            type: text("type") ?? ProblemDetails.blankType, title: text("title"), status: answer.status,
            detail: text("detail", "message", "error_description", "error")
                ?? inner?["detail"]?.string ?? inner?["message"]?.string ?? inner?["title"]?.string,
            instance: text("instance"))
        members["status"] = nil
        extensions = members
        if title == nil, detail == nil, extensions.isEmpty { return nil }
    }
}
