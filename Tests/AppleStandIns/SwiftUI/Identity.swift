// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// https://developer.apple.com/documentation/swiftui/view/id(_:)
public struct IdentifiedView<Content: View, ID: Hashable>: PrimitiveView {
    public let content: Content
    public let id: ID
}
/// https://developer.apple.com/documentation/swiftui/anyview
public struct AnyView: PrimitiveView {
    let content: any View
    public init(_ view: some View) { content = view }
}
/// A view with a frame, or what it wraps.
public struct FramedView<Content: View>: PrimitiveView {
    public let content: Content
    let height: CGFloat?
}
extension View {
    public func id<ID: Hashable>(_ id: ID) -> IdentifiedView<Self, ID> { IdentifiedView(content: self, id: id) }
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> FramedView<Self> {
        FramedView(content: self, height: height)
    }
}

/// A view made of others whose types are not known here.
@MainActor
protocol WrappingView {
    /// The view inside; `nil` for one of several.
    var inner: (any View)? { get }
    var ownID: AnyHashable? { get }
    var ownHeight: CGFloat? { get }
}
extension WrappingView {
    var ownID: AnyHashable? { nil }
    var ownHeight: CGFloat? { nil }
}
extension IdentifiedView: WrappingView {
    var inner: (any View)? { content }
    var ownID: AnyHashable? { AnyHashable(id) }
}
extension FramedView: WrappingView {
    var inner: (any View)? { content }
    var ownHeight: CGFloat? { height }
}
extension AnyView: WrappingView {
    var inner: (any View)? { content }
}
extension ConditionalContent: WrappingView {
    var inner: (any View)? {
        switch self {
        case .first(let view): view
        case .second(let view): view
        }
    }
}
extension Optional: WrappingView where Wrapped: View {
    var inner: (any View)? { self }
}

/// The view in another, or its body.
@MainActor
func inside(_ view: some View) -> (any View)? {
    if let wrapping = view as? any WrappingView { return wrapping.inner }
    return view is any PrimitiveView || view is Never ? nil : view.body
}

/// The identity that content gives itself by `id(_:)`.
@MainActor
func explicitID(of view: some View) -> AnyHashable? {
    if let id = (view as? any WrappingView)?.ownID { return id }
    return inside(view).flatMap { explicitID(of: $0) }
}

/// The height that content gives itself by `frame(width:height:)`.
@MainActor
func height(of view: some View) -> CGFloat? {
    if let height = (view as? any WrappingView)?.ownHeight { return height }
    return inside(view).flatMap { height(of: $0) }
}

/// The text that a view is, or wraps. For tests.
@MainActor
public func standInText(of view: some View) -> String? {
    if let text = view as? Text { return text.string }
    return inside(view).flatMap { standInText(of: $0) }
}

/// The values of a type that content is tagged with, the outermost first. For tests.
@MainActor
public func standInTags<Tag>(of view: some View, _ type: Tag.Type) -> [Tag] {
    let own = (view as? any TaggedView)?.tagValue as? Tag
    return (own.map { [$0] } ?? []) + (inside(view).map { standInTags(of: $0, type) } ?? [])
}
