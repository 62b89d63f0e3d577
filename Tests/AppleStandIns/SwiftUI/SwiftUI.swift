// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported public import Foundation

#if canImport(UIKit)
    internal import UIKit
#else
    internal import AppKit
#endif

/// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("No body.") }
}

/// A view without a body of its own.
@MainActor
public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView {
    public var body: Never { fatalError("No body.") }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder
@MainActor
public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        TupleView((repeat each content))
    }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
        .first(first)
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
        .second(second)
    }
}

/// https://developer.apple.com/documentation/swiftui/_conditionalcontent
public enum ConditionalContent<First: View, Second: View>: PrimitiveView {
    case first(First)
    case second(Second)
}
extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("No body.") }
}
/// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: PrimitiveView {
    nonisolated public init() {}
}
/// https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView<Views>: PrimitiveView {
    public let value: Views
    public init(_ value: Views) { self.value = value }
}
/// https://developer.apple.com/documentation/swiftui/text
public struct Text: PrimitiveView {
    public let string: String
    public init(_ string: some StringProtocol) { self.string = String(string) }
}
/// https://developer.apple.com/documentation/swiftui/color
public struct Color: PrimitiveView, Sendable {
    public static let secondary = Color()
    public static let gray = Color()
}
/// https://developer.apple.com/documentation/swiftui/progressview
public struct ProgressView: PrimitiveView {
    public init() {}
    public init(_ title: some StringProtocol) {}
}
/// https://developer.apple.com/documentation/swiftui/button
public struct Button<Label: View>: PrimitiveView {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}
extension Button where Label == Text {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }
}
/// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: PrimitiveView {
    public let data: Data
    public let id: KeyPath<Data.Element, ID>
    public let content: (Data.Element) -> Content
}
extension ForEach where Content: View {
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        (self.data, self.id, self.content) = (data, id, content)
    }
}
extension ForEach where Content: View, Data.Element: Identifiable, ID == Data.Element.ID {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data, id: \.id, content: content)
    }
}
/// https://developer.apple.com/documentation/swiftui/list
public struct List<SelectionValue: Hashable, Content: View>: PrimitiveView {
    public let content: Content
}
extension List where SelectionValue == Never {
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
extension List {
    public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) { self.content = content() }
    public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}
/// https://developer.apple.com/documentation/swiftui/scrollview
public struct ScrollView<Content: View>: PrimitiveView {
    public let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
/// https://developer.apple.com/documentation/swiftui/lazyvstack
public struct LazyVStack<Content: View>: PrimitiveView {
    public let content: Content
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
}
/// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<Content: View>: PrimitiveView {
    public let content: Content
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
}
/// https://developer.apple.com/documentation/swiftui/hstack
public struct HStack<Content: View>: PrimitiveView {
    public let content: Content
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
}
/// https://developer.apple.com/documentation/swiftui/spacer
public struct Spacer: PrimitiveView {
    public init() {}
}

/// https://developer.apple.com/documentation/swiftui/edge
public enum Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all = Set(rawValue: 15)
        public static let top = Set(rawValue: 1)
        public static let leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4)
        public static let trailing = Set(rawValue: 8)
        public static let vertical: Set = [.top, .bottom]
        public static let horizontal: Set = [.leading, .trailing]
    }
}
/// https://developer.apple.com/documentation/swiftui/redactionreasons
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let placeholder = RedactionReasons(rawValue: 1)
}
/// https://developer.apple.com/documentation/swiftui/font
public struct Font: Sendable {
    public static let headline = Font()
    public static let caption = Font()
}
extension View {
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
    public func redacted(reason: RedactionReasons) -> some View { self }
    public func foregroundStyle(_ color: Color) -> some View { self }
    public func font(_ font: Font?) -> some View { self }
    public func navigationTitle(_ title: some StringProtocol) -> some View { self }
    public func contextMenu(@ViewBuilder menuItems: () -> some View) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper
public struct State<Value> {
    private final class Box { var value: Value; init(_ value: Value) { self.value = value } }
    private let box: Box
    public init(wrappedValue: Value) { box = Box(wrappedValue) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set {
            box.value = newValue
            MainActor.assumeIsolated { reportStateChange() }
        }
    }
    @MainActor public var projectedValue: Binding<Value> {
        Binding(get: { box.value }, set: { box.value = $0 })
    }
}
/// https://developer.apple.com/documentation/swiftui/scenestorage
@MainActor
@propertyWrapper
public struct SceneStorage<Value> {
    private final class Box { var value: Value; init(_ value: Value) { self.value = value } }
    private let box: Box
    public init<R: RawRepresentable>(_ key: String) where Value == R?, R.RawValue == String { box = Box(nil) }
    public init(wrappedValue: Value, _ key: String) where Value == String { box = Box(wrappedValue) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: Binding<Value> { Binding(get: { box.value }, set: { box.value = $0 }) }
}
/// "Modifying state during view update, this will cause undefined behavior."
@MainActor
private func reportStateChange() {
    if StandIn.isUpdatingViews { StandIn.onBrokenRule("state is modified during a view update") }
}
/// https://developer.apple.com/documentation/swiftui/transaction
public struct Transaction: Sendable {
    public var disablesAnimations = false
    public init() {}
}
/// https://developer.apple.com/documentation/swiftui/proposedviewsize
public struct ProposedViewSize: Equatable, Sendable {
    public var width, height: CGFloat?
    public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }
    public static let zero = ProposedViewSize(width: 0, height: 0)
    public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)
    public static let unspecified = ProposedViewSize(width: nil, height: nil)
}
/// https://developer.apple.com/documentation/swiftui/binding
@MainActor
@propertyWrapper
public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }
    public var wrappedValue: Value {
        get { get() }
        nonmutating set {
            reportStateChange()
            set(newValue)
        }
    }
}
/// https://developer.apple.com/documentation/swiftui/refreshaction
public struct RefreshAction: Sendable {
    let action: @Sendable () async -> Void
    /// For tests; SwiftUI makes it.
    public init(standIn action: @escaping @Sendable () async -> Void) { self.action = action }
    public func callAsFunction() async { await action() }
}
/// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues {
    public init() {}
    /// Set by tests; read alone in SwiftUI.
    public var refresh: RefreshAction?
}

/// https://developer.apple.com/documentation/swiftui/app
@MainActor
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}
extension App {
    public static func main() {}
}
/// https://developer.apple.com/documentation/swiftui/scene
@MainActor
public protocol Scene {}
/// https://developer.apple.com/documentation/swiftui/scenebuilder
@resultBuilder
@MainActor
public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
/// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}
/// https://developer.apple.com/documentation/swiftui/navigationstack
public struct NavigationStack<Root: View>: PrimitiveView {
    public init(@ViewBuilder root: () -> Root) {}
}
