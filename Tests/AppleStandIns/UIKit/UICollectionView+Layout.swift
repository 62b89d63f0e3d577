// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
extension UICollectionView {
    /// One pass: counts, layout, cells for the rows in the bounds, sizes, prefetching.
    func pass() {
        if isInPass { return StandIn.broken("a layout pass while the view asks for cells") }
        guard dataSource != nil else { return }
        let wasKnown = knownCounts
        if let wasKnown, wasKnown != askedCounts() {
            StandIn.broken("counts \(askedCounts()) without an update; the view has \(wasKnown)")
            knownCounts = nil
        }
        _ = counts()
        placeAll()
        refocus()
        prefetch()
    }

    /// Places cells until their sizes settle.
    func placeAll() {
        isPlacing = true
        defer { isPlacing = false }
        var rounds = 0
        repeat {
            prepareLayout()
            rounds += 1
        } while rounds < 100 && placeCells(isFirst: rounds == 1)
        if rounds == 100 { StandIn.broken("a layout loop: the sizes of cells do not settle") }
    }

    func prepareLayout() {
        var rounds = 0
        while !isLayoutValid, rounds < 5 {
            rounds += 1
            isLayoutValid = true
            collectionViewLayout.prepare()
            contentSize = collectionViewLayout.collectionViewContentSize
            if !isTracking, !isDecelerating { clampOffset() }
        }
    }

    /// Puts cells where the layout says. True where a cell's size made the layout another.
    private func placeCells(isFirst: Bool) -> Bool {
        let attributes = elementsOnScreen()
        var now: Set<IndexPath> = []
        var heads: Set<String> = []
        for element in attributes where element.frame.intersects(bounds) {
            if let kind = element.representedElementKind {
                place(element, kind, &heads)
                continue
            }
            let path = element.indexPath
            guard exists(path) else {
                StandIn.broken("the layout has attributes for \(path), which does not exist")
                continue
            }
            now.insert(path)
            let isNew = cells[path] == nil
            guard let cell = cells[path] ?? makeCell(at: path) else { continue }
            cells[path] = cell
            // A cell of another width is sized at once, one of another height when the layout goes on.
            let isOfOtherSize =
                cell.frame.width != element.frame.width || !isFirst && cell.preferredHeight != element.frame.height
            cell.frame = element.frame
            prefetched.remove(path)
            if isNew || isOfOtherSize || resize.contains(path) || !visible.contains(path) {
                resize.remove(path)
                if size(cell, element) {
                    visible.formUnion(now)
                    return true
                }
            }
        }
        visible = now
        for kind in supplementaries.keys where !heads.contains(kind) {
            if let view = supplementaries.removeValue(forKey: kind) { supplementaryPool.append(view) }
        }
        dropFarCells(but: now)
        return false
    }

    /// Cells that left the screen are kept for a while and shown again as they are.
    func dropFarCells(but now: Set<IndexPath>) {
        for (path, cell) in cells where !now.contains(path) {
            if (cell.frame.midY - bounds.midY).magnitude > 2 * bounds.height {
                cells[path] = nil
                pool.append(cell)
            }
        }
    }

    /// Asks a cell for its size. True where the layout is another by that.
    private func size(_ cell: UICollectionViewCell, _ element: UICollectionViewLayoutAttributes) -> Bool {
        let fitting = cell.preferredLayoutAttributesFitting(element)
        cell.preferredHeight = fitting.frame.height
        let layout = collectionViewLayout
        guard layout.shouldInvalidateLayout(forPreferredLayoutAttributes: fitting, withOriginalAttributes: element)
        else { return false }
        let context = layout.invalidationContext(
            forPreferredLayoutAttributes: fitting, withOriginalAttributes: element)
        if !context.isComplete {
            StandIn.broken("a context for preferred attributes that does not come from super")
        }
        isSizing = true
        layout.invalidateLayout(with: context)
        isSizing = false
        return true
    }

    private func place(
        _ element: UICollectionViewLayoutAttributes, _ kind: String, _ heads: inout Set<String>
    ) {
        let key = Self.key(kind, element.indexPath)
        heads.insert(key)
        if supplementaries[key] == nil { supplementaries[key] = makeSupplementary(kind, at: element.indexPath) }
        supplementaries[key]?.frame = element.frame
    }

    /// Makes cells of the screen to come. Where the reader turns some are never shown.
    private func prepare(isDown: Bool) {
        guard preparesAhead, isPrefetchingEnabled else { return }
        while prepareSome(isDown: isDown) {
            setNeedsLayout()
            prepareLayout()
        }
    }

    /// Makes cells of the screen to come. True where one is of another size, and the rest may be elsewhere.
    private func prepareSome(isDown: Bool) -> Bool {
        let ahead = CGRect(
            x: 0, y: bounds.minY + (isDown ? 1 : -1) * bounds.height, width: bounds.width, height: bounds.height)
        let elements = collectionViewLayout.layoutAttributesForElements(in: ahead) ?? []
        for element in elements where element.representedElementKind == nil && exists(element.indexPath) {
            let path = element.indexPath
            guard cells[path] == nil, element.frame.intersects(ahead), let cell = makeCell(at: path) else { continue }
            cell.frame = element.frame
            cells[path] = cell
            if sizesAhead, size(cell, element) { return true }
        }
        return false
    }

    /// Ten rows ahead in the direction of scrolling; those behind are cancelled when it turns. Cells are made ahead even if no delegate hears of that.
    private func prefetch() {
        let isDown = contentOffset.y >= lastOffset
        guard contentOffset.y != lastOffset, let first = visible.min(), let last = visible.max() else { return }
        lastOffset = contentOffset.y
        defer { prepare(isDown: isDown) }
        guard let prefetchDataSource else { return }
        let turned = prefetched.filter { isDown ? $0 < first : $0 > last }
        if !turned.isEmpty {
            prefetched.subtract(turned)
            prefetchDataSource.collectionView(self, cancelPrefetchingForItemsAt: turned.sorted())
        }
        let ahead = isDown ? last.item + 1..<last.item + 11 : first.item - 10..<first.item
        let paths = ahead.map { IndexPath(item: $0, section: last.section) }.filter {
            exists($0) && !prefetched.contains($0)
        }
        if paths.isEmpty { return }
        prefetched.formUnion(paths)
        prefetchDataSource.collectionView(self, prefetchItemsAt: isDown ? paths : paths.reversed())
    }
}
