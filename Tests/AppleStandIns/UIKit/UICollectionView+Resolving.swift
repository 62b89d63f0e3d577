// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The state that a batch began with.
struct BatchStart {
    let counts: [Int]
    let frames: [IndexPath: CGRect]
    let visible: Set<IndexPath>
    let leaving: [IndexPath: UICollectionViewCell]
}

extension UICollectionView {
    /// Brings the layout from the state before a batch to the one after it, in UIKit's order: counts, attributes of the new state,
    /// updates, supplementary views, target, new cells and their sizes, and the end.
    func resolve(_ batch: ItemBatch, _ start: BatchStart) {
        isResolving = true
        defer { isResolving = false }
        let layout = collectionViewLayout
        layout.invalidateLayout(with: layout.newContext(.counts))
        isLayoutValid = true
        layout.prepare()
        let early = layout.layoutAttributesForElements(in: bounds) ?? []
        layout.prepare(forCollectionViewUpdates: items(of: batch))
        contentSize = layout.collectionViewContentSize
        let made = UICollectionViewLayout.madeAttributes
        checkEarly(early)
        offerPassingSizes(start)
        UICollectionViewLayout.madeAttributes = made
        askForPassing(batch, start)
        exchangeSupplementaries()
        let map = BatchMap(batch)
        standInStartFrames = [:]
        for (path, frame) in start.frames {
            if let new = map.newPath(of: path) {
                standInStartFrames[new] = layout.initialLayoutAttributesForAppearingItem(at: new)?.frame ?? frame
            } else {
                _ = layout.finalLayoutAttributesForDisappearingItem(at: path)
            }
        }
        let target = layout.targetContentOffset(forProposedContentOffset: contentOffset)
        let last = delegate?.collectionView(self, targetContentOffsetForProposedContentOffset: target) ?? target
        adjustOffset(by: last.y - contentOffset.y)
        clampOffset()
        placeAll()
        moveHiddenCells()
        layout.finalizeCollectionViewUpdates()
    }

    /// Cells that are not on screen are where their items are now; they are given up where that is far.
    private func moveHiddenCells() {
        let made = UICollectionViewLayout.madeAttributes
        defer { UICollectionViewLayout.madeAttributes = made }
        for (path, cell) in cells where !visible.contains(path) {
            cell.frame = collectionViewLayout.layoutAttributesForItem(at: path)?.frame ?? cell.frame
        }
        dropFarCells(but: visible)
    }

    /// Attributes between the change of the counts and the updates are of the state after the batch.
    private func checkEarly(_ early: [UICollectionViewLayoutAttributes]) {
        for element in early where element.representedElementKind == nil {
            let now = collectionViewLayout.layoutAttributesForItem(at: element.indexPath)
            if !exists(element.indexPath) || now?.frame != element.frame {
                StandIn.broken("old attributes for \(element.indexPath), after the counts changed")
            }
        }
    }

    /// Asks for attributes of items near the screen that are in the state before the batch alone, and of one beyond both states.
    private func askForPassing(_ batch: ItemBatch, _ start: BatchStart) {
        let after = counts()
        guard let section = after.indices.last, start.counts.indices.contains(section) else { return }
        let beyond = IndexPath(item: max(after[section], start.counts[section]), section: section)
        for path in [beyond] + start.visible.union(start.leaving.keys).sorted().filter({ !exists($0) }).prefix(10)
        where collectionViewLayout.layoutAttributesForItem(at: path) == nil {
            StandIn.broken("no attributes for \(path) in a batch; those without a frame would do")
        }
    }

    /// Offers sizes that a layout is not to take: of cells that leave, by their paths before the batch, of a path beyond the counts, and of a
    /// supplementary view whose path is empty.
    private func offerPassingSizes(_ start: BatchStart) {
        let layout = collectionViewLayout
        for (path, cell) in start.leaving.sorted(by: { $0.key < $1.key }) where start.visible.contains(path) {
            let original = UICollectionViewLayoutAttributes(forCellWith: path)
            original.frame = start.frames[path] ?? .zero
            let fitting = cell.preferredLayoutAttributesFitting(original)
            if layout.shouldInvalidateLayout(forPreferredLayoutAttributes: fitting, withOriginalAttributes: original) {
                StandIn.broken("the size of a cell that leaves, for the item that is at \(path) now")
            }
        }
        var passing: [UICollectionViewLayoutAttributes] = []
        for (section, count) in counts().enumerated() where start.counts.indices.contains(section) {
            let old = start.counts[section] - 1
            if old >= count { passing.append(UICollectionViewLayoutAttributes(forCellWith: [section, old])) }
        }
        if let kind = supplementaries.keys.min().map(Self.element)?.kind {
            passing.append(UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: kind, with: IndexPath()))
        }
        for original in passing {
            let fitting = original.duplicate()
            fitting.frame.size.height += 30
            if layout.shouldInvalidateLayout(forPreferredLayoutAttributes: fitting, withOriginalAttributes: original) {
                StandIn.broken("the size of an element that is not there, at \(original.indexPath)")
            }
        }
    }

    /// Supplementary views stay at their paths, unless the layout says that they go or come.
    private func exchangeSupplementaries() {
        let layout = collectionViewLayout
        var paths: [String: [IndexPath]] = [:]
        for (kind, path) in supplementaries.keys.map(Self.element) { paths[kind, default: []].append(path) }
        for (kind, paths) in paths {
            let gone = Set(layout.indexPathsToDeleteForSupplementaryView(ofKind: kind))
            for path in paths {
                let isShown = layout.layoutAttributesForSupplementaryView(ofKind: kind, at: path) != nil
                if isShown, !gone.contains(path) { continue }
                if !gone.contains(path) {
                    StandIn.broken("the \(kind) at \(path) has no attributes, and was not reported as deleted")
                }
                if let view = supplementaries.removeValue(forKey: Self.key(kind, path)) {
                    supplementaryPool.append(view)
                }
            }
            for path in layout.indexPathsToInsertForSupplementaryView(ofKind: kind) {
                guard supplementaries[Self.key(kind, path)] == nil else { continue }
                supplementaries[Self.key(kind, path)] = makeSupplementary(kind, at: path)
            }
        }
    }

    static func key(_ kind: String, _ path: IndexPath) -> String { "\(kind) \(path.section) \(path.item)" }

    static func element(_ key: String) -> (kind: String, path: IndexPath) {
        let parts = key.split(separator: " ")
        return (String(parts[0]), IndexPath(item: Int(parts[2]) ?? 0, section: Int(parts[1]) ?? 0))
    }
}
