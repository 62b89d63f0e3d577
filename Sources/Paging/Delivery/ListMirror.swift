public import PagingCore

/// The rows of a list that a view shows. They change only when the view says so, so that both always agree.
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
/// A busy view (dragging a row, animating, off screen) just does not ask. Later changes are composed into one. Ask again when it is done.
@MainActor
public final class ListMirror<Element: Sendable> {
    /// The way to show a change.
    public enum Step: Sendable {
        /// Apply this change's update, and call ``ListMirror/advance()`` inside the block of updates.
        case batch(ListChange<Element>)
        /// Call ``ListMirror/advance()``, then show all rows anew: animating so many rows costs more.
        case reload(ListChange<Element>)

        /// The change, whichever way it is shown.
        public var change: ListChange<Element> {
            switch self {
            case .batch(let change), .reload(let change): change
            }
        }
    }

    /// The rows that the view shows. Its data source answers from these.
    public private(set) var rows: PagedArray<Element>
    /// The sections that the view shows.
    public private(set) var sections: ListSections?
    /// The most rows to remove, insert and move in one batch; for an update of more, ``next()`` returns a reload.
    public var batchLimit = ListMirrorLimits.batch
    /// Called on the main actor whenever ``next()`` may have a new answer.
    public var onNews: (() -> Void)?

    private var pending: ListChange<Element>?
    private var underway: ListChange<Element>?
    private var observation: ListObservation?

    /// Makes a mirror of a list, with the rows that it has now.
    ///
    /// - Parameters:
    ///   - list: the list. It is not kept alive.
    ///   - onNews: called when there is a change to show, not for the first rows; hold the view weakly.
    public init(_ list: PagedList<Element>, onNews: (@MainActor () -> Void)? = nil) {
        (rows, sections) = (list.rows, list.sections)
        self.onNews = onNews
        observation = list.observe { [weak self] change in
            if change.reason != .initial { self?.receive(change) }
        }
    }

    /// Makes a mirror of rows whose changes are passed to ``receive(_:)``.
    package init(_ rows: PagedArray<Element>, sections: ListSections? = nil) {
        (self.rows, self.sections) = (rows, sections)
    }

    /// Takes in a change, composed with those not shown yet.
    package func receive(_ change: ListChange<Element>) {
        pending = pending?.followed(by: change) ?? change
        onNews?()
    }

    /// `true` if there is a change that the view does not show yet.
    public var hasNews: Bool { pending != nil || underway != nil }

    /// `true` if only content changed: rows filled in, were evicted or edited, each at its position.
    package var hasOnlyNewContent: Bool {
        pending.map { $0.update.isInPlace && $0.sections == sections } ?? false
    }

    /// The rows that the view will show after the next ``advance()``.
    package var upcoming: PagedArray<Element> { (underway ?? pending)?.after ?? rows }

    /// The change to show next, or `nil` if the view shows everything, or has not called ``advance()`` for the last answer.
    public func next() -> Step? {
        guard underway == nil, let change = pending else { return nil }
        (underway, pending) = (change, nil)
        let update = change.update
        let touched = update.removed.count + update.inserted.count + update.moves.count
        if update.oldCount == 0 || touched > batchLimit { return .reload(change) }
        return .batch(change)
    }

    /// Moves on to the rows after the change that ``next()`` returned.
    public func advance() {
        guard let change = underway else { return }
        (rows, sections, underway) = (change.after, change.sections, nil)
    }
}

/// Limits for animated changes.
package enum ListMirrorLimits {
    /// Rows that are removed, inserted or moved in one batch. Each costs an index path, and readers cannot follow more than a few screens.
    static let batch = 1_000
}
