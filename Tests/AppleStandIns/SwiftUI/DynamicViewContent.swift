// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/swiftui/dynamicviewcontent
@MainActor
public protocol DynamicViewContent: View {
    associatedtype Data: Collection
    var data: Data { get }
}
extension ForEach: DynamicViewContent where Content: View {}

/// Rows that can be deleted or moved.
public struct EditableRows<Content: DynamicViewContent>: PrimitiveView, DynamicViewContent {
    let content: Content
    var delete: ((IndexSet) -> Void)?
    var move: ((IndexSet, Int) -> Void)?
    public var data: Content.Data { content.data }
}
extension DynamicViewContent {
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
        EditableRows(content: self, delete: action)
    }
    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent {
        EditableRows(content: self, move: action)
    }
}

/// Rows and what a reader may do to them, of types that are not known here.
@MainActor
protocol EditingRows {
    var rows: any View { get }
    var delete: ((IndexSet) -> Void)? { get }
    var move: ((IndexSet, Int) -> Void)? { get }
}
extension EditableRows: EditingRows {
    var rows: any View { content }
}

/// The rows in a view that may be edited, or has them in sections.
@MainActor
func rowsOfViews(_ view: any View) -> (any RowsOfViews)? {
    if let editing = view as? any EditingRows { return rowsOfViews(editing.rows) }
    if let section = view as? any SectionOfRows { return rowsOfViews(section.rows) }
    guard let rows = view as? any RowsOfViews else { return inside(view).flatMap { rowsOfViews($0) } }
    return rows.sections.map { JoinedRows($0.compactMap { rowsOfViews($0) }) } ?? rows
}

@MainActor
private func editing(in view: any View) -> (any EditingRows)? {
    view as? any EditingRows ?? inside(view).flatMap { editing(in: $0) }
}

/// Swipes rows away, as far as the view lets a reader. For tests.
@MainActor
public func standInDelete(_ offsets: IndexSet, in view: any View) -> Bool {
    guard let editing = editing(in: view) else { return false }
    guard let delete = editing.delete else { return standInDelete(offsets, in: editing.rows) }
    delete(offsets)
    return true
}

/// Drags rows to another place, as far as the view lets a reader. For tests.
@MainActor
public func standInMove(_ offsets: IndexSet, to offset: Int, in view: any View) -> Bool {
    guard let editing = editing(in: view) else { return false }
    guard let move = editing.move else { return standInMove(offsets, to: offset, in: editing.rows) }
    move(offsets, offset)
    return true
}
