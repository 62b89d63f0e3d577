internal import Paging

/// The promise of a list to a reader who walks through it while it changes; see ``Law/walkedPastIsSeen``.
package enum WalkPromise: Hashable, Sendable {
    /// Rows that he walked past were on his screen, or a placeholder or a gap was there.
    case seen
    /// The same while the server can tell what changed. From when it could not, as in the next case.
    case seenWhileTold
    /// The same, once he looks back: what a page shows to be missing is asked for where he looks, and if he goes on before it
    /// is there, it comes when he looks there again.
    case seenLookingBack
}

extension FeedCombination {
    /// The promise of the list to a reader who walks through it: the one place that says where what he walked past may be
    /// missing until he looks back.
    ///
    /// Behind positions or cursors alone a page tells only on arrival that rows came or went before it. Its rows are on
    /// screen by then, and the reader may be past the seam before the rows that are missing there have come.
    package var walkPromise: WalkPromise {
        switch strategy {
        case .observation: .seenLookingBack
        case .changes: .seenWhileTold
        default: .seen
        }
    }
}
