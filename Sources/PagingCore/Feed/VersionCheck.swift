/// A server's answer to the check of a version.
public enum VersionCheck: Hashable, Sendable {
    /// The version is still current, according to the server.
    case unchanged
    /// The list has changed; with the new version, if the server reports it.
    case changed(Version?)
}
