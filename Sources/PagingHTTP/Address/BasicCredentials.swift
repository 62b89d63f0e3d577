import Foundation

/// A user and password in an address, as HTTP Basic credentials (RFC 7617).
enum BasicCredentials {
    /// The address without its user and password, and the header with them.
    static func taken(from url: URL) -> (URL, [String: String]) {
        guard let user = url.user(percentEncoded: false), let address = withoutUser(url) else { return (url, [:]) }
        let pair = user + ":" + (url.password(percentEncoded: false) ?? "")
        return (address, ["Authorization": "Basic " + Data(pair.utf8).base64EncodedString()])
    }

    private static func withoutUser(_ url: URL) -> URL? {
        var text = url.absoluteString
        guard let start = text.range(of: "://")?.upperBound else { return nil }
        let authority = text[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return nil }
        text.removeSubrange(start...at)
        return URL(string: text)
    }
}
