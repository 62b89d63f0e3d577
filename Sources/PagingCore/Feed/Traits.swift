/// The kind of list that a machine has. It follows from the app's declaration (``ListBehavior``) and from the source's capabilities
/// (``SourceCapabilities``). The rest of the machine asks for these traits rather than for those two.
///
/// Each trait is computed when it is asked for, so all of them follow when capabilities are learned.
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
/// With the source's capabilities it decides how the list is kept equal to the server's (``strategy``):
///
/// | ``movesRows`` | capabilities | ``strategy`` | what is shown meanwhile |
/// | --- | --- | --- | --- |
/// | no | any | positions | the server's first answer; a refresh shows changes of the rows on screen |
/// | yes | changes, positions | changes | the list in the version shown, until the changes since have arrived: then all of them at once |
/// | yes | else snapshots, identifiers | snapshots | the order of the last snapshot; a removed item leaves when it is requested |
/// | yes | any other | observation | what was seen last, each row once; rows on screen are confirmed by a version, or by a row of overlap |
///
/// and how an arriving page is fitted to the known rows (``fitting``):
///
/// | the list | ``isReadByPosition`` | ``fitting`` | where a page belongs |
/// | --- | --- | --- | --- |
/// | keeps a history | any | history | behind the seen rows |
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
    /// `true` if the reader has inserted, removed or moved a row elsewhere than at the top, so that more happens than the app declared.
    var readerMovesRows = false
    #if PAGING_DOWNWARD_LISTS
        /// `true` if the seen part of the list is a still history: no list of the page has one.
        var keepsHistory: Bool { false }
    #else
        /// `true` if the seen part of the list is a still history.
        let keepsHistory: Bool
    #endif

    /// `true` if lists that are read in order may begin at another place than their start. The page's machine leaves out the code for that, as
    /// the page does not use it yet.
    static var readsUpwards: Bool {
        #if PAGING_DOWNWARD_LISTS
            false
        #else
            true
        #endif
    }

    /// `true` if rows are requested only by pages, neither by the identifiers of a snapshot nor by a walk through a feed. The page's machine
    /// leaves out the code for the others, as no source in the page supports them.
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
    /// `true` if the only changes are new rows at the top.
    var growsOnlyOnTop: Bool { behavior.growsOnlyOnTop && !readerMovesRows }
    /// `true` if rows may come, go or move anywhere, so that a place is known only by the row above it.
    var movesRowsAnywhere: Bool { movesRows && !growsOnlyOnTop }
    /// `true` if a row that is before another stays before it.
    var keepsOrder: Bool { behavior.ranking == .stable }
    /// `true` if rows may be added.
    var mayGrow: Bool { behavior.membership != .fixed }
    /// `true` if the content of a row may change.
    var changesContent: Bool { behavior.content == .changes }

    // MARK: What the source can do

    /// `true` if a page is asked for by the positions of its rows; otherwise the list is read in order, from cursors.
    var isReadByPosition: Bool { capabilities.contains(.positions) }
    /// `true` if the source names the list's sections.
    var namesSections: Bool { capabilities.contains(.sections) }
    /// `true` if the source reports changes as they happen.
    var isLive: Bool { capabilities.contains(.live) }
    /// `true` if content can be asked for by the identifiers of rows.
    var readsContentByIdentifier: Bool {
        !Self.asksForPagesAlone && !capabilities.isDisjoint(with: [.identifiers, .contents])
    }
    /// `true` if a requested page may be split, for sources in which a smaller page costs less.
    var isDivisible: Bool { !movesRows && !capabilities.contains(.wholePages) }
    /// `true` if the content of rows may change within a version.
    var changesContentWithinVersion: Bool { changesContent && !capabilities.contains(.validators) }

    // MARK: Consequences of both

    /// How the list is kept equal to the server's.
    var strategy: ReconcilingStrategy { ReconcilingStrategy(for: behavior, capabilities: capabilities) }
    /// `true` if the server reports the changes since a version.
    var followsChanges: Bool { strategy == .changes }
    /// `true` if the order is a snapshot's, and rows are requested by identifier.
    var followsSnapshots: Bool { strategy == .snapshots }
    /// The way in which rows are requested.
    var addressing: Addressing.Kind {
        if keepsHistory { return .history }
        return followsSnapshots ? .identifiers : isReadByPosition ? .positions : .cursors
    }
    /// `true` if any row can be requested, however far it is from the known rows.
    var reachesAnyRow: Bool { addressing == .positions || addressing == .identifiers }
    /// `true` if only a row of overlap proves that no row came or went between two pages, unless they are of one version.
    var confirmsByOverlap: Bool { strategy == .observation && isReadByPosition }
    /// `true` if the answer of an outdated cache could not be told from the server's: the cache may not know the row that a page is to follow.
    var distrustsCaches: Bool { movesRows && !isReadByPosition }
    /// `true` if pages of one version may still be of different states of the list, so that rows seen in order are noted.
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
    /// | changes, and a version is shown | the changes since |
    /// | the source answers checks, and a version is shown, with its order | a check of the version |
    /// | snapshots | all identifiers |
    /// | any other | pages |
    func comparison(hasVersion: Bool, awaitsOrder: Bool) -> AuxiliaryRequests.Kind? {
        if followsChanges, hasVersion { return .changes }
        if !Self.asksForPagesAlone, hasVersion, capabilities.contains(.checks), !awaitsOrder { return .check }
        return followsSnapshots ? .snapshot : nil
    }

    /// How an arriving page is fitted to the known rows.
    enum Fitting: Hashable, Sendable {
        /// Behind the seen rows of a feed.
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

    /// How an arriving page is fitted to the known rows.
    var fitting: Fitting {
        if keepsHistory { return .history }
        if isReadByPosition { return movesRows ? .alignment : .position }
        if !movesRows { return .append }
        return growsOnlyOnTop ? .growth : .stretch
    }
}

/// How a list is kept equal to the server's. `Traits` chooses a strategy by the app's declaration and the source's capabilities.
package enum ReconcilingStrategy: Hashable, Sendable {
    /// A row stays at the position of the server's first answer. A refresh shows the changes of the rows on screen.
    case positions
    /// Pages are fitted to the known rows by common items. If pages carry a version, a new one means that the list has changed, and answers of
    /// an earlier one are refused. Without versions, a row of overlap with the known rows shows that.
    case observation
    /// The order is that of a snapshot of all identifiers; pages are requested by identifier. A refresh loads another snapshot and shows the
    /// difference.
    case snapshots
    /// The server's changes since the version shown are applied, to loaded and empty rows alike.
    case changes

    /// The strategy for a behavior and a source's capabilities.
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
