// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

/// https://developer.apple.com/documentation/appkit/nscollectionview
open class NSCollectionView: NSView {
    /// https://developer.apple.com/documentation/appkit/nscollectionview/supplementaryelementkind
    public typealias SupplementaryElementKind = String
    public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    public nonisolated static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    open weak var dataSource: (any NSCollectionViewDataSource)?
    open weak var delegate: (any NSCollectionViewDelegate)?
    open var collectionViewLayout: NSCollectionViewLayout? {
        didSet {
            collectionViewLayout?.collectionView = self
            if layoutDropsClasses { (itemClasses, viewClasses) = ([:], [:]) }
            layoutWasInvalidated()
        }
    }
    open var isSelectable = false
    open var allowsMultipleSelection = false
    open var selectionIndexPaths: Set<IndexPath> = [] {
        didSet {
            for path in selectionIndexPaths.symmetricDifference(oldValue) {
                items[path]?.isSelected = selectionIndexPaths.contains(path)
            }
        }
    }
    open func deselectItems(at indexPaths: Set<IndexPath>) { selectionIndexPaths.subtract(indexPaths) }
    /// Clicks an item on screen, with the command key or without. For tests.
    public func standInClick(at path: IndexPath, withCommand: Bool = false) {
        guard isSelectable, items[path] != nil else { return }
        let extends = allowsMultipleSelection && withCommand
        if selectionIndexPaths.contains(path) {
            if extends { deselect([path]) }
            return
        }
        let new = delegate?.collectionView(self, shouldSelectItemsAt: [path]) ?? [path]
        if !extends, !new.isEmpty { deselect(selectionIndexPaths) }
        if new.isEmpty { return }
        selectionIndexPaths.formUnion(new)
        delegate?.collectionView(self, didSelectItemsAt: new)
    }
    private func deselect(_ paths: Set<IndexPath>) {
        if paths.isEmpty { return }
        selectionIndexPaths.subtract(paths)
        delegate?.collectionView(self, didDeselectItemsAt: paths)
    }
    open var backgroundColors: [NSColor] = []

    var knownCounts: [Int]?
    /// Items with a view: those on screen and around it.
    var items: [IndexPath: NSCollectionViewItem] = [:]
    private var supplementaries: [String: [IndexPath: NSView]] = [:]
    private var pool: [NSUserInterfaceItemIdentifier: [NSCollectionViewItem]] = [:]
    private var identifiers: [ObjectIdentifier: NSUserInterfaceItemIdentifier] = [:]
    private var itemClasses: [NSUserInterfaceItemIdentifier: NSCollectionViewItem.Type] = [:]
    private var viewClasses: [String: NSView.Type] = [:]
    private var dequeued: NSCollectionViewItem?
    private var isLayoutValid = false
    var isInPass = false
    var batch: ItemBatch?
    var completions: [(Bool) -> Void] = []
    /// Whether a batch asks the layout where the content is to go, which the documentation leaves open. For tests.
    public var asksForTarget = true
    /// Whether a new layout drops the classes registered before it, as reported of macOS 15. For tests.
    public var layoutDropsClasses = true
    /// Whether a batch is animated, as one through `animator()` is.
    var isAnimated = false
    /// How far items are prepared beyond the screen. For tests.
    public var overdraw: CGFloat = 150
    /// How many items the data source made. For tests.
    public var itemRequests = 0

    public override init(frame frameRect: NSRect) { super.init(frame: frameRect) }
    public required init?(coder: NSCoder) { nil }

