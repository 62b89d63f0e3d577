// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
extension UICollectionView {
    /// What a block of updates asked for.
    struct Batch {
        var deleted: [IndexPath] = []
        var inserted: [IndexPath] = []
        var reloaded: [IndexPath] = []
        var moved: [(from: IndexPath, to: IndexPath)] = []
    }

    /// https://developer.apple.com/documentation/uikit/uicollectionview/performbatchupdates(_:completion:)
    ///
    /// "Deletes are processed before inserts in batch operations": deletions are of the state before the batch, insertions of
    /// the state after it. The data source's counts change inside the block.
    public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        if batch != nil { return StandIn.broken("a batch in a batch") }
        if isInPass { return StandIn.broken("a batch while the view asks for cells") }
        if !completions.isEmpty { StandIn.broken("a batch while another is animating") }
        let before = counts()
        if before != askedCounts() {
            StandIn.broken("the counts were \(askedCounts()) before the block of updates; the view has \(before)")
        }
        let wasLaidOut = isLayoutValid
        if !wasLaidOut, !cells.isEmpty || visible.isEmpty { prepareLayout() }
        batch = Batch()
        updates?()
        let asked = batch ?? Batch()
        batch = nil
        let after = askedCounts()
        Self.check(asked, before: before, after: after)
        knownCounts = after
        follow(asked, before: before)
        let layout = collectionViewLayout
        layout.invalidateLayout()
        isLayoutValid = true
        layout.prepare()
        layout.prepare(forCollectionViewUpdates: items(of: asked))
        contentSize = layout.collectionViewContentSize
        let target = layout.targetContentOffset(forProposedContentOffset: contentOffset)
        adjustOffset(by: target.y - contentOffset.y)
        clampOffset()
        layout.finalizeCollectionViewUpdates()
        layoutIfNeeded()
        if let completion {
            if window == nil { completion(true) } else { completions.append(completion) }
        }
    }

    /// Lets the animations that run come to their end.
    public func finishAnimations() {
        let ended = completions
        completions = []
        for completion in ended { completion(true) }
    }

    public func insertItems(at indexPaths: [IndexPath]) { ask { $0.inserted += indexPaths } }
    public func deleteItems(at indexPaths: [IndexPath]) { ask { $0.deleted += indexPaths } }
    public func reloadItems(at indexPaths: [IndexPath]) { ask { $0.reloaded += indexPaths } }
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        ask { $0.moved.append((indexPath, newIndexPath)) }
    }

    private func ask(_ body: @escaping (inout Batch) -> Void) {
        if batch == nil {
            performBatchUpdates { body(&self.batch!) }
        } else {
            body(&batch!)
        }
    }

    private func items(of batch: Batch) -> [UICollectionViewUpdateItem] {
        batch.deleted.map { UICollectionViewUpdateItem(.delete, before: $0, after: nil) }
            + batch.inserted.map { UICollectionViewUpdateItem(.insert, before: nil, after: $0) }
            + batch.moved.map { UICollectionViewUpdateItem(.move, before: $0.from, after: $0.to) }
    }

    /// Whether a batch leads from the counts before it to those after it, by the rules of both collection and table views.
    static func check(_ batch: Batch, before: [Int], after: [Int]) {
        func outside(_ paths: [IndexPath], _ counts: [Int]) -> IndexPath? {
            paths.first { !counts.indices.contains($0.section) || !(0..<counts[$0.section]).contains($0.item) }
        }
        if let path = outside(batch.deleted + batch.reloaded + batch.moved.map(\.from), before) {
            StandIn.broken("attempt to delete, reload or move item \(path), which did not exist before the update")
        }
        if let path = outside(batch.inserted + batch.moved.map(\.to), after) {
            StandIn.broken("attempt to insert or move to item \(path), which does not exist after the update")
        }
        let olds = batch.deleted + batch.reloaded + batch.moved.map(\.from)
        if Set(olds).count != olds.count { StandIn.broken("an item is deleted, reloaded or moved twice in one batch") }
        let news = batch.inserted + batch.moved.map(\.to)
        if Set(news).count != news.count { StandIn.broken("two items come to one place in one batch") }
        if before.count != after.count { return StandIn.broken("invalid number of sections") }
        for section in before.indices {
            let gone = (batch.deleted + batch.moved.map(\.from)).count { $0.section == section }
            let come = news.count { $0.section == section }
            if before[section] - gone + come != after[section] {
                StandIn.broken(
                    "invalid number of items in section \(section): \(after[section]) after the update must be equal to "
                        + "\(before[section]) before it plus \(come) and minus \(gone)")
            }
        }
    }

    /// Carries cells, selection and prefetched rows to where their items are now.
    private func follow(_ batch: Batch, before: [Int]) {
        let map = BatchMap(batch)
        var moved: [IndexPath: UICollectionViewCell] = [:]
        for (path, cell) in cells {
            if let new = map.newPath(of: path) { moved[new] = cell } else { pool.append(cell) }
        }
        cells = moved
        visible = Set(visible.compactMap(map.newPath))
        selected = Set(selected.compactMap(map.newPath))
        prefetched = Set(prefetched.compactMap(map.newPath))
        resize = Set(resize.compactMap(map.newPath))
        supplementaryPool += supplementaries.values
        supplementaries = [:]
    }
}

/// Where items are after a batch, worked out one by one.
@MainActor
struct BatchMap {
    private let moves: [IndexPath: IndexPath]
    private let gone: [IndexPath]
    private let come: [IndexPath]

    init(_ batch: UICollectionView.Batch) {
        moves = Dictionary(batch.moved.map { ($0.from, $0.to) }, uniquingKeysWith: { $1 })
        gone = (batch.deleted + batch.reloaded + batch.moved.map(\.from)).sorted()
        come = (batch.inserted + batch.moved.map(\.to)).sorted()
    }

    func newPath(of path: IndexPath) -> IndexPath? {
        if let to = moves[path] { return to }
        if gone.contains(path) { return nil }
        var item = path.item - gone.count { $0.section == path.section && $0.item < path.item }
        for comer in come where comer.section == path.section && comer.item <= item { item += 1 }
        return IndexPath(item: item, section: path.section)
    }
}
