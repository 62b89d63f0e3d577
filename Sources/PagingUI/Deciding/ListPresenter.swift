internal import Observation
public import Paging
public import PagingCore

/// A view that shows rows, as a ``ListPresenter`` needs it.
///
/// If it shows separators too, its rows are the list's rows and the separators together.
@MainActor
public protocol RowsDisplay: AnyObject {
    /// `true` if it accepts batches of updates: it is in a window and was laid out since it was last reloaded.
    ///
    /// If an update comes before the first layout, or between a reload and the layout after it, the view has not asked for its counts yet.
    var isReadyForBatches: Bool { get }
    /// `true` if its batches are right when the list's sections change; `false` if each section of the list is a section of the view. Such a
    /// view is reloaded unless the sections stay and each row stays in its own.
    var batchesSections: Bool { get }
    /// The rows on screen, in the view's positions.
    var visibleRows: Range<Int> { get }
    /// `true` if a drop, a reorder or a bounce at an end is under way: changes wait, as a reload would remove the dropped row, and no row can be
    /// kept in place while the system moves the content.
    var hasUncommittedUpdates: Bool { get }

    /// Makes a batch of updates.
    ///
    /// - Parameters:
    ///   - plan: the steps.
    ///   - update: the update that the plan is for.
    ///   - advance: call it inside the block of updates: from then on the rows are the new ones.
    ///   - completion: call it once the view accepts another batch.
    func show(
        _ plan: BatchPlan, of update: ListUpdate, advance: @escaping @MainActor () -> Void,
        completion: @escaping @MainActor () -> Void)
    /// Shows all rows anew, and keeps the first visible one in place.
    ///
    /// - Parameters:
    ///   - update: the change.
    ///   - advance: call it before the view asks for anything: from then on the rows are the new ones.
    func reload(_ update: ListUpdate, advance: @MainActor () -> Void)
    /// Configures the cells of rows anew.
    ///
    /// - Parameters:
    ///   - rows: positions in the rows shown now; those without a cell are skipped.
    ///   - arrived: those that were placeholders and now have an item: they fade in.
    func reconfigure(_ rows: [Int], arrived: [Int])
    /// The list's sections changed; called after the rows.
    func showSections()
    /// The content of rows changed, near the screen or far from it; called after a batch, before ``reconfigure(_:arrived:)``.
    ///
    /// - Parameter rows: positions in the rows shown now.
    func contentChanged(_ rows: PositionSet)
}

extension RowsDisplay {
    /// Does nothing, for views that store nothing for rows far from the screen.
    public func contentChanged(_ rows: PositionSet) {}
    /// `false`, for views without drops.
    public var hasUncommittedUpdates: Bool { false }
}

/// Shows a list's changes in a view, one at a time, so that the two always match.
///
/// The view answers its data source from ``rows``. They change only inside its block of updates.
@MainActor
public final class ListPresenter<Element: Sendable> {
    /// The list.
    public let list: PagedList<Element>
    /// The view; it is not kept alive.
    public weak var display: (any RowsDisplay)? {
        didSet { present() }
    }
    /// `true` if a batch is being shown.
    public private(set) var isShowing = false
    /// `true` if changes wait, for example while a row is dragged. Changes in the meantime are then shown as one.
    public var isPaused = false {
        didSet { if !isPaused { present() } }
    }
    private let mirror: ListMirror<Element>
    private var observation: ListObservation?
    private var beginning = AwaitedBeginning()
    /// The ends of the list that were known before the change that is shown next.
    private(set) var ends = KnownEnds()
    /// `true` while the view is called: changes that it causes are shown afterwards.
    private var isCalling = false
    /// `true` if changes wait until the reader's drop, or a bounce, is over.
    private var isHeld = false
    /// The items that the view shows: the rows, with separators between them.
    package private(set) var shown: ShownRows<Element>
    /// The separators to show from now on.
    private var separating: ShownRows<Element>.Separated.Make?
    private var observesEnds = false
    /// The ends at which the view shows the state of loading, each as an item.
    private var edges: (above: Bool, below: Bool) = (false, false)

