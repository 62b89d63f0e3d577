import Foundation

/// The origin of an address: scheme, host and port. Credentials for one origin are not sent to another.
///
/// Source: RFC 6454 §4. A downgrade from https to http is another origin, and so is an upgrade.
struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    init(_ url: URL) {
        scheme = url.scheme?.lowercased() ?? ""
        host = url.host?.lowercased() ?? ""
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }
}

/// The policy for a link or redirect to another origin than the source's.
public enum CrossOriginPolicy: Hashable, Sendable {
    /// Throw ``HTTPSourceError/Reason/otherOrigin(_:)``, which names the other origin.
    case refuse
    /// Go there without the source's headers and without its request hook, so without credentials.
    case withoutCredentials
}
