package import Paging

/// The ways in which a ``SimulatedFeed`` answers.
package struct FeedFeatures: OptionSet, Hashable, Sendable {
    /// The set's bits.
    package let rawValue: UInt16

    /// Makes a set of its bits.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Pages by position.
    package static let positions = FeedFeatures(rawValue: 1 << 0)
    /// Pages tell how many items there are.
    package static let total = FeedFeatures(rawValue: 1 << 1)
    /// Pages by cursor: the rows after an item, wherever it is now.
    package static let cursors = FeedFeatures(rawValue: 1 << 2)
    /// Pages carry the list's version.
    package static let versions = FeedFeatures(rawValue: 1 << 3)
    /// Tells whether the list is still at a version.
    package static let checks = FeedFeatures(rawValue: 1 << 4)
    /// Tells all identifiers.
    package static let snapshots = FeedFeatures(rawValue: 1 << 5)
    /// Answers for items by identifier.
    package static let identifiers = FeedFeatures(rawValue: 1 << 6)
    /// Tells what happened since a version.
    package static let changes = FeedFeatures(rawValue: 1 << 7)

    /// Tells what happens as it happens: what changed where that can be told, else the version.
    package static let live = FeedFeatures(rawValue: 1 << 8)

    /// `true` if the server can tell all identifiers, or what happened since a version.
    package var isTelling: Bool { !isDisjoint(with: [.snapshots, .changes]) }

    /// The capabilities that such a source declares.
    package var capabilities: SourceCapabilities {
        var result: SourceCapabilities = []
        if contains(.positions) { result.insert(.positions) }
        if contains(.cursors) { result.insert(.cursors) }
        // Edits of rows make a version of the list, too.
        if contains(.checks) { result.formUnion([.checks, .validators]) }
        if contains(.snapshots) { result.insert(.snapshots) }
        if contains(.identifiers) { result.insert(.identifiers) }
        if contains(.changes) { result.insert(.changes) }
        if contains(.live) { result.insert(.live) }
        return result
    }
}

/// The quirks of a ``SimulatedFeed``.
package struct FeedQuirks: Hashable, Sendable {
    /// The most items that one page holds, whatever is asked for.
    package var limit: Int
    /// How many versions back the server can tell what happened.
    package var memory: Int
    /// `true` if newly added items are also reported as removed, and some that were never in the list.
    package var reportsTooMuch: Bool
    /// How many versions one answer to a question for changes goes forward; `nil` for all.
    package var versionsPerAnswer: Int?
    /// Positions whose multiples no page goes across, as where each section is paged by itself; `nil` for none.
    package var pageBreak: Int?

    /// Makes quirks; without arguments, those of a server without any.
    package init(
        limit: Int = .max, memory: Int = 64, reportsTooMuch: Bool = false, versionsPerAnswer: Int? = nil,
        pageBreak: Int? = nil
    ) {
        (self.limit, self.memory) = (limit, memory)
        (self.reportsTooMuch, self.versionsPerAnswer) = (reportsTooMuch, versionsPerAnswer)
        self.pageBreak = pageBreak
    }
}
