// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/uikit/uitableviewdatasource
@MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    func numberOfSections(in tableView: UITableView) -> Int
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
    func sectionIndexTitles(for tableView: UITableView) -> [String]?
    func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
}

extension UITableViewDataSource {
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
    public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    public func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
    public func tableView(
        _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int { index }
}

/// https://developer.apple.com/documentation/uikit/uitableviewdatasourceprefetching
@MainActor
public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

/// https://developer.apple.com/documentation/uikit/uitableviewdelegate
@MainActor
public protocol UITableViewDelegate: NSObjectProtocol {}

/// https://developer.apple.com/documentation/uikit/uitableview
open class UITableView: UIScrollView {
    public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
    public enum RowAnimation: Int, Sendable { case fade, none, automatic }
    public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

    open weak var dataSource: (any UITableViewDataSource)?
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
    open weak var delegate: (any UITableViewDelegate)?
    open var rowHeight: CGFloat = 44
    open var estimatedRowHeight: CGFloat = 0
    open var sectionHeaderHeight: CGFloat = 28
    /// "The table view respects only the height of your view's frame rectangle", when it is set.
    open var tableHeaderView: UIView? {
        didSet {
            headerHeight = tableHeaderView?.frame.height ?? 0
            contentSize.height = total
            setNeedsLayout()
        }
    }
    open var tableFooterView: UIView? {
        didSet {
            footerHeight = tableFooterView?.frame.height ?? 0
            contentSize.height = total
            setNeedsLayout()
        }
    }
    private var headerHeight: CGFloat = 0
    private var footerHeight: CGFloat = 0

    /// A record a row, as the table keeps one: its height. `nil` until the counts are asked for.
    var heights: [[CGFloat]]?
    /// Whether a drop placeholder or a reorder is under way. Set by tests; read alone in UIKit.
    open var hasUncommittedUpdates = false
    var cells: [IndexPath: UITableViewCell] = [:]
    var selected: IndexPath?
    /// Cells that were made before they come to the screen.
    private var prepared: [IndexPath: UITableViewCell] = [:]
    /// Whether cells of the screen to come are made ahead, of which some are never shown. For tests.
    public var preparesAhead = true
    private var pool: [String: [UITableViewCell]] = [:]
    private var classes: [String: UITableViewCell.Type] = [:]
    private var reconfiguring: IndexPath?
    private var isInPass = false
    private var batch: ItemBatch?
    private var completions: [(Bool) -> Void] = []
    private var prefetched: Set<IndexPath> = []
    private var lastOffset: CGFloat = 0
    private var sized: Set<IndexPath> = []
    /// How batches end. For tests.
    public var batchEnd = StandIn.BatchEnd.finished
    /// Whether the offset follows rows above the screen that turn out to have another height, as it does now and then. For tests.
    public var correctsAbove = false
    /// How many cells the data source made or configured. For tests.
    public var cellRequests = 0

    public init(frame: CGRect, style: Style) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }

