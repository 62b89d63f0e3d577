// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if canImport(AppKit)
    public import AppKit

    /// https://developer.apple.com/documentation/swiftui/nsviewrepresentable
    @MainActor
    public protocol NSViewRepresentable: View where Body == Never {
        associatedtype NSViewType: NSView
        associatedtype Coordinator = Void
        func makeNSView(context: Context) -> NSViewType
        func updateNSView(_ nsView: NSViewType, context: Context)
        func makeCoordinator() -> Coordinator
        static func dismantleNSView(_ nsView: NSViewType, coordinator: Coordinator)
        typealias Context = NSViewRepresentableContext<Self>
    }
    extension NSViewRepresentable {
        public var body: Never { fatalError("No body.") }
        public static func dismantleNSView(_ nsView: NSViewType, coordinator: Coordinator) {}
    }
    extension NSViewRepresentable where Coordinator == Void {
        public func makeCoordinator() {}
    }
    /// https://developer.apple.com/documentation/swiftui/nsviewrepresentablecontext
    @MainActor
    public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
        public let coordinator: Representable.Coordinator
        public let environment: EnvironmentValues
        public var transaction = Transaction()
        public init(_ coordinator: Representable.Coordinator, _ environment: EnvironmentValues = EnvironmentValues()) {
            (self.coordinator, self.environment) = (coordinator, environment)
        }
    }

    /// Hosts a scroll view as SwiftUI does: it is made once, and every later value comes by an update. All of it, and the layout that it
    /// causes, is inside SwiftUI's own update. For tests.
    @MainActor
    public final class StandInHost<Content: NSViewRepresentable> where Content.NSViewType: NSScrollView {
        public let view: Content.NSViewType
        private let coordinator: Content.Coordinator

        public init(
            _ content: Content, in window: NSWindow, size: NSSize,
            _ environment: EnvironmentValues = EnvironmentValues()
        ) {
            let coordinator = content.makeCoordinator()
            let context = Content.Context(coordinator, environment)
            self.coordinator = coordinator
            view = StandIn.updatingViews {
                let view = content.makeNSView(context: context)
                content.updateNSView(view, context: context)
                view.standInWindow = window
                for size in [.zero, size] {
                    view.frame.size = size
                    view.documentView?.layoutSubtreeIfNeeded()
                }
                return view
            }
        }

        /// A new value for the same identity.
        public func update(_ content: Content, _ environment: EnvironmentValues = EnvironmentValues()) {
            StandIn.updatingViews {
                content.updateNSView(view, context: Content.Context(coordinator, environment))
                view.documentView?.layoutSubtreeIfNeeded()
            }
        }

        /// The identity is gone. The view goes later than the value.
        public func dismantle() {
            StandIn.updatingViews {
                view.standInWindow = nil
                Content.dismantleNSView(view, coordinator: coordinator)
            }
        }
    }

    /// https://developer.apple.com/documentation/swiftui/nshostingview
    open class NSHostingView<Content: View>: NSView, StandInHosting {
        open var rootView: Content
        public required init(rootView: Content) {
            self.rootView = rootView
            super.init(frame: .zero)
        }
        public required init?(coder: NSCoder) { nil }
        public var standInID: AnyHashable? { explicitID(of: rootView) }
    }
#endif
