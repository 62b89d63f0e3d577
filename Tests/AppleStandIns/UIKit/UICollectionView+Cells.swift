// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
extension UICollectionView {
    /// https://developer.apple.com/documentation/uikit/uicollectionview/cellregistration
    @MainActor
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
        let handler: Handler
        /// Whether a data source was being asked when it was made.
        let isMadeWhileAsked = UICollectionView.isAnyAsking
        public init(handler: @escaping Handler) { self.handler = handler }
    }

    /// https://developer.apple.com/documentation/uikit/uicollectionview/supplementaryregistration
    @MainActor
    public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        public typealias Handler = (
            _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
        ) -> Void
        let handler: Handler
        let elementKind: String
        /// Whether a data source was being asked when it was made.
        let isMadeWhileAsked = UICollectionView.isAnyAsking
        public init(elementKind: String, handler: @escaping Handler) {
            (self.elementKind, self.handler) = (elementKind, handler)
        }
    }

    public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        checkRegistration(isMadeWhileAsked: registration.isMadeWhileAsked)
        let cell: Cell
        if reconfiguring == indexPath, let existing = cells[indexPath] as? Cell {
            // "Dequeue one for that index path" returns the existing cell while it is reconfigured.
            cell = existing
        } else if let index = pool.firstIndex(where: { type(of: $0) == Cell.self }), let reused = pool[index] as? Cell {
            pool.remove(at: index)
            reused.prepareForReuse()
            reused.reusedContent = reused.contentConfiguration
            cell = reused
        } else {
            cell = Cell(frame: .zero)
        }
        if let item { registration.handler(cell, indexPath, item) }
        dequeued(cell)
        return cell
    }

    public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary {
        checkRegistration(isMadeWhileAsked: registration.isMadeWhileAsked)
        let index = supplementaryPool.firstIndex { type(of: $0) == Supplementary.self }
        let view = index.flatMap { supplementaryPool.remove(at: $0) as? Supplementary } ?? Supplementary(frame: .zero)
        registration.handler(view, registration.elementKind, indexPath)
        view.elementKind = registration.elementKind
        dequeued(view)
        return view
    }

    /// "Creating a new registration each time a cell is requested will prevent reuse": what UIKit raises with.
    private func checkRegistration(isMadeWhileAsked: Bool) {
        if isMadeWhileAsked { StandIn.broken("a registration that was made while the data source was asked") }
    }

    /// "Avoid dequeuing views without a request from the collection view": what UIKit raises with since iOS 18.
    private func dequeued(_ view: UICollectionReusableView) {
        if answers == nil { StandIn.broken("a view is dequeued without a request from the collection view") }
        answers?.append(view)
    }

    /// https://developer.apple.com/documentation/uikit/uicollectionview/reconfigureitems(at:)
    public func reconfigureItems(at indexPaths: [IndexPath]) {
        if isBusy { StandIn.broken("reconfigureItems while the view asks for cells or lays out") }
        if batch != nil { StandIn.broken("reconfigureItems in a batch would mean rows before it") }
        for path in indexPaths where !exists(path) {
            StandIn.broken("reconfigureItems at \(path), which does not exist")
        }
        for path in indexPaths where exists(path) {
            // Without a cell it does nothing.
            guard let cell = cells[path], let dataSource else { continue }
            reconfiguring = path
            cellRequests += 1
            if answer("the cell at \(path)", { dataSource.collectionView(self, cellForItemAt: path) }) !== cell {
                StandIn.broken("another cell than the one that is reconfigured")
            }
            reconfiguring = nil
            // "After cells are reconfigured, they're always self-sized again."
            if visible.contains(path) { setNeedsLayout() }
            resize.insert(path)
        }
    }

    /// https://developer.apple.com/documentation/uikit/uicollectionview/supplementaryview(forelementkind:at:)
    public func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionReusableView?
    {
        supplementaries[Self.key(elementKind, indexPath)]
    }

    /// https://developer.apple.com/documentation/uikit/uicollectionview/indexpathsforvisiblesupplementaryelements(ofkind:)
    public func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
        supplementaries.keys.map(Self.element).filter { $0.kind == elementKind }.map(\.path)
    }

    func exists(_ path: IndexPath) -> Bool {
        let counts = counts()
        return counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
    }

    func makeCell(at path: IndexPath) -> UICollectionViewCell? {
        guard let dataSource else { return nil }
        cellRequests += 1
        let cell = answer("the cell at \(path)") { dataSource.collectionView(self, cellForItemAt: path) }
        checkIdentity(cell.contentConfiguration, after: cell.reusedContent, at: path)
        cell.reusedContent = nil
        cell.isSelected = selected.contains(path)
        cell.onOtherSize = { [weak self, weak cell] in if let self, let cell { asksForOtherSize(cell) } }
        return cell
    }

    /// A cell on screen has another size by itself, since iOS 16.
    private func asksForOtherSize(_ cell: UICollectionViewCell) {
        guard selfSizingInvalidation != .disabled, !isInPass,
            let path = visible.first(where: { cells[$0] === cell })
        else { return }
        resize.insert(path)
        setNeedsLayout()
    }

    func makeSupplementary(_ kind: String, at path: IndexPath) -> UICollectionReusableView? {
        guard let dataSource else { return nil }
        let view = answer("the \(kind) at \(path)") {
            dataSource.collectionView(self, viewForSupplementaryElementOfKind: kind, at: path)
        }
        if let other = view.elementKind, other != kind { StandIn.broken("a view of \(other) for \(kind) at \(path)") }
        return view
    }

    /// Asks the data source for a view, which it has to dequeue, and no other.
    private func answer<View: UICollectionReusableView>(_ name: String, _ ask: () -> View) -> View {
        answers = []
        let view = asking(ask)
        let made = answers ?? []
        answers = nil
        if !made.contains(where: { $0 === view }) {
            StandIn.broken("\(name) was not dequeued")
        } else if made.count > 1 {
            StandIn.broken("\(made.count) views were dequeued for \(name)")
        }
        return view
    }

    /// Runs a call of the data source.
    func asking<Result>(_ call: () -> Result) -> Result {
        let outer = (isInPass, Self.isAnyAsking)
        (isInPass, Self.isAnyAsking) = (true, true)
        defer { (isInPass, Self.isAnyAsking) = outer }
        return call()
    }
}
