internal import Observation
internal import PagingCore

/// A list's rows with separators between them, in step with the list.
///
/// A view shows ``rows``, and applies each update that it receives in the same turn of the main actor, like an update of a list. Reading
/// ``rows`` or ``ids`` is observed if rows or separators come, are removed or move, but not if rows load or change between the same separators.
@MainActor
public final class ListSeparators<Element: Sendable, Separator: Hashable & Sendable> {
    /// Rows and separators before a change, and after it.
    public typealias Change =
        @MainActor (
            _ update: ListUpdate, _ before: SeparatedRows<Element, Separator>,
            _ after: SeparatedRows<Element, Separator>
        ) -> Void

    /// The list.
    public let list: PagedList<Element>
    /// The rows and separators.
    public var rows: SeparatedRows<Element, Separator> {
        signal.read()
        return current
    }
    /// The identities of rows and separators, in order.
    public var ids: SeparatedIDs<Element, Separator> { SeparatedIDs(rows: rows) }
    /// Called with each change, but not for the first rows. Hold views weakly in it.
    public var onChange: Change?
    private var current: SeparatedRows<Element, Separator>
    private let signal = RowSignals.Signal()
    private var observation: ListObservation?

    init(_ list: PagedList<Element>, _ make: @escaping SeparatedRows<Element, Separator>.Make) {
        self.list = list
        current = SeparatedRows(list.rows, ends: Self.ends(of: list), make: make)
        observation = list.observe { [weak self] change in
            guard let self, change.reason != .initial else { return }
            let ends = Self.ends(of: self.list)
            self.follow { $0.apply(change, ends: ends) }
        }
        observeEnds()
    }

    /// Makes the separators, for a view that follows the list by itself.
    package var make: SeparatedRows<Element, Separator>.Make { current.make }

    private static func ends(of list: PagedList<Element>) -> SeparatedRows<Element, Separator>.Ends {
        .init(isStartKnown: list.isStartKnown, isEndKnown: list.isEndKnown)
    }

    /// An end of the list may become known without a change of its rows.
    private func observeEnds() {
        let ends = withObservationTracking {
            Self.ends(of: list)
        } onChange: { [weak self, ledger = list.ledger] in
            ledger.turn { self?.observeEnds() }
        }
        // Changes of rows that the list has and that have not arrived here yet come first.
        if ends != current.ends, list.rows.count == current.rows.count { follow { $0.apply(ends: ends) } }
    }

    private func follow(_ apply: (inout SeparatedRows<Element, Separator>) -> ListUpdate) {
        let before = current
        let update = apply(&current)
        if update.isEmpty { return }
        if !update.isInPlace { signal.send() }
        onChange?(update, before, current)
    }
}

/// The identity of a row or of a separator.
public enum SeparatedRowID<Separator: Hashable & Sendable>: Hashable, Sendable {
    /// A row of the list.
    case row(SlotID)
    /// A separator and its content.
    case separator(SeparatorID, Separator)
}

/// The identities of a list's rows and separators, in order, for a `ForEach`.
public struct SeparatedIDs<Element: Sendable, Separator: Hashable & Sendable>: RandomAccessCollection, Sendable {
    let rows: SeparatedRows<Element, Separator>

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of rows and separators.
    public var endIndex: Int { rows.count }
    /// An identity.
    ///
    /// - Complexity: that of ``SeparatedRows/subscript(_:)``.
    public subscript(position: Int) -> SeparatedRowID<Separator> {
        switch rows[position] {
        case .row(let row): .row(rows.rows.slotID(at: row))
        case .separator(let id, let separator): .separator(id, separator)
        }
    }
}
