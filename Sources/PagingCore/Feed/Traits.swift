/// The kind of list that a machine has: all that follows from what the app declares (``ListBehavior``) and from what the source can
/// do (``SourceCapabilities``). The rest of the machine asks neither of them, but these.
///
/// Each trait is worked out from the two when it is asked for, so all follow when capabilities are learned.
///
/// The declaration alone says which rows may be at other positions:
///
/// | membership | ranking | ``movesRows`` | ``growsOnlyOnTop`` | ``keepsOrder`` |
/// | --- | --- | --- | --- | --- |
/// | fixed | stable | no | no | yes |
/// | grows on top | stable | yes | yes | yes |
/// | changes | stable | yes | no | yes |
/// | any | rebuilt | yes | no | no |
///
/// With the source's capabilities it says how the list is kept equal to the server's (``strategy``):
///
/// | ``movesRows`` | capabilities | ``strategy`` | what is shown meanwhile |
/// | --- | --- | --- | --- |
/// | no | any | positions | what the server first said; a refresh shows what is otherwise, where it is looked at |
/// | yes | changes, positions | changes | the list as it was at the version shown, until what happened since is there: then all of it at once |
/// | yes | else snapshots, identifiers | snapshots | the order of the last snapshot; an item that is gone leaves when it is asked for |
/// | yes | any other | observation | what was seen last, each row once; rows that are looked at are confirmed by a version, or by a row of overlap |
///
/// and how an arriving page is fitted to what is known (``fitting``):
///
/// | the list | ``isReadByPosition`` | ``fitting`` | where a page belongs |
/// | --- | --- | --- | --- |
/// | keeps a history | any | history | behind what was seen |
/// | moves no rows | yes | position | at its position |
/// | moves rows | yes | alignment | at its position; known rows are shifted until they agree with it |
/// | moves no rows | no | append | behind the cursor that it was asked for |
/// | grows only on top | no | growth | the same; new rows come at the top and in gaps alone |
/// | moves rows in any other way | no | stretch | behind the row that it was asked for, wherever that row is now |
struct Traits: Sendable {
    /// The app's knowledge of the list.
    let behavior: ListBehavior
    /// The source's capabilities, as declared or learned.
    var capabilities: SourceCapabilities
    #if PAGING_DOWNWARD_LISTS
        /// `true` if the part of the list that was seen is a still history: in the page none is.
        var keepsHistory: Bool { false }
    #else
        /// `true` if the part of the list that was seen is a still history.
        let keepsHistory: Bool
    #endif

    /// `true` if lists that are read in order may begin elsewhere than at their start. The page's machine leaves out what that takes, as nothing
    /// in the page asks for it yet.
    static var readsUpwards: Bool {
        #if PAGING_DOWNWARD_LISTS
            false
        #else
            true
        #endif
    }

    /// `true` if rows are asked for by pages alone, neither by the identifiers of a snapshot nor by a walk through a feed. The page's
    /// machine leaves out what the others take, as no source in the page can do it.
    static var asksForPagesAlone: Bool { !readsUpwards }

    init(behavior: ListBehavior, capabilities: SourceCapabilities, keepsHistory: Bool = false) {
        (self.behavior, self.capabilities) = (behavior, capabilities)
        #if !PAGING_DOWNWARD_LISTS
            self.keepsHistory = keepsHistory
        #endif
    }

    // MARK: What the app declares

    /// `true` if rows may come, go, or be in another order.
    var movesRows: Bool { behavior.movesRows }
    /// `true` if new rows at the top are all that ever happens.
    var growsOnlyOnTop: Bool { behavior.growsOnlyOnTop }
    /// `true` if rows may come, go or move anywhere, so that a place is known only by the row above it.
    var movesRowsAnywhere: Bool { movesRows && !growsOnlyOnTop }
    /// `true` if a row that is before another stays before it.
    var keepsOrder: Bool { behavior.ranking == .stable }
    /// `true` if more rows may come than the list had.
    var mayGrow: Bool { behavior.membership != .fixed }
    /// `true` if a row may have other content the next time.
    var changesContent: Bool { behavior.content == .changes }

    // MARK: What the source can do

    /// `true` if a page is asked for by the positions of its rows; otherwise the list is read in order, from cursors.
    var isReadByPosition: Bool { capabilities.contains(.positions) }
    /// `true` if the source names the list's sections.
    var namesSections: Bool { capabilities.contains(.sections) }
    /// `true` if the source tells what happens as it happens.
    var isLive: Bool { capabilities.contains(.live) }
    /// `true` if content can be asked for by the identifiers of rows.
    var readsContentByIdentifier: Bool {
        !Self.asksForPagesAlone && !capabilities.isDisjoint(with: [.identifiers, .contents])
    }
    /// `true` if a page that is asked for may be split, as where less costs less.
    var isDivisible: Bool { !movesRows && !capabilities.contains(.wholePages) }
    /// `true` if rows may have other content though the version is the same.
    var changesContentWithinVersion: Bool { changesContent && !capabilities.contains(.validators) }

