// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if canImport(UIKit)
    public import UIKit

    /// https://developer.apple.com/documentation/swiftui/uiviewrepresentable
    @MainActor
    public protocol UIViewRepresentable: View where Body == Never {
        associatedtype UIViewType: UIView
        associatedtype Coordinator = Void
        func makeUIView(context: Context) -> UIViewType
        func updateUIView(_ uiView: UIViewType, context: Context)
        func makeCoordinator() -> Coordinator
        func sizeThatFits(_ proposal: ProposedViewSize, uiView: UIViewType, context: Context) -> CGSize?
        static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
        typealias Context = UIViewRepresentableContext<Self>
    }
    extension UIViewRepresentable {
        public var body: Never { fatalError("No body.") }
        public func sizeThatFits(_ proposal: ProposedViewSize, uiView: UIViewType, context: Context) -> CGSize? { nil }
        public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
    }
    extension UIViewRepresentable where Coordinator == Void {
        public func makeCoordinator() {}
    }
    /// https://developer.apple.com/documentation/swiftui/uiviewrepresentablecontext
    @MainActor
    public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
        public let coordinator: Representable.Coordinator
        public let environment: EnvironmentValues
        public var transaction = Transaction()
        public init(_ coordinator: Representable.Coordinator, _ environment: EnvironmentValues = EnvironmentValues()) {
            (self.coordinator, self.environment) = (coordinator, environment)
        }
    }
    extension UIViewRepresentableContext where Representable.Coordinator == Void {
        public init() { self.init(()) }
    }

    /// Hosts a platform view as SwiftUI does: it is made once, and every later value comes by an update. All of it, and the layout that it
    /// causes, is inside SwiftUI's own update. For tests.
    @MainActor
    public final class StandInHost<Content: UIViewRepresentable> {
        public let view: Content.UIViewType
        private let coordinator: Content.Coordinator

        /// Makes the view and updates it once, with sizes of nothing and of anything on the way to the window's own.
        public init(_ content: Content, in window: UIWindow, _ environment: EnvironmentValues = EnvironmentValues()) {
            let coordinator = content.makeCoordinator()
            let context = Content.Context(coordinator, environment)
            self.coordinator = coordinator
            view = StandIn.updatingViews {
                let view = content.makeUIView(context: context)
                content.updateUIView(view, context: context)
                for proposal in [ProposedViewSize.zero, .infinity] {
                    _ = content.sizeThatFits(proposal, uiView: view, context: context)
                }
                window.addSubview(view)
                for size in [.zero, window.frame.size] {
                    view.frame.size = size
                    view.layoutIfNeeded()
                }
                return view
            }
        }

        /// A new value for the same identity.
        public func update(_ content: Content, _ environment: EnvironmentValues = EnvironmentValues()) {
            StandIn.updatingViews {
                content.updateUIView(view, context: Content.Context(coordinator, environment))
                view.layoutIfNeeded()
            }
        }

        /// The identity is gone. The view goes later than the value.
        public func dismantle() {
            StandIn.updatingViews {
                view.removeFromSuperview()
                Content.dismantleUIView(view, coordinator: coordinator)
            }
        }
    }

    /// https://developer.apple.com/documentation/swiftui/uihostingcontroller
    open class UIHostingController<Content: View>: UIViewController {
        open var rootView: Content
        public init(rootView: Content) {
            self.rootView = rootView
            super.init()
        }
        public required init?(coder: NSCoder) { nil }
    }

    /// https://developer.apple.com/documentation/swiftui/uihostingconfiguration
    public struct UIHostingConfiguration<Content: View, Background: View>: UIContentConfiguration {
        public let content: Content
        var leastHeight: CGFloat = 44
        var verticalMargins: CGFloat = 22
    }
    extension UIHostingConfiguration {
        public func margins(_ edges: Edge.Set = .all, _ length: CGFloat) -> UIHostingConfiguration<Content, Background>
        {
            var copy = self
            if edges.isSuperset(of: .vertical) { copy.verticalMargins = 2 * length }
            return copy
        }
        public func minSize(
            width: CGFloat? = nil, height: CGFloat? = nil
        ) -> UIHostingConfiguration<Content, Background> {
            var copy = self
            copy.leastHeight = height ?? leastHeight
            return copy
        }
    }
    extension UIHostingConfiguration where Background == EmptyView {
        public init(@ViewBuilder content: () -> Content) { self.content = content() }
    }
    extension UIHostingConfiguration: StandInHosting {
        public var standInID: AnyHashable? { explicitID(of: content) }
        public func standInHeight(_ proposed: CGFloat) -> CGFloat {
            max(leastHeight, height(of: content).map { $0 + verticalMargins } ?? proposed)
        }
    }
#endif
