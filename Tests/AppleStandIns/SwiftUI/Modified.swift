// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// A view with a tag, or with another over it: what it wraps counts.
public struct ModifiedView<Content: View, Other>: PrimitiveView {
    public let content: Content
    public let other: Other
}
extension ModifiedView: WrappingView {
    var inner: (any View)? { content }
}
extension ModifiedView: CountedView {
    static var count: Int? { viewCount(of: Content.self) }
}
@MainActor
protocol TaggedView {
    var tagValue: Any { get }
}
extension ModifiedView: TaggedView {
    var tagValue: Any { other }
}
extension View {
    /// https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)
    public func overlay<Over: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> Over
    ) -> ModifiedView<Self, Over> { ModifiedView(content: self, other: content()) }
    /// https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:)
    public func tag<Tag: Hashable>(_ tag: Tag, includeOptional: Bool = true) -> ModifiedView<Self, Tag> {
        ModifiedView(content: self, other: tag)
    }
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
}
/// https://developer.apple.com/documentation/swiftui/alignment
public struct Alignment: Equatable, Sendable {
    private let name: String
    public static let center = Alignment(name: "center")
    public static let bottom = Alignment(name: "bottom")
}
/// https://developer.apple.com/documentation/swiftui/divider
public struct Divider: PrimitiveView {
    public init() {}
}
/// https://developer.apple.com/documentation/swiftui/contentunavailableview
public struct ContentUnavailableView: PrimitiveView {
    public init(_ title: some StringProtocol, systemImage name: String) {}
}
