public import PagingCore

/// A change of a list, with the rows before and after it.
///
/// A view answers its data source from ``before`` until it applies ``update``, and from ``after`` from then on. So it is never ahead of an
/// update or behind it. Both are values: a copy of a list's rows costs O(1).
public struct ListChange<Element: Sendable>: Sendable {
    /// The changes, in positions of ``before`` and ``after``. Empty for the first delivery to an observer, and if loading ended without changing
    /// a row.
    public let update: ListUpdate
    /// The rows before the change.
    public let before: PagedArray<Element>
    /// The rows after it.
    public let after: PagedArray<Element>
    /// The sections after it, or `nil` if the source has none or has not named them yet.
    public let sections: ListSections?
    /// The reason for it; several if several changes were composed.
    public let reason: ListChangeReason

    /// Makes a change; for tests and for views of other data.
    ///
    /// - Parameters:
    ///   - update: an update from as many rows as `before` has to as many as `after` has.
    ///   - before: the rows before the change.
    ///   - after: the rows after it.
    ///   - sections: the sections after it.
    ///   - reason: the reason for it.
    public init(
        _ update: ListUpdate, before: PagedArray<Element>, after: PagedArray<Element>, sections: ListSections? = nil,
        reason: ListChangeReason
    ) {
        precondition(
            update.oldCount == before.count && update.newCount == after.count,
            "ListChange: the update's counts are not those of the rows")
        (self.update, self.before, self.after) = (update, before, after)
        (self.sections, self.reason) = (sections, reason)
    }

    /// The present rows, with an empty update.
    init(_ rows: PagedArray<Element>, sections: ListSections?) {
        let update = ListUpdate(oldCount: rows.count, newCount: rows.count)
        self.init(update, before: rows, after: rows, sections: sections, reason: .initial)
    }

    /// This change and then the next one, as one.
    ///
    /// - Parameter next: the change that was delivered right after this one.
    /// - Complexity: that of ``ListUpdate/followed(by:)``.
    public func followed(by next: ListChange) -> ListChange {
        ListChange(
            update.followed(by: next.update), before: before, after: next.after, sections: next.sections,
            reason: reason.union(next.reason))
    }
}

/// The reason for a change of a list.
public struct ListChangeReason: OptionSet, Hashable, Sendable {
    /// One bit a reason.
    public let rawValue: Int
    /// Makes a set of reasons from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing changed: an observer's first delivery.
    public static let initial = ListChangeReason(rawValue: 1)
    /// Missing rows arrived.
    public static let arrival = ListChangeReason(rawValue: 2)
    /// A refresh, a reload, or news from the server: a snapshot, changes, a new version.
    public static let refresh = ListChangeReason(rawValue: 4)
    /// A row was edited on the client, or an edit was confirmed or rolled back.
    public static let edit = ListChangeReason(rawValue: 8)
    /// Rows were hidden or shown by ``PagedList/hide(where:)``.
    public static let filter = ListChangeReason(rawValue: 16)
    /// Rows were evicted to keep the memory budget.
    public static let eviction = ListChangeReason(rawValue: 32)
    /// Loading failed. The rows' ``RowState`` changed; the update is empty if there is no row for it, as when the first load fails.
    public static let failure = ListChangeReason(rawValue: 64)
    /// The source named the list's sections.
    public static let sections = ListChangeReason(rawValue: 128)
    /// The rows of another source replaced those of the previous one, by ``PagedList/replaceSource(with:)``: a view goes to its top.
    public static let replacement = ListChangeReason(rawValue: 256)
}
