// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The screen of a `List` of rows that are all as high: its offset while rows come and go.
@MainActor
public final class StandInList {
    public let evaluator = StandInEvaluator()
    private let rowHeight: CGFloat
    private let height: CGFloat
    private var identities: [AnyHashable] = []
    /// Set by a reader who scrolls.
    public var offset: CGFloat = 0
    /// Whether the first row on screen is kept below the top, as in some releases; others keep the offset. For tests.
    public var keepsRowBelowTop = true

    public init(rowHeight: CGFloat, height: CGFloat) { (self.rowHeight, self.height) = (rowHeight, height) }

    /// The rows on screen.
    public var visible: Range<Int> {
        let first = min(max(0, Int(offset / rowHeight)), identities.count)
        return first..<max(first, min(identities.count, Int(((offset + height) / rowHeight).rounded(.up))))
    }

    /// Shows the rows of a view. At its top the list stays at offset 0, so that rows that come there push the others down.
    public func show(_ view: some View) {
        let first = visible.first.map { identities[$0] }
        identities = rowsOfViews(view.body).map { rows in (0..<rows.rowCount).map { rows.id(at: $0) } } ?? []
        if offset > 0, keepsRowBelowTop, let first, let now = identities.firstIndex(of: first) {
            offset = CGFloat(now) * rowHeight + offset.truncatingRemainder(dividingBy: rowHeight)
        }
        offset = max(0, min(offset, CGFloat(identities.count) * rowHeight - height))
        evaluator.evaluate(view, visible: visible)
    }
}

/// A row of a view. For tests.
@MainActor
public func standInRow(at offset: Int, of view: any View) -> (any View)? { rowsOfViews(view)?.row(at: offset) }
/// How many rows a view has. For tests.
@MainActor
public func standInRowCount(of view: any View) -> Int { rowsOfViews(view)?.rowCount ?? 0 }
