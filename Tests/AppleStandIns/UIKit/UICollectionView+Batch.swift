// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
extension UICollectionView {
    /// https://developer.apple.com/documentation/uikit/uicollectionview/performbatchupdates(_:completion:)
    ///
    /// "Deletes are processed before inserts in batch operations": deletions are of the state before the batch, insertions of
    /// the state after it. The data source's counts change inside the block.
    public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        if batch != nil { return StandIn.broken("a batch in a batch") }
        if isBusy { return StandIn.broken("a batch while the view asks for cells or lays out") }
        if window == nil { StandIn.broken("a batch outside a window, where a reload does") }
        let before = counts()
        if before != askedCounts() {
            StandIn.broken("the counts were \(askedCounts()) before the block of updates; the view has \(before)")
        }
        if stopsAnimations { animationTarget = nil }
        prepareLayout()
        let old = cells.mapValues(\.frame)
        batch = ItemBatch()
        updates?()
        let asked = batch ?? ItemBatch()
        batch = nil
        let after = askedCounts()
        asked.check(before: before, after: after)
        asked.checkSize()
        knownCounts = after
        let wasVisible = visible
        let leaving = follow(asked)
        resolve(asked, BatchStart(counts: before, frames: old, visible: wasVisible, leaving: leaving))
        layoutIfNeeded()
        if let completion { completions.append(completion) }
    }

    /// Lets the animations that run come to their end.
    public func finishAnimations() {
        if batchEnd == .never { return }
        let ended = completions
        completions = []
        for completion in ended { completion(batchEnd == .finished) }
    }

    public func insertItems(at indexPaths: [IndexPath]) { ask { $0.inserted += indexPaths } }
    public func deleteItems(at indexPaths: [IndexPath]) { ask { $0.deleted += indexPaths } }
    public func reloadItems(at indexPaths: [IndexPath]) { ask { $0.reloaded += indexPaths } }
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

    func items(of batch: ItemBatch) -> [UICollectionViewUpdateItem] {
        batch.deleted.map { UICollectionViewUpdateItem(.delete, before: $0, after: nil) }
            + batch.inserted.map { UICollectionViewUpdateItem(.insert, before: nil, after: $0) }
            + batch.moved.map { UICollectionViewUpdateItem(.move, before: $0.from, after: $0.to) }
    }

    /// Carries cells, selection and prefetched rows to where their items are now. Gives the cells that have none.
    private func follow(_ batch: ItemBatch) -> [IndexPath: UICollectionViewCell] {
        let map = BatchMap(batch)
        var moved: [IndexPath: UICollectionViewCell] = [:]
        var leaving: [IndexPath: UICollectionViewCell] = [:]
        for (path, cell) in cells {
            if let new = map.newPath(of: path) { moved[new] = cell } else { leaving[path] = cell }
        }
        pool += leaving.values
        cells = moved
        visible = Set(visible.compactMap(map.newPath))
        selected = Set(selected.compactMap(map.newPath))
        if let path = menu?.path { menu?.path = map.newPath(of: path) }
        focused = focused.flatMap { $0.isEmpty ? $0 : map.newPath(of: $0) }
        prefetched = Set(prefetched.compactMap(map.newPath))
        resize = Set(resize.compactMap(map.newPath))
        return leaving
    }
}