    open func register(_ cellClass: UITableViewCell.Type?, forCellReuseIdentifier identifier: String) {
        classes[identifier] = cellClass
    }
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        if reconfiguring == indexPath, let cell = cellForRow(at: indexPath) { return cell }
        if let cell = pool[identifier]?.popLast() {
            cell.prepareForReuse()
            return cell
        }
        return (classes[identifier] ?? UITableViewCell.self).init(style: .default, reuseIdentifier: identifier)
    }
    /// Cells that were made ahead are among them, since iOS 15.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] ?? prepared[indexPath] }
    open var indexPathsForVisibleRows: [IndexPath]? { cells.keys.sorted() }
    open var indexPathForSelectedRow: IndexPath? { selected }
    open var indexPathsForSelectedRows: [IndexPath]? { selected.map { [$0] } }
    open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        selected = indexPath
    }
    open func numberOfRows(inSection section: Int) -> Int { known()[section].count }
    open func rectForRow(at indexPath: IndexPath) -> CGRect {
        let heights = known()
        var top = headerHeight
        for section in 0...indexPath.section {
            top += header(section)
            let rows = section < indexPath.section ? heights[section][...] : heights[section][..<indexPath.row]
            top += rows.reduce(0, +)
        }
        return CGRect(x: 0, y: top, width: frame.width, height: heights[indexPath.section][indexPath.row])
    }
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        let (rect, insets) = (rectForRow(at: indexPath), adjustedContentInset)
        let last = contentSize.height + insets.bottom - frame.height
        let offset = scrollPosition == .bottom ? rect.maxY + insets.bottom - frame.height : rect.minY - insets.top
        setContentOffset(CGPoint(x: 0, y: max(-insets.top, min(offset, last))), animated: animated)
    }
    open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
        var (paths, top): ([IndexPath], CGFloat) = ([], headerHeight)
        for (section, rows) in known().enumerated() {
            top += header(section)
            for (row, height) in rows.enumerated() {
                if top < rect.maxY, top + height > rect.minY { paths.append(IndexPath(row: row, section: section)) }
                top += height
            }
        }
        return paths
    }

    private func header(_ section: Int) -> CGFloat {
        dataSource?.tableView(self, titleForHeaderInSection: section) == nil ? 0 : sectionHeaderHeight
    }
    private var guess: CGFloat { estimatedRowHeight > 0 ? estimatedRowHeight : rowHeight }

    private func askedCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.tableView(self, numberOfRowsInSection: $0)
        }
    }
    private func known() -> [[CGFloat]] {
        if let heights { return heights }
        let new = askedCounts().map { Array(repeating: guess, count: $0) }
        heights = new
        return new
    }
    private func exists(_ path: IndexPath) -> Bool {
        let heights = known()
        return heights.indices.contains(path.section) && heights[path.section].indices.contains(path.row)
    }

    open func reloadData() {
        if hasUncommittedUpdates { StandIn.broken("reloadData while updates are uncommitted: it removes placeholders") }
        if isInPass || batch != nil { StandIn.broken("reloadData while the view asks for cells or takes a batch") }
        heights = nil
        for cell in Array(cells.values) + Array(prepared.values) { recycle(cell) }
        (cells, prepared, sized, selected, prefetched) = ([:], [:], [], nil, [])
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        guard let dataSource else { return }
        if window == nil { StandIn.broken("a table is laid out outside a window") }
        if let heights, heights.map(\.count) != askedCounts() {
            StandIn.broken("counts \(askedCounts()) without an update; the view has \(heights.map(\.count))")
            self.heights = nil
        }
        for _ in 0..<20 {
            contentSize.height = total
            if !isTracking, !isDecelerating { clampOffset() }
            if !place(dataSource) { break }
        }
        prefetch()
    }

    private var total: CGFloat {
        known().enumerated().reduce(headerHeight + footerHeight) { $0 + header($1.offset) + $1.element.reduce(0, +) }
    }

    private func place(_ dataSource: any UITableViewDataSource) -> Bool {
        let paths = Set(indexPathsForRows(in: bounds) ?? [])
        for (path, cell) in cells where !paths.contains(path) {
            cells[path] = nil
            recycle(cell)
        }
        for path in paths.sorted() {
            if cells[path] == nil { cells[path] = prepared.removeValue(forKey: path) ?? makeCell(at: path, dataSource) }
            prefetched.remove(path)
            guard estimatedRowHeight > 0, sized.insert(path).inserted, let fitting = cells[path]?.fittingHeight,
                heights?[path.section][path.row] != fitting
            else { continue }
            let rect = rectForRow(at: path)
            heights?[path.section][path.row] = fitting
            if correctsAbove, rect.minY < contentOffset.y { contentOffset.y += fitting - rect.height }
            return true
        }
        return false
    }

    private func makeCell(at path: IndexPath, _ dataSource: any UITableViewDataSource) -> UITableViewCell {
        isInPass = true
        cellRequests += 1
        defer { isInPass = false }
        return dataSource.tableView(self, cellForRowAt: path)
    }

    private func recycle(_ cell: UITableViewCell) { pool[cell.reuseIdentifier ?? "", default: []].append(cell) }

    /// Makes cells of the screen to come, and drops those that are far by now.
    private func prepare(isDown: Bool) {
        guard preparesAhead, let dataSource else { return }
        let ahead = CGRect(
            x: 0, y: bounds.minY + (isDown ? 1 : -1) * bounds.height, width: bounds.width, height: bounds.height)
        let near = Set(indexPathsForRows(in: ahead.union(bounds)) ?? [])
        for (path, cell) in prepared where !near.contains(path) {
            prepared[path] = nil
            recycle(cell)
        }
        for path in indexPathsForRows(in: ahead) ?? [] where cells[path] == nil && prepared[path] == nil {
            prepared[path] = makeCell(at: path, dataSource)
        }
    }

    private func prefetch() {
        let isDown = contentOffset.y >= lastOffset
        guard contentOffset.y != lastOffset, let prefetchDataSource, let first = cells.keys.min(),
            let last = cells.keys.max()
        else { return }
        lastOffset = contentOffset.y
        defer { prepare(isDown: isDown) }
        let turned = prefetched.filter { isDown ? $0 < first : $0 > last }
        if !turned.isEmpty {
            prefetched.subtract(turned)
            prefetchDataSource.tableView(self, cancelPrefetchingForRowsAt: turned.sorted())
        }
        let ahead = isDown ? last.row + 1..<last.row + 11 : first.row - 10..<first.row
        let paths = ahead.map { IndexPath(row: $0, section: last.section) }.filter {
            exists($0) && !prefetched.contains($0)
        }
        if paths.isEmpty { return }
        prefetched.formUnion(paths)
        prefetchDataSource.tableView(self, prefetchRowsAt: paths)
    }

    /// https://developer.apple.com/documentation/uikit/uitableview/reconfigurerows(at:)
    open func reconfigureRows(at indexPaths: [IndexPath]) {
        if isInPass || batch != nil { StandIn.broken("reconfigureRows while the view asks for cells or takes a batch") }
        for path in indexPaths {
            guard exists(path) else {
                StandIn.broken("reconfigureRows at \(path), which does not exist")
                continue
            }
            guard let cell = cellForRow(at: path), let dataSource else { continue }
            (isInPass, reconfiguring) = (true, path)
            cellRequests += 1
            if dataSource.tableView(self, cellForRowAt: path) !== cell {
                StandIn.broken("another cell than the one that is reconfigured")
            }
            (isInPass, reconfiguring) = (false, nil)
            sized.remove(path)
            setNeedsLayout()
        }
    }

    // MARK: Batches

    /// https://developer.apple.com/documentation/uikit/uitableview/performbatchupdates(_:completion:)
    ///
    /// "Deletes are processed before inserts": deletions are of the state before, insertions of the state after. The content
    /// offset stays, so that rows that come above move what is on screen.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        if batch != nil { return StandIn.broken("a batch in a batch") }
        if isInPass { return StandIn.broken("a batch while the view asks for cells") }
        if window == nil { StandIn.broken("a batch outside a window, where a reload does") }
        let before = known()
        if before.map(\.count) != askedCounts() {
            StandIn.broken("the counts were \(askedCounts()) before the block; the view has \(before.map(\.count))")
        }
        batch = ItemBatch()
        updates?()
        let asked = batch ?? ItemBatch()
        batch = nil
        let after = askedCounts()
        asked.check(before: before.map(\.count), after: after)
        asked.checkSize()
        let map = BatchMap(asked)
        var new = after.map { Array(repeating: guess, count: $0) }
        for (section, rows) in before.enumerated() {
            for (row, height) in rows.enumerated() {
                guard let path = map.newPath(of: IndexPath(row: row, section: section)),
                    new.indices.contains(path.section), new[path.section].indices.contains(path.row)
                else { continue }
                new[path.section][path.row] = height
            }
        }
        heights = new
        var moved: [IndexPath: UITableViewCell] = [:]
        for (path, cell) in cells {
            if let path = map.newPath(of: path) { moved[path] = cell } else { recycle(cell) }
        }
        cells = moved
        let ahead = prepared
        prepared = [:]
        for (path, cell) in ahead {
            if let path = map.newPath(of: path) { prepared[path] = cell } else { recycle(cell) }
        }
        sized = Set(sized.compactMap(map.newPath))
        prefetched = Set(prefetched.compactMap(map.newPath))
        selected = selected.flatMap(map.newPath)
        setNeedsLayout()
        layoutIfNeeded()
        if let completion { completions.append(completion) }
    }
    /// Outside a batch each of them is a batch of its own.
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        ask { $0.inserted += indexPaths }
    }
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        ask { $0.deleted += indexPaths }
    }
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        ask { $0.moved.append((indexPath, newIndexPath)) }
    }
    private func ask(_ body: @escaping (inout ItemBatch) -> Void) {
        if batch == nil {
            performBatchUpdates { body(&self.batch!) }
        } else {
            body(&batch!)
        }
    }

    /// Lets the animations that run come to their end.
    public func finishAnimations() {
        if batchEnd == .never { return }
        let ended = completions
        completions = []
        for completion in ended { completion(batchEnd == .finished) }
    }
}
