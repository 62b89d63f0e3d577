// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
extension UICollectionView {
    /// Taps an item on screen, as a finger does. For tests.
    public func standInTap(at path: IndexPath) {
        guard allowsSelection, visible.contains(path), !isTracking,
            delegate?.collectionView(self, shouldHighlightItemAt: path) ?? true
        else { return }
        if selected.contains(path) {
            guard allowsMultipleSelection, delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else {
                return
            }
            selected.remove(path)
            delegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
        if !allowsMultipleSelection {
            for other in selected {
                selected.remove(other)
                delegate?.collectionView(self, didDeselectItemAt: other)
            }
        }
        selected.insert(path)
        delegate?.collectionView(self, didSelectItemAt: path)
    }

    /// Opens the context menu of a cell on screen. For tests.
    public func standInOpenMenu(at path: IndexPath) {
        menu = visible.contains(path) ? cells[path].map { ($0, path) } : nil
    }

    /// Closes it. Its preview goes back to the cell, which has to be in the window. For tests.
    public func standInCloseMenu() {
        guard let (cell, path) = menu else { return }
        menu = nil
        if window == nil || path.map({ visible.contains($0) && cells[$0] === cell }) != true {
            StandIn.broken("the cell of a context menu is in no window when it closes")
        }
    }

    /// The titles of the index as it is shown: those of the last reload.
    var indexTitles: [String] {
        if let knownTitles { return knownTitles }
        let titles = dataSource?.indexTitles(for: self) ?? []
        knownTitles = titles
        return titles
    }

    /// Taps the title of an index at a place. For tests.
    public func standInTapIndexTitle(at index: Int) {
        guard let dataSource, indexTitles.indices.contains(index) else { return }
        let path = dataSource.collectionView(self, indexPathForIndexTitle: indexTitles[index], at: index)
        if exists(path) {
            scrollToItem(at: path, at: .top, animated: false)
        } else {
            StandIn.broken("the index title \(indexTitles[index]) leads to \(path), which does not exist")
        }
    }

    /// The item that VoiceOver or the keyboard is at. For tests.
    public var standInFocus: IndexPath? {
        get { focused.flatMap { $0.isEmpty ? nil : $0 } }
        set {
            focused = newValue
            UIAccessibility.focusedCollection = self
        }
    }

    /// After a reload the focus goes to the first cell, and what is announced until then is lost.
    func refocus() {
        if focused == IndexPath(), let first = visible.min() { focused = first }
        UIAccessibility.isFocusMoving = false
    }

    /// Turns the view as a rotation does: animated, with a target. For tests.
    public func standInRotate(to size: CGSize) {
        let (old, layout) = (bounds, collectionViewLayout)
        layout.prepare(forAnimatedBoundsChange: old)
        frame.size = size
        prepareLayout()
        var target = layout.targetContentOffset(forProposedContentOffset: contentOffset)
        if let delegate { target = delegate.collectionView(self, targetContentOffsetForProposedContentOffset: target) }
        contentOffset = target
        layout.finalizeAnimatedBoundsChange()
        layoutIfNeeded()
    }
}
