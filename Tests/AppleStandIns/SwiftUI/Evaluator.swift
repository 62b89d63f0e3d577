// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
internal import Observation

#if canImport(UIKit)
    internal import UIKit
#else
    internal import AppKit
#endif

/// Evaluates a `ForEach` as a `List` or a lazy stack does: it gathers all identities, evaluates the rows on screen, and evaluates
/// again what observation reports.
@MainActor
public final class StandInEvaluator {
    /// How many identities were asked for.
    public private(set) var identities = 0
    /// How many rows' bodies were evaluated.
    public private(set) var rowBodies = 0
    /// How many times the view around the rows was evaluated.
    public private(set) var outerBodies = 0
    /// Rows whose bodies are to be evaluated again, by identity.
    public private(set) var outdated: Set<AnyHashable> = []
    /// Whether the view around the rows is to be evaluated again.
    public private(set) var isOutdated = false

    /// Whether every row is evaluated at each change of the rows, as in debug builds, which erase the types of views. For tests.
    public var evaluatesAllRows = false
    /// How many rows beyond the screen appear before they are on it. For tests.
    public var rowsBeyond = 0
    private var appeared = AppearedRows()
    /// The elements and their identities as they were evaluated last.
    private var known: [(element: Any, id: AnyHashable)] = []

    public init() {}

    /// Evaluates a view whose body is a `ForEach`, and the rows on screen.
    public func evaluate(_ view: some View, visible: Range<Int>) {
        let found = withObservationTracking {
            outerBodies += 1
            return rowsOfViews(view.body)
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.isOutdated = true }
        }
        isOutdated = false
        guard let rows = found else { return }
        checkIdentities(of: rows)
        identities += rows.rowCount
        let isEager = evaluatesAllRows || !rows.hasConstantCount
        for offset in isEager ? 0..<rows.rowCount : visible {
            evaluateRow(rows.row(at: offset), id: rows.id(at: offset))
        }
        // The rows on screen come, and those just beyond it.
        let early = max(0, visible.lowerBound - rowsBeyond)..<min(rows.rowCount, visible.upperBound + rowsBeyond)
        for offset in early { appeared.show(rows.row(at: offset), rows.id(at: offset)) }
        appeared.keep(Set(early.map { rows.id(at: $0) }))
    }

    /// Identities are unique, and stay with an element that stays as it is.
    private func checkIdentities(of rows: some RowsOfViews) {
        var seen: Set<AnyHashable> = []
        var new: [(element: Any, id: AnyHashable)] = []
        for offset in 0..<rows.rowCount {
            let (element, id) = (rows.anyElement(at: offset), rows.id(at: offset))
            if !seen.insert(id).inserted {
                StandIn.onBrokenRule("the ID \(id) occurs multiple times within the collection")
            }
            if known.indices.contains(offset), known[offset].id != id, isEqual(known[offset].element, element) {
                StandIn.onBrokenRule("an element that did not change has the ID \(id) in place of \(known[offset].id)")
            }
            new.append((element, id))
        }
        known = new
    }

    private func isEqual(_ one: Any, _ other: Any) -> Bool {
        guard let one = one as? any Equatable else { return false }
        func compare<Element: Equatable>(_ one: Element) -> Bool { (other as? Element) == one }
        return compare(one)
    }

    /// Evaluates the rows again that observation reported, of a view that was evaluated.
    public func evaluateOutdated(of view: some View) {
        guard let rows = rowsOfViews(view.body) else { return }
        for offset in 0..<rows.rowCount where outdated.contains(rows.id(at: offset)) {
            evaluateRow(rows.row(at: offset), id: rows.id(at: offset))
        }
    }

    private func evaluateRow(_ view: some View, id: AnyHashable) {
        outdated.remove(id)
        let changed: @MainActor () -> Void = { [weak self] in self?.outdated.insert(id) }
        withObservationTracking {
            rowBodies += 1
            if !(view is any PrimitiveView) { _ = view.body }
        } onChange: {
            MainActor.assumeIsolated { changed() }
        }
    }
}

/// Rows whose types the evaluator does not know.
@MainActor
protocol RowsOfViews {
    var rowCount: Int { get }
    func id(at offset: Int) -> AnyHashable
    func row(at offset: Int) -> any View
    func anyElement(at offset: Int) -> Any
    /// Whether the type of the rows says how many views each is.
    var hasConstantCount: Bool { get }
    /// The sections that the rows are; `nil` where they are none.
    var sections: [any View]? { get }
}

extension ForEach: RowsOfViews where Content: View {
    var rowCount: Int { data.count }
    private func element(_ offset: Int) -> Data.Element { data[data.index(data.startIndex, offsetBy: offset)] }
    func id(at offset: Int) -> AnyHashable { AnyHashable(element(offset)[keyPath: id]) }
    func row(at offset: Int) -> any View { content(element(offset)) }
    func anyElement(at offset: Int) -> Any { element(offset) }
    var hasConstantCount: Bool { viewCount(of: Content.self) == 1 }
    var sections: [any View]? {
        Content.self is any SectionOfRows.Type ? (0..<rowCount).map { row(at: $0) } : nil
    }
}

/// A view that is as many views as its type says.
@MainActor
protocol CountedView {
    /// `nil` where it depends on the value.
    static var count: Int? { get }
}
extension ConditionalContent: CountedView {
    static var count: Int? {
        let (first, second) = (viewCount(of: First.self), viewCount(of: Second.self))
        return first == second ? first : nil
    }
}
extension Optional: CountedView where Wrapped: View {
    static var count: Int? { nil }
}
extension AnyView: CountedView {
    static var count: Int? { nil }
}
extension EmptyView: CountedView {
    static var count: Int? { 0 }
}
extension TupleView: CountedView {
    static var count: Int? { nil }
}
extension ForEach: CountedView {
    static var count: Int? { nil }
}
extension IdentifiedView: CountedView {
    static var count: Int? { viewCount(of: Content.self) }
}
extension FramedView: CountedView {
    static var count: Int? { viewCount(of: Content.self) }
}

/// How many views a type of views is; `nil` where that depends on the value.
@MainActor
func viewCount<Content: View>(of type: Content.Type) -> Int? {
    if let counted = type as? any CountedView.Type { return counted.count }
    return Content.self is any PrimitiveView.Type || Content.Body.self == Never.self
        ? 1 : viewCount(of: Content.Body.self)
}
