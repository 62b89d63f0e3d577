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
        typealias Context = NSViewRepresentableContext<Self>
    }
    extension NSViewRepresentable {
        public var body: Never { fatalError("No body.") }
    }
    extension NSViewRepresentable where Coordinator == Void {
        public func makeCoordinator() {}
    }
    /// https://developer.apple.com/documentation/swiftui/nsviewrepresentablecontext
    @MainActor
    public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
        public let coordinator: Representable.Coordinator
        public init(_ coordinator: Representable.Coordinator) { self.coordinator = coordinator }
    }
    /// https://developer.apple.com/documentation/swiftui/nshostingview
    open class NSHostingView<Content: View>: NSView {
        open var rootView: Content
        public required init(rootView: Content) {
            self.rootView = rootView
            super.init(frame: .zero)
        }
        public required init?(coder: NSCoder) { nil }
    }
#endif
