// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/swiftui/section
public struct Section<Parent: View, Content: View, Footer: View>: PrimitiveView {
    public let header: Parent
    public let content: Content
}
extension Section where Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        (self.header, self.content) = (header(), content())
    }
}
extension Section where Parent == Text, Footer == EmptyView {
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        (header, self.content) = (Text(title), content())
    }
}

/// Sections whose types are not known here.
@MainActor
protocol SectionOfRows {
    var headerView: any View { get }
    var rows: any View { get }
}
extension Section: SectionOfRows {
    var headerView: any View { header }
    var rows: any View { content }
}

/// The rows of several sections, one after another, as a `List` has them.
struct JoinedRows: RowsOfViews {
    private let parts: [any RowsOfViews]

    init(_ parts: [any RowsOfViews]) { self.parts = parts }

    var rowCount: Int { parts.reduce(0) { $0 + $1.rowCount } }
    private func part(at offset: Int) -> (rows: any RowsOfViews, offset: Int) {
        var offset = offset
        for part in parts {
            if offset < part.rowCount { return (part, offset) }
            offset -= part.rowCount
        }
        preconditionFailure("No row at \(offset)")
    }
    func id(at offset: Int) -> AnyHashable { { $0.rows.id(at: $0.offset) }(part(at: offset)) }
    func row(at offset: Int) -> any View { { $0.rows.row(at: $0.offset) }(part(at: offset)) }
    func anyElement(at offset: Int) -> Any { { $0.rows.anyElement(at: $0.offset) }(part(at: offset)) }
    var hasConstantCount: Bool { parts.allSatisfy(\.hasConstantCount) }
    var sections: [any View]? { nil }
}

/// The sections of a view, by the text of their headers; `nil` where it has none. For tests.
@MainActor
public func standInSections(of view: any View) -> [(header: String?, rows: any View)]? {
    if let sections = (view as? any RowsOfViews)?.sections {
        return sections.map { section in
            let section = section as? any SectionOfRows
            return (section.flatMap { standInText(of: $0.headerView) }, section?.rows ?? EmptyView())
        }
    }
    return inside(view).flatMap { standInSections(of: $0) }
}

/// https://developer.apple.com/documentation/swiftui/unitpoint
public struct UnitPoint: Hashable, Sendable {
    public let x, y: CGFloat
    public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
    public static let top = UnitPoint(x: 0.5, y: 0)
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    public static let bottom = UnitPoint(x: 0.5, y: 1)
}
/// https://developer.apple.com/documentation/swiftui/scrollviewproxy
@MainActor
public struct ScrollViewProxy {
    private let scroll: (AnyHashable, UnitPoint?) -> Void
    /// For tests; SwiftUI makes it.
    public init(standIn scroll: @escaping (AnyHashable, UnitPoint?) -> Void) { self.scroll = scroll }
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) { scroll(AnyHashable(id), anchor) }
}
/// https://developer.apple.com/documentation/swiftui/scrollviewreader
public struct ScrollViewReader<Content: View>: PrimitiveView {
    public let content: (ScrollViewProxy) -> Content
    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }
}
