// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

extension NSCollectionView {
    /// https://developer.apple.com/documentation/appkit/nscollectionview/performbatchupdates(_:completionhandler:)
    ///
    /// "Deletes are processed before inserts in batch operations": deletions are of the state before the batch, insertions of
    /// the state after it. The content stays where it is, unless the layout says otherwise.
    public func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {
        if batch != nil { return StandIn.broken("a batch in a batch") }
        if isInPass { return StandIn.broken("a batch while the view asks for items") }
        let before = counts()
        if before != askedCounts() {
            StandIn.broken("the counts were \(askedCounts()) before the block of updates; the view has \(before)")
        }
        batch = ItemBatch()
        updates?()
        let asked = batch ?? ItemBatch()
        batch = nil
        let after = askedCounts()
        asked.check(before: before, after: after)
        asked.checkSize()
        knownCounts = after
        follow(asked)
        collectionViewLayout?.invalidateLayout()
        prepareLayout()
        let clip = superview as? NSClipView
        if asksForTarget, let clip, let layout = collectionViewLayout {
            clip.scroll(to: clip.constrained(layout.targetContentOffset(forProposedContentOffset: clip.bounds.origin)))
        }
        if let completionHandler {
            if isAnimated, window != nil { completions.append(completionHandler) } else { completionHandler(true) }
        }
    }

    /// https://developer.apple.com/documentation/appkit/nsanimatablepropertycontainer/animator()
    ///
    /// Its batches are animated; others are at once, and their completion follows.
    public func animator() -> StandInAnimator { StandInAnimator(view: self) }

    /// Stands for the proxy that AppKit gives.
    @MainActor
    public struct StandInAnimator {
        let view: NSCollectionView
        public func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {
            view.isAnimated = true
            view.performBatchUpdates(updates, completionHandler: completionHandler)
            view.isAnimated = false
        }
    }

    /// Lets the animations that run come to their end. For tests.
    public func finishAnimations() {
        let ended = completions
        completions = []
        for completion in ended { completion(true) }
    }

    public func insertItems(at indexPaths: Set<IndexPath>) { ask { $0.inserted += indexPaths } }
    public func deleteItems(at indexPaths: Set<IndexPath>) { ask { $0.deleted += indexPaths } }
    public func reloadItems(at indexPaths: Set<IndexPath>) { ask { $0.reloaded += indexPaths } }
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        ask { $0.moved.append((indexPath, newIndexPath)) }
    }

    private func ask(_ body: @escaping (inout ItemBatch) -> Void) {
        if batch == nil {
            performBatchUpdates { body(&self.batch!) }
        } else {
            body(&batch!)
        }
    }

    /// Carries items and selection to where they are now.
    private func follow(_ batch: ItemBatch) {
        let map = BatchMap(batch)
        for path in items.keys.sorted() where map.newPath(of: path) == nil { recycle(path) }
        items = Dictionary(
            uniqueKeysWithValues: items.compactMap { path, item in map.newPath(of: path).map { ($0, item) } })
        selectionIndexPaths = Set(selectionIndexPaths.compactMap(map.newPath))
        forgetSupplementaries()
    }
}
