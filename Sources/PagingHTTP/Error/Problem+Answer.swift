import Foundation
import PagingWire

extension ProblemDetails {
    /// The largest body that is read for problem details, in bytes.
    static let maximumBytes = 64 * 1024

    /// Reads the error in a failed answer: problem details by RFC 9457, or one of the older formats.
    ///
    /// - Returns: `nil` if the answer has no readable error.
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
        let inner = ProblemDetails.innerWords(members)
        self.init(
            type: text("type") ?? ProblemDetails.blankType, title: text("title"), status: answer.status,
            detail: text("detail", "message", "error_description", "error")
                ?? inner,
            instance: text("instance"))
        members["status"] = nil
        extensions = members
        if title == nil, detail == nil, extensions.isEmpty { return nil }
    }

    /// The text of an error inside an answer. JSON:API and GraphQL have a list of `errors`; Google, Stripe and MediaWiki have an object named
    /// `error`.
    private static func innerWords(_ members: [String: JSONValue]) -> String? {
        let inner = members["errors"]?[0] ?? members["error"] ?? members["fault"]
        for name in ["detail", "message", "info", "reason", "description", "title", "faultstring", "code"] {
            if let text = inner?[name]?.string, !text.isEmpty { return text }
        }
        return inner?.string ?? members["errors"]?[0]?.string
    }

    /// The text of an error in an answer of status 200, or `nil` for any other answer.
    static func words(inSuccess json: JSONValue) -> String? {
        guard let members = json.object, members["errors"]?.array?.isEmpty != true else { return nil }
        return innerWords(members)
    }
}