    /// Makes a presenter of a list's rows.
    public init(_ list: PagedList<Element>) {
        self.list = list
        shown = ShownRows(list.rows)
        mirror = ListMirror(list.rows, sections: list.sections)
        mirror.onNews = { [weak self] in self?.present() }
        observation = list.observe { [weak self] change in self?.receive(change) }
    }

    private func receive(_ change: ListChange<Element>) {
        if change.reason.contains(.replacement) || change.before.isEmpty { beginning.begin() }
        beginning.see(
            change.after, place: list.startingPlace, position: list.startingPosition, isEndKnown: list.isEndKnown)
        if change.reason == .initial { return }
        if !mirror.hasNews {
            let known = list.endsBeforeChange
            ends = KnownEnds(isStartKnown: known.start, isEndKnown: known.end)
        }
        mirror.receive(change)
    }

    /// The rows that the view shows.
    public var rows: PagedArray<Element> { mirror.rows }
    /// The sections of the rows that the view shows.
    public var sections: ListSections? { mirror.sections }
    /// The sections of the items that the view shows.
    var shownSections: ListSections? { shown.sections(sections) }
    /// The most rows in one batch; see ``ListMirror/batchLimit``.
    public var batchLimit: Int {
        get { mirror.batchLimit }
        set { mirror.batchLimit = newValue }
    }

    /// The place at which the view begins, as far as rows are shown: the place asked for, or the last row of a list that is known to be shorter.
    ///
    /// - Returns: `nil` as long as the list may still reach the place.
    func beginning(at place: RowAnchor) -> RowAnchor? {
        let last = rows.count - 1
        if place.row <= last { return place }
        guard last >= 0, list.isEndKnown, list.count == rows.count else { return nil }
        return RowAnchor(row: last, offset: 0)
    }

    /// The place at which the list was made to begin, or to which it jumped. Returned once, as soon as the view can go there.
    ///
    /// - Parameter edge: the end at which the view is at home.
    func takeBeginning(edge: ListEdge) -> ViewBeginning? { beginning.take(in: rows, edge: edge) }

    /// The view began at a place of its own, so the list's starting place no longer matters.
    func endBeginning() { beginning.end() }

    /// The position of an item's row among the rows shown, or `nil` if it is not loaded or not shown.
    func position(ofID id: some Hashable & Sendable) -> Int? {
        guard let position = list.position(ofID: id), let slot = list.slotID(at: position) else { return nil }
        return rows.position(of: slot)
    }

    /// A row as it is shown.
    ///
    /// - Parameter position: from 0, below the number of ``rows``.
    public func row(at position: Int) -> ListRow<Element> {
        let id = rows.slotID(at: position)
        let item = rows[position]
        // The list may be ahead: a shown row may have moved in it, or been removed.
        let state = item == nil ? list.rows.position(of: id).map { list.state(at: $0) } ?? .placeholder : .loaded
        return ListRow(id: id, position: position, item: item, state: state)
    }

    // MARK: Separators

    /// Has the view show separators: from then on its updates are of rows and separators together.
    package func show(_ separators: ListSeparators<Element, some Hashable & Sendable>) {
        precondition(separators.list === list, "Separators of another list than the view's")
        let make = separators.make
        separating = { above, below in make(above, below).map { AnySeparator($0) } }
        present()
        if observesEnds { return }
        observesEnds = true
        observeEnds()
    }

    /// An end of the list may become known without a change of its rows.
    private func observeEnds() {
        withObservationTracking {
            _ = listEnds
        } onChange: { [weak self, ledger = list.ledger] in
            ledger.turn {
                self?.observeEnds()
                self?.present()
            }
        }
    }

    /// Shows or hides an item at each of the list's ends.
    package func showEdges(above: Bool, below: Bool) {
        edges = (above, below)
        present()
    }

    private var listEnds: ShownRows<Element>.Separated.Ends {
        .init(isStartKnown: list.isStartKnown, isEndKnown: list.isEndKnown)
    }

    // MARK: Changes

    /// A change of the view's items.
    private struct Step {
        let update: ListUpdate
        let before: ShownRows<Element>
        let after: ShownRows<Element>
        let sections: ListSections?
        let isReload: Bool
    }