    // MARK: What follows from both

    /// How the list is kept equal to the server's.
    var strategy: ReconcilingStrategy { ReconcilingStrategy(for: behavior, capabilities: capabilities) }
    /// `true` if the server tells what changed since a version.
    var followsChanges: Bool { strategy == .changes }
    /// `true` if the order is that of a snapshot, and rows are asked for by identifier.
    var followsSnapshots: Bool { strategy == .snapshots }
    /// By what rows are asked for.
    var addressing: Addressing.Kind {
        if keepsHistory { return .history }
        return followsSnapshots ? .identifiers : isReadByPosition ? .positions : .cursors
    }
    /// `true` if any row can be asked for, however far it is from those that are known.
    var reachesAnyRow: Bool { addressing == .positions || addressing == .identifiers }
    /// `true` if only a row of overlap proves that nothing came or went between two pages, unless they are of one version.
    var confirmsByOverlap: Bool { strategy == .observation && isReadByPosition }
    /// `true` if a cache that is behind could not be told from the server: it may never have heard of the row that a page is to follow.
    var distrustsCaches: Bool { movesRows && !isReadByPosition }
    /// `true` if pages of one version may still be of different states of the list, so that which rows were seen in order is noted.
    var notesOrderOfVersions: Bool { movesRows && keepsOrder && isReadByPosition }

    /// `true` if a known first page proves that all other rows are at their positions.
    ///
    /// - Parameter tellsTotal: `true` if pages have a total, which says how many rows came.
    func isConfirmedByTop(tellsTotal: Bool) -> Bool { growsOnlyOnTop && (tellsTotal || !isReadByPosition) }

    /// `true` if adjacent pages may be of different states of the list, so that rows may be missing between them. `false` if the number of rows
    /// added at the top is known.
    func mayHaveGaps(tellsTotal: Bool) -> Bool {
        (confirmsByOverlap || followsChanges) && !(growsOnlyOnTop && tellsTotal)
    }

    /// The comparison that a refresh begins with, or `nil` if it asks for pages alone.
    ///
    /// | first that applies | the refresh asks for |
    /// | --- | --- |
    /// | changes, and a version is shown | what changed since |
    /// | the source answers checks, and a version is shown, with its order | whether the list is still at it |
    /// | snapshots | all identifiers |
    /// | any other | pages |
    func comparison(hasVersion: Bool, awaitsOrder: Bool) -> AuxiliaryRequests.Kind? {
        if followsChanges, hasVersion { return .changes }
        if !Self.asksForPagesAlone, hasVersion, capabilities.contains(.checks), !awaitsOrder { return .check }
        return followsSnapshots ? .snapshot : nil
    }

    /// How an arriving page is fitted to what is known.
    enum Fitting: Hashable, Sendable {
        /// Behind what was seen of a feed.
        case history
        /// At its position.
        case position
        /// At its position; known rows are shifted until they agree with it.
        case alignment
        /// Behind the cursor that it was asked for.
        case append
        /// Behind the cursor that it was asked for; new rows come at the top and in gaps alone.
        case growth
        /// Behind the row that it was asked for, wherever that row is now.
        case stretch
    }

    /// How an arriving page is fitted to what is known.
    var fitting: Fitting {
        if keepsHistory { return .history }
        if isReadByPosition { return movesRows ? .alignment : .position }
        if !movesRows { return .append }
        return growsOnlyOnTop ? .growth : .stretch
    }
}

/// How a list is kept equal to the server's. `Traits` picks one by what the app declares and the source can do.
package enum ReconcilingStrategy: Hashable, Sendable {
    /// A row is at the position where the server first said it is. A refresh shows what changed, where the reader looks.
    case positions
    /// Pages are fitted to what is known by the items that both have. Where pages carry a version, another one says that
    /// the list has changed, and answers of an earlier one are refused; without, a row of overlap with what is known does.
    case observation
    /// The order is that of a snapshot of all identifiers; pages are asked for by identifier. A refresh takes another
    /// snapshot and shows the difference.
    case snapshots
    /// The server's changes since the version that is shown are applied, to loaded and empty rows alike.
    case changes

    /// The strategy for a behavior, given what a source can do.
    package init(for behavior: ListBehavior, capabilities: SourceCapabilities) {
        if !behavior.movesRows {
            self = .positions
        } else if capabilities.contains([.changes, .positions]) {
            self = .changes
        } else if !Traits.asksForPagesAlone, capabilities.contains([.snapshots, .identifiers]) {
            self = .snapshots
        } else {
            self = .observation
        }
    }
}
