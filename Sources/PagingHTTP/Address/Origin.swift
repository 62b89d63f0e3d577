import Foundation

/// The owner of an address: scheme, host and port. Credentials for one origin are not for another.
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

/// How to go on where the way leads to another origin than the one that the source was given.
public enum CrossOriginPolicy: Hashable, Sendable {
    /// Throw ``HTTPSourceError/Reason/otherOrigin(_:)``, which names it.
    case refuse
    /// Go there without the source's headers and without its request hook, so without credentials.
    case withoutCredentials
}
