/// A server's answer to whether a list is still at a version.
public enum VersionCheck: Hashable, Sendable {
    /// It is, or so the server says.
    case unchanged
    /// It is not; the new version where the server tells.
    case changed(Version?)
}
