/// How a list is kept right while its server's data changes.
///
/// | behavior | the source tells | machinery |
/// | --- | --- | --- |
/// | no row moves | anything | ``positions`` |
/// | rows move | what changed since a version | ``changes`` |
/// | rows move | all identifiers, and items by identifier | ``snapshots`` |
/// | rows move | anything else | ``observation`` |
public enum ListMachinery: Hashable, Sendable {
    /// A row stands where the server first said it does. A refresh shows what changed, where the reader looks.
    case positions
    /// Pages are fitted to what is known by the items that both have. Where pages carry a version, another one says that
    /// the list has changed, and answers of an earlier one are refused; without, a row of overlap with what is known does.
    case observation
    /// The order is that of a snapshot of all identifiers; pages are asked for by identifier. A refresh takes another
    /// snapshot and shows the difference.
    case snapshots
    /// What the server says has changed since the version that is shown is applied, to what is loaded and what is not.
    case changes

    /// What answers a behavior, given what a source can do.
    public init(for behavior: ListBehavior, capabilities: SourceCapabilities) {
        if !behavior.movesRows {
            self = .positions
        } else if capabilities.contains([.changes, .positions]) {
            self = .changes
        } else if capabilities.contains([.snapshots, .identifiers]) {
            self = .snapshots
        } else {
            self = .observation
        }
    }
}
