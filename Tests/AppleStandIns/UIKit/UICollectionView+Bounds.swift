// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
extension UICollectionView {
    /// Asks the layout about bounds to come: for each change, now and then twice, and now and then about bounds that do not come.
    func askLayout(about newBounds: CGRect) -> () -> Void {
        if isAskingForBounds {
            StandIn.broken("a layout scrolls while it is asked about bounds")
            return {}
        }
        boundsQuestions += 1
        if boundsQuestions % 7 == 0 { _ = needsInvalidation(for: newBounds.offsetBy(dx: 0, dy: 40)) }
        if boundsQuestions % 3 == 0 { _ = needsInvalidation(for: newBounds) }
        guard needsInvalidation(for: newBounds) else { return {} }
        let layout = collectionViewLayout
        isChangingBounds = true
        layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: newBounds))
        isChangingBounds = false
        return { [unowned self] in
            adjustOffset(by: adjustment)
            adjustment = 0
        }
    }

    /// Asks the layout, which may not change by that.
    private func needsInvalidation(for newBounds: CGRect) -> Bool {
        isAskingForBounds = true
        defer { isAskingForBounds = false }
        let before = sample()
        let answer = collectionViewLayout.shouldInvalidateLayout(forBoundsChange: newBounds)
        if let before, let after = sample(), before != after {
            StandIn.broken("a layout moves its frames while it is asked about bounds")
        }
        return answer
    }

    /// The content's height and a frame of the layout; `nil` while it is not valid.
    private func sample() -> [CGFloat]? {
        guard isLayoutValid, batch == nil, !isBusy, let first = visible.min(), exists(first) else { return nil }
        let made = UICollectionViewLayout.madeAttributes
        defer { UICollectionViewLayout.madeAttributes = made }
        let frame = collectionViewLayout.layoutAttributesForItem(at: first)?.frame ?? .zero
        return [collectionViewLayout.collectionViewContentSize.height, frame.minY, frame.height]
    }

    /// The elements of the pages on screen, which the layout is asked for once until it is invalidated.
    func elementsOnScreen() -> [UICollectionViewLayoutAttributes] {
        let (bounds, layout) = (bounds, collectionViewLayout)
        guard bounds.height > 0 else { return layout.layoutAttributesForElements(in: bounds) ?? [] }
        if pageHeight != bounds.height { (pages, pageHeight) = ([:], bounds.height) }
        let first = Int((bounds.minY / pageHeight).rounded(.down))
        let last = max(first, Int((bounds.maxY / pageHeight).rounded(.up)) - 1)
        var elements: [UICollectionViewLayoutAttributes] = []
        var known: Set<String> = []
        for page in first...last {
            if isResolving, skipsRegions, page == last, page > first, contentSize.width >= bounds.width {
                pages[page] = []
            }
            for element in pages[page] ?? ask(for: page) {
                let name = (element.representedElementKind ?? "") + "\(element.indexPath)"
                if known.insert(name).inserted { elements.append(element) }
            }
        }
        return elements
    }

    private func ask(for page: Int) -> [UICollectionViewLayoutAttributes] {
        let rect = CGRect(x: 0, y: CGFloat(page) * pageHeight, width: frame.width, height: pageHeight)
        let elements = collectionViewLayout.layoutAttributesForElements(in: rect) ?? []
        pages[page] = elements
        for element in elements {
            guard let kind = element.representedElementKind else { continue }
            let key = Self.key(kind, element.indexPath)
            if let (frame, zIndex) = answered[key], frame != element.frame || zIndex != element.zIndex {
                StandIn.broken("the \(kind) at \(element.indexPath) has another frame without an invalidation")
            }
            answered[key] = (element.frame, element.zIndex)
        }
        return elements
    }
}
