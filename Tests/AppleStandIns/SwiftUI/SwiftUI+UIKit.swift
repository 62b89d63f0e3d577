// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if canImport(UIKit)
    public import UIKit

    /// https://developer.apple.com/documentation/swiftui/uiviewrepresentable
    @MainActor
    public protocol UIViewRepresentable: View where Body == Never {
        associatedtype UIViewType: UIView
        func makeUIView(context: Context) -> UIViewType
        func updateUIView(_ uiView: UIViewType, context: Context)
        typealias Context = UIViewRepresentableContext<Self>
    }
    extension UIViewRepresentable {
        public var body: Never { fatalError("No body.") }
    }
    /// https://developer.apple.com/documentation/swiftui/uiviewrepresentablecontext
    @MainActor
    public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
        public init() {}
        public var environment: EnvironmentValues { EnvironmentValues() }
    }
    /// https://developer.apple.com/documentation/swiftui/uihostingconfiguration
    public struct UIHostingConfiguration<Content: View, Background: View>: UIContentConfiguration {
        public let content: Content
    }
    extension UIHostingConfiguration {
        public func margins(_ edges: Edge.Set = .all, _ length: CGFloat) -> some UIContentConfiguration { self }
    }
    extension UIHostingConfiguration where Background == EmptyView {
        public init(@ViewBuilder content: () -> Content) { self.content = content() }
    }
#endif
