/// The abilities of a source, declared before the first request or learned from the first answer.
public struct SourceCapabilities: OptionSet, Hashable, Sendable {
    /// The set's bits.
    public let rawValue: UInt16

    /// Makes a set of its bits.
    @inlinable
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Answers ``PageRequest/positions(_:)`` anywhere in the list.
    public static let positions = SourceCapabilities(rawValue: 1 << 0)
    /// Answers ``PageRequest/after(_:limit:)``. Without ``positions`` the list can only be read in order.
    public static let cursors = SourceCapabilities(rawValue: 1 << 1)
    /// Names the list's sections in one answer.
    public static let sections = SourceCapabilities(rawValue: 1 << 2)
    /// Returns items by their identifiers.
    public static let identifiers = SourceCapabilities(rawValue: 1 << 3)
    /// Returns all identifiers of the list at once. Useful together with ``identifiers``.
    public static let snapshots = SourceCapabilities(rawValue: 1 << 4)
    /// Returns the changes since a version. Pages then carry versions.
    public static let changes = SourceCapabilities(rawValue: 1 << 5)
    /// Checks, without sending a page, if a version of the list is still current.
    public static let checks = SourceCapabilities(rawValue: 1 << 6)
    /// Returns the changing part of items, by their identifiers, at a lower cost than whole items.
    public static let contents = SourceCapabilities(rawValue: 1 << 7)
    /// Its versions also cover the rows' content, like an entity tag of the whole answer: while the version is the same, no row has changed.
    ///
    /// Without it a version only covers the list's rows and their order. Then a check that finds the list unchanged says nothing about likes and
    /// edited texts. If ``ListBehavior/content-swift.property`` changes, the rows on screen are requested all the same.
    public static let validators = SourceCapabilities(rawValue: 1 << 8)
    /// Answers come in pages of one size: requests are rounded up to whole pages, so smaller ones gain nothing.
    public static let wholePages = SourceCapabilities(rawValue: 1 << 9)
    /// Reports changes as they happen, for as long as a list listens.
    public static let live = SourceCapabilities(rawValue: 1 << 10)
}
