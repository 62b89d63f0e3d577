/// The access rules: the host names of a server, and the websites whose pages may read its answers.
///
/// A page of any website can make a browser send requests to a server on the same machine. The browser hides the answers from the page unless
/// they allow its origin. A website that makes its own name resolve to 127.0.0.1 ("DNS rebinding") is recognized by the name in `Host`.
///
/// Source: RFC 9110 §7.2 (`Host`), RFC 6454 (origins), the Fetch standard §3.2 (`Access-Control-Allow-Origin`).
public struct AccessPolicy: Sendable {
    private let hosts: Set<String>
    private let origins: Set<String>
    private let allowsAnyHost: Bool
    private let allowsAnyOrigin: Bool

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - hosts: names that requests may be for, besides `localhost` and numeric addresses, or `*` for all.
    ///   - origins: websites whose pages may read answers, besides those of this machine, or `*` for all.
    /// - Returns: `nil` if an origin is malformed. The format is `https://example.org:8443`.
    public init?(hosts: [String] = [], origins: [String]) {
        for origin in origins where origin != "*" {
            guard let parts = AccessPolicy.parts(origin), !parts.host.isEmpty, !parts.rest.contains("/") else {
                return nil
            }
        }
        self.hosts = Set(hosts.map(AccessPolicy.canonical))
        self.origins = Set(origins.map { $0.lowercased() })
        allowsAnyHost = hosts.contains("*")
        allowsAnyOrigin = origins.contains("*")
    }

    /// Makes a policy for this machine only.
    public init() {
        hosts = []
        origins = []
        allowsAnyHost = false
        allowsAnyOrigin = false
    }

    /// The answer (421) to a request for a name that is not the server's, or `nil` for any other request.
    public func refusal(of request: Request) -> Response? {
        guard let host = request.header("Host"), !allowsAnyHost else { return nil }
        let name = AccessPolicy.name(ofHost: host)
        guard !AccessPolicy.isThisMachine(name), !AccessPolicy.isAddress(name), !hosts.contains(name) else {
            return nil
        }
        return Problem(
            status: 421, kind: "unknown-host", title: "This server has another name",
            detail:
                "Requests for '\(name.prefix(100))' are refused, to prevent DNS rebinding: a website could read this server's lists. "
                + "'paging serve --allow-host NAME' allows the name."
        ).response
    }

    /// The header fields that let a page read the answer. Without them the browser hides it from the page.
    func headers(for request: Request) -> [(name: String, value: String)] {
        if allowsAnyOrigin { return [("Access-Control-Allow-Origin", "*"), ("Vary", "Accept-Encoding")] }
        // A cache must not return one origin's answer to another, nor a compressed one to clients that cannot read it.
        let vary = [(name: "Vary", value: "Origin, Accept-Encoding")]
        guard let origin = request.header("Origin"), allows(origin) else { return vary }
        return vary + [("Access-Control-Allow-Origin", origin)]
    }

    private func allows(_ origin: String) -> Bool {
        if origins.contains(origin.lowercased()) { return true }
        guard let parts = AccessPolicy.parts(origin) else { return false }
        return AccessPolicy.isThisMachine(AccessPolicy.name(ofHost: parts.rest))
    }

    private static func parts(_ origin: String) -> (host: String, rest: String)? {
        for scheme in ["http://", "https://"] where origin.lowercased().hasPrefix(scheme) {
            let rest = String(origin.dropFirst(scheme.count))
            return (name(ofHost: rest), rest)
        }
        return nil
    }

    /// The name without its port, in lower case.
    private static func name(ofHost host: String) -> String {
        if host.hasPrefix("[") {
            let parts = host.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].isEmpty || parts[1].hasPrefix(":") else { return canonical(host) }
            return canonical(String(parts[0]))
        }
        return canonical(String(host.prefix { $0 != ":" }))
    }

    private static func canonical(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    /// `true` if a name always means this machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3).
    private static func isThisMachine(_ name: String) -> Bool {
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        return name.hasPrefix("127.") && isAddress(name)
    }

    /// `true` if a name is a numeric address, which no website's name can be.
    private static func isAddress(_ name: String) -> Bool {
        if name.contains(":") {
            return name.utf8.allSatisfy { Hexadecimal.value($0) != nil || $0 == 0x3A || $0 == 0x2E }
        }
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8(Substring($0)) != nil }
    }
}
