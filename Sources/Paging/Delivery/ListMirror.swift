public import PagingCore

/// The rows that a view shows of a list. They change when the view says so and never between, so that both agree.
///
/// ```swift
/// mirror = ListMirror(list) { [weak self] in self?.update() }
///
/// func update() {
///     guard !isAnimating, let step = mirror.next() else { return }
///     switch step {
///     case .batch(let change): collectionView.performBatchUpdates { mirror.advance(); apply(change.update) }
///     case .reload: mirror.advance(); collectionView.reloadData()
///     }
/// }
/// ```
///
/// A view that is busy (dragging a row, animating, off screen) just does not ask; what comes meanwhile is composed into one
/// change. Ask again when it is done.
@MainActor
public final class ListMirror<Element: Sendable> {
    /// The step by which a view shows the news.
    public enum Step: Sendable {
        /// Apply this change's update, and call ``ListMirror/advance()`` inside the block of updates.
        case batch(ListChange<Element>)
        /// Call ``ListMirror/advance()``, then show all rows anew: animating so many costs more.
        case reload(ListChange<Element>)

        /// The change, however it is to be shown.
        public var change: ListChange<Element> {
            switch self {
            case .batch(let change), .reload(let change): change
            }
        }
    }

    /// The rows that the view shows: its data source answers from these.
    public private(set) var rows: PagedArray<Element>
    /// The sections of what the view shows.
    public private(set) var sections: ListSections?
    /// The most rows that go, come and move in one batch; an update of more says "reload".
    public var batchLimit = ListMirrorLimits.batch
    /// Tells a view; called on the main actor whenever ``next()`` may have another answer.
    public var onNews: (() -> Void)?

    private var pending: ListChange<Element>?
    private var underway: ListChange<Element>?
    private var observation: ListObservation?

    /// Makes a mirror of a list, with the rows that it has now.
    ///
    /// - Parameters:
    ///   - list: the list. It is not kept alive.
    ///   - onNews: called when there is something to show, not for the first rows; hold the view weakly.
    public init(_ list: PagedList<Element>, onNews: (@MainActor () -> Void)? = nil) {
        (rows, sections) = (list.rows, list.sections)
        self.onNews = onNews
        observation = list.observe { [weak self] change in
            if change.reason != .initial { self?.receive(change) }
        }
    }

    /// Makes a mirror of rows that are told with ``receive(_:)``.
    public init(_ rows: PagedArray<Element>, sections: ListSections? = nil) {
        (self.rows, self.sections) = (rows, sections)
    }

    /// Takes in a change, composed with those not shown yet.
    public func receive(_ change: ListChange<Element>) {
        pending = pending?.followed(by: change) ?? change
        onNews?()
    }

    /// `true` if there is something that the view does not show yet.
    public var hasNews: Bool { pending != nil || underway != nil }

    /// `true` if the news are of content alone: rows that filled in, were evicted or edited, each at its place.
    public var hasOnlyNewContent: Bool {
        pending.map { $0.update.isInPlace && $0.sections == sections } ?? false
    }

    /// The rows that the view will show after the next ``advance()``.
    public var upcoming: PagedArray<Element> { (underway ?? pending)?.after ?? rows }

    /// The step to show next, or `nil` if the view shows everything, or is still to ``advance()`` over the last answer.
    public func next() -> Step? {
        guard underway == nil, let change = pending else { return nil }
        (underway, pending) = (change, nil)
        let update = change.update
        let touched = update.removed.count + update.inserted.count + update.moves.count
        if update.oldCount == 0 || touched > batchLimit { return .reload(change) }
        return .batch(change)
    }

    /// From now on the rows are those after the change that ``next()`` told.
    public func advance() {
        guard let change = underway else { return }
        (rows, sections, underway) = (change.after, change.sections, nil)
    }
}

/// Limits of what a view animates.
public enum ListMirrorLimits {
    /// Rows that are removed, inserted or moved in one batch. Each costs an index path, and readers cannot follow more than a few screens.
    public static let batch = 1_000
}