    /// The change to show next, or `nil` if the view shows everything.
    private func nextStep() -> Step? {
        var after = shown
        if let step = mirror.next() {
            let update = after.apply(step.change, ends: listEnds)
            let isReload = if case .reload = step { true } else { false }
            return Step(
                update: update, before: shown, after: after, sections: step.change.sections, isReload: isReload)
        }
        if isShowing { return nil }
        let update: ListUpdate
        if let make = separating {
            separating = nil
            update = after.separate(make, ends: listEnds)
        } else if let known = shown.ends, known != listEnds, list.rows.count == rows.count {
            // Changes of rows that the list has and that have not arrived here yet come first.
            ends = KnownEnds(isStartKnown: known.isStartKnown, isEndKnown: known.isEndKnown)
            update = after.apply(ends: listEnds)
        } else if edges != (shown.showsEdge(.before), shown.showsEdge(.after)) {
            update = after.showEdges(above: edges.above, below: edges.below)
        } else {
            return nil
        }
        if update.isEmpty {
            shown = after
            return nextStep()
        }
        return Step(update: update, before: shown, after: after, sections: sections, isReload: false)
    }

    /// Shows waiting changes, unless the view is busy. Rows that fill in are shown even during a batch.
    public func present() {
        if isCalling { return }
        isHeld = display?.hasUncommittedUpdates ?? false
        if isHeld { return }
        isCalling = true
        defer { isCalling = false }
        while !isPaused, !isShowing || mirror.hasOnlyNewContent && !shown.hasSeparators, let display,
            let step = nextStep()
        {
            let before = sections
            let advance: @MainActor () -> Void = { [mirror, weak self] in
                mirror.advance()
                self?.shown = step.after
            }
            switch way(of: step, in: display) {
            case .reload:
                display.reload(step.update, advance: advance)
            case .batch(let plan):
                isShowing = true
                display.show(plan, of: step.update, advance: advance) { [weak self] in
                    self?.isShowing = false
                    self?.present()
                }
                advance()
                reconfigure(plan, step, in: display)
            case .inPlace(let plan):
                advance()
                reconfigure(plan, step, in: display)
            }
            if step.sections != before { display.showSections() }
        }
    }

    /// The view was laid out or scrolled: changes that waited for a drop or a bounce are shown in a turn of their own.
    func goOn() {
        guard isHeld, let display, !display.hasUncommittedUpdates else { return }
        isHeld = false
        list.ledger.turn { [weak self] in self?.present() }
    }

    private enum Way { case reload, batch(BatchPlan), inPlace(BatchPlan) }

    /// Decides how a step is shown. A plan is only made for changes that a batch may show: it has an entry for each inserted row.
    private func way(of step: Step, in display: any RowsDisplay) -> Way {
        guard !step.isReload, display.isReadyForBatches else { return .reload }
        let plan = BatchPlan(step.update, visible: display.visibleRows)
        let isSectioned = step.sections != nil || sections != nil
        if !display.batchesSections, isSectioned, plan.isStructural || step.sections != sections {
            let before = SectionPaths(count: shown.count, sections: shownSections)
            let after = SectionPaths(count: step.after.count, sections: step.after.sections(step.sections))
            if !plan.keepsSections(from: before, to: after) { return .reload }
        }
        return plan.isStructural ? .batch(plan) : .inPlace(plan)
    }

    private func reconfigure(_ plan: BatchPlan, _ step: Step, in display: any RowsDisplay) {
        let (before, after) = (step.before, step.after)
        if !step.update.changed.isEmpty { display.contentChanged(step.update.changed) }
        guard !plan.reconfigured.isEmpty else { return }
        let map = step.update.positionMap
        func isLoaded(_ item: Int, in shown: ShownRows<Element>) -> Bool {
            shown.row(at: item).map { shown.rows[$0] != nil } ?? false
        }
        let arrived = plan.reconfigured.filter { item in
            isLoaded(item, in: after) && map.oldPosition(of: item).map { !isLoaded($0, in: before) } ?? false
        }
        display.reconfigure(plan.reconfigured, arrived: arrived)
    }
}
