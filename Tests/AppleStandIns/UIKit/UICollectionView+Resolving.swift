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
        layout.prepare(forCollectionViewUpdates: items(of: batch))
        contentSize = layout.collectionViewContentSize
        exchangeSupplementaries()
        let target = layout.targetContentOffset(forProposedContentOffset: contentOffset)
        adjustOffset(by: target.y - contentOffset.y)
        clampOffset()
        placeAll()
        layout.finalizeCollectionViewUpdates()
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