    open func register(_ itemClass: AnyClass?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier) {
        itemClasses[identifier] = itemClass as? NSCollectionViewItem.Type
    }
    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: SupplementaryElementKind,
        withIdentifier identifier: NSUserInterfaceItemIdentifier
    ) { viewClasses[kind + identifier.rawValue] = viewClass as? NSView.Type }

    /// https://developer.apple.com/documentation/appkit/nscollectionview/makeitem(withidentifier:for:)
    open func makeItem(withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath)
        -> NSCollectionViewItem
    {
        let item: NSCollectionViewItem
        var isReused = false
        if let reused = pool[identifier]?.popLast() {
            reused.prepareForReuse()
            isReused = reused.hosted != nil
            item = reused
        } else {
            if itemClasses[identifier] == nil { StandIn.broken("no class is registered for \(identifier.rawValue)") }
            item = (itemClasses[identifier] ?? NSCollectionViewItem.self).init(nibName: nil, bundle: nil)
            identifiers[ObjectIdentifier(item)] = identifier
        }
        item.isReusedWithContent = isReused
        dequeued = item
        return item
    }

    open func makeSupplementaryView(
        ofKind elementKind: SupplementaryElementKind, withIdentifier identifier: NSUserInterfaceItemIdentifier,
        for indexPath: IndexPath
    ) -> NSView {
        guard let made = viewClasses[elementKind + identifier.rawValue] as? NSTextField.Type else {
            StandIn.broken("no class is registered for \(elementKind) \(identifier.rawValue)")
            return NSView(frame: .zero)
        }
        return made.init(frame: .zero)
    }

    /// "nil if the item is not visible or indexPath is out of range".
    open func item(at indexPath: IndexPath) -> NSCollectionViewItem? { items[indexPath] }
    open func indexPath(for item: NSCollectionViewItem) -> IndexPath? { items.first { $0.value === item }?.key }
    open func indexPathsForVisibleItems() -> Set<IndexPath> {
        // A common edge is none in common.
        let shown = visibleRect
        return Set(items.filter { $0.value.view.frame.maxY > shown.minY && $0.value.view.frame.minY < shown.maxY }.keys)
    }
    open func indexPathsForVisibleSupplementaryElements(ofKind elementKind: SupplementaryElementKind) -> Set<IndexPath>
    {
        Set((supplementaries[elementKind] ?? [:]).keys)
    }
    open func supplementaryView(forElementKind elementKind: SupplementaryElementKind, at indexPath: IndexPath)
        -> (any NSView & NSCollectionViewElement)?
    {
        supplementaries[elementKind]?[indexPath] as? any NSView & NSCollectionViewElement
    }

    open func reloadData() {
        if isInPass || batch != nil { StandIn.broken("reloadData while the view asks for items or takes a batch") }
        for path in items.keys.sorted() { recycle(path) }
        (knownCounts, supplementaries, selectionIndexPaths) = (nil, [:], [])
        layoutWasInvalidated()
    }

    func layoutWasInvalidated() {
        isLayoutValid = false
        needsLayout = true
    }

    func recycle(_ path: IndexPath) {
        guard let item = items.removeValue(forKey: path), let identifier = identifiers[ObjectIdentifier(item)] else {
            return
        }
        pool[identifier, default: []].append(item)
    }

    func counts() -> [Int] {
        if let knownCounts { return knownCounts }
        let counts = askedCounts()
        knownCounts = counts
        return counts
    }

    func askedCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.collectionView(self, numberOfItemsInSection: $0)
        }
    }

    // MARK: Layout

    open override func layout() {
        if isInPass { return StandIn.broken("a layout pass while the view asks for items") }
        guard dataSource != nil, let layout = collectionViewLayout else { return }
        if let knownCounts, knownCounts != askedCounts() {
            StandIn.broken("counts \(askedCounts()) without an update; the view has \(knownCounts)")
            self.knownCounts = nil
        }
        _ = counts()
        prepareLayout()
        let rect = visibleRect.insetBy(dx: 0, dy: -overdraw)
        let elements = layout.layoutAttributesForElements(in: rect).filter { $0.frame.intersects(rect) }
        place(elements.filter { $0.representedElementKind == nil })
        for kind in Set(supplementaries.keys).union(elements.compactMap(\.representedElementKind)) {
            place(elements.filter { $0.representedElementKind == kind }, kind)
        }
    }

    func prepareLayout() {
        guard !isLayoutValid, let layout = collectionViewLayout else { return }
        isLayoutValid = true
        layout.prepare()
        let (size, clip) = (layout.collectionViewContentSize, superview as? NSClipView)
        frame.size = NSSize(
            width: max(size.width, clip?.frame.width ?? 0), height: max(size.height, clip?.frame.height ?? 0))
        clip?.constrain()
    }

    private func place(_ elements: [NSCollectionViewLayoutAttributes]) {
        var placed: Set<IndexPath> = []
        for element in elements {
            guard let path = element.indexPath, exists(path) else {
                StandIn.broken("the layout has attributes for \(element.indexPath as Any), which does not exist")
                continue
            }
            placed.insert(path)
            if items[path] == nil, let dataSource {
                isInPass = true
                itemRequests += 1
                let item = dataSource.collectionView(self, itemForRepresentedObjectAt: path)
                // "you must use makeItem(withIdentifier:for:)"
                if item !== dequeued { StandIn.broken("an item that makeItem(withIdentifier:for:) did not make") }
                items[path] = item
                isInPass = false
                item.isSelected = selectionIndexPaths.contains(path)
                if item.isReusedWithContent, let hosted = item.hosted, hosted.standInID == nil {
                    StandIn.broken(
                        "content without an id in a reused item, at \(path): it keeps the state of another row")
                }
            }
            items[path]?.view.frame = element.frame
        }
        for path in items.keys.sorted() where !placed.contains(path) { recycle(path) }
    }

    private func place(_ elements: [NSCollectionViewLayoutAttributes], _ kind: String) {
        var views: [IndexPath: NSView] = [:]
        for element in elements {
            guard let path = element.indexPath, let dataSource else { continue }
            isInPass = true
            views[path] =
                supplementaries[kind]?[path]
                ?? dataSource.collectionView(self, viewForSupplementaryElementOfKind: kind, at: path)
            isInPass = false
            views[path]?.frame = element.frame
        }
        supplementaries[kind] = views
    }

    func exists(_ path: IndexPath) -> Bool {
        let counts = counts()
        return counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
    }

    func forgetSupplementaries() { supplementaries = [:] }
}
