internal import Paging

/// A place in a list, told so that it means something whatever happened before.
package enum FeedPlace: Hashable, Sendable {
    /// So many rows from the top.
    case top(Int)
    /// So many rows before the end.
    case end(Int)
    /// So many rows after (below 0: before) the first visible one.
    case reader(Int)
    /// This part of the way through the list, in 65,536ths.
    case part(UInt16)

    /// The row meant, in a list of so many rows, where the reader's first visible row is known.
    package func row(count: Int, reader: Int) -> Int {
        let row =
            switch self {
            case .top(let rows): rows
            case .end(let rows): count - rows
            case .reader(let rows): reader + rows
            case .part(let part): count * Int(part) / 65_536
            }
        return min(max(0, row), count)
    }
}

/// An act of a reader or an app on the rows shown, without asking the server first.
package enum OwnAct: String, CaseIterable, Hashable, Sendable {
    /// A row has other content.
    case update
    /// A row is new.
    case insert
    /// A row is gone.
    case remove
    /// A row is elsewhere.
    case move
    /// The server has taken an edit in, where it may do what the edit says.
    case confirm
    /// An edit is taken back.
    case rollBack
    /// Other rows are hidden than before.
    case hide

    /// `true` if it is an edit of a row.
    var isEdit: Bool {
        switch self {
        case .update, .insert, .remove, .move: true
        case .confirm, .rollBack, .hide: false
        }
    }
}

/// One thing that happens in a simulation, and when.
package struct FeedAction: Hashable, Sendable {
    /// The kinds of action.
    package enum Kind: Hashable, Sendable {
        // On the server.
        /// So many new items are added; where `returning`, those that were removed before come back first.
        case insert(FeedPlace, count: Int, returning: Bool)
        /// All items are removed, and so many new ones are there in their place.
        case replace(count: Int)
        /// So many items are removed.
        case remove(FeedPlace, count: Int)
        /// An item goes elsewhere.
        case move(FeedPlace, to: FeedPlace)
        /// The whole list gets another order.
        case rebuild(seed: UInt64)
        /// So many items get other content.
        case edit(FeedPlace, count: Int)

        // By the reader and the app.
        /// The finger drags by so many rows a frame.
        case drag(rowsPerFrame: Double, frames: Int)
        /// The finger flings by so many rows.
        case fling(rows: Double, frames: Int, tellsLanding: Bool)
        /// The reader is elsewhere at once: a scroll bar, a key, a link.
        case jump(FeedPlace)
        /// A screen of rows is read, by something that tells no viewport.
        case read(FeedPlace)
        /// The list is hidden.
        case hideList
        /// The list is shown again.
        case showList
        /// The reader pulls to refresh.
        case refresh
        /// The app starts the list anew.
        case reload
        /// The app asks for more at the end.
        case loadMore
        /// The reader asks again for what failed.
        case retry
        /// The system is short of memory.
        case releaseMemory
        /// So many rows, the first of them visible, are pinned; those pinned before no longer are.
        case pin(count: Int)
        /// The app is ended and started again: the list is restored from its saved state, and all that was under way is lost.
        case restart
        /// The reader or the app does something to what is shown alone; the choice picks the row, the edit or the filter.
        case own(OwnAct, choice: Int)

        /// `true` if it happens on the server.
        package var isChange: Bool {
            switch self {
            case .insert, .replace, .remove, .move, .rebuild, .edit: true
            default: false
            }
        }
    }

    /// Milliseconds from the start.
    package var time: Double
    /// The action.
    package var kind: Kind

    /// Makes an action.
    package init(at time: Double, _ kind: Kind) {
        (self.time, self.kind) = (time, kind)
    }
}

extension FeedAction: CustomStringConvertible {
    /// The action in a line.
    package var description: String { "\(Int(time)) ms: \(kind)" }
}
