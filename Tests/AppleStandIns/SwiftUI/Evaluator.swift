// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
internal import Observation

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

    public init() {}

    /// Evaluates a view whose body is a `ForEach`, and the rows on screen.
    public func evaluate(_ view: some View, visible: Range<Int>) {
        let body: any View = withObservationTracking {
            outerBodies += 1
            return view.body
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.isOutdated = true }
        }
        isOutdated = false
        guard let rows = body as? any RowsOfViews else { return }
        identities += rows.gatherIdentities()
        for offset in visible { evaluateRow(rows.row(at: offset), id: rows.id(at: offset)) }
    }

    /// Evaluates the rows again that observation reported, of a view that was evaluated.
    public func evaluateOutdated(of view: some View) {
        guard let rows = view.body as? any RowsOfViews else { return }
        for offset in 0..<rows.rowCount where outdated.contains(rows.id(at: offset)) {
            evaluateRow(rows.row(at: offset), id: rows.id(at: offset))
        }
    }

    private func evaluateRow(_ view: some View, id: AnyHashable) {
        outdated.remove(id)
        let changed: @MainActor () -> Void = { [weak self] in self?.outdated.insert(id) }
        withObservationTracking {
            rowBodies += 1
            _ = view.body
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
}

extension RowsOfViews {
    /// Asks for every identity, as a `List` does, and says how many there are.
    func gatherIdentities() -> Int { Set((0..<rowCount).map(id)).count }
}

extension ForEach: RowsOfViews where Content: View {
    var rowCount: Int { data.count }
    private func element(_ offset: Int) -> Data.Element { data[data.index(data.startIndex, offsetBy: offset)] }
    func id(at offset: Int) -> AnyHashable { AnyHashable(element(offset)[keyPath: id]) }
    func row(at offset: Int) -> any View { content(element(offset)) }
}
