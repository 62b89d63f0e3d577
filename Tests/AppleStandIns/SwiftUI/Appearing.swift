// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// A view with actions for its coming and going.
public struct AppearingView<Content: View>: PrimitiveView {
    public let content: Content
    var appear: (() -> Void)?
    var disappear: (() -> Void)?
    var task: (@Sendable () async -> Void)?
}
extension View {
    /// https://developer.apple.com/documentation/swiftui/view/onappear(perform:)
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        AppearingView(content: self, appear: action)
    }
    /// https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        AppearingView(content: self, disappear: action)
    }
    /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
    public func task(_ action: @escaping @Sendable () async -> Void) -> some View {
        AppearingView(content: self, task: action)
    }
}
extension AppearingView: WrappingView {
    var inner: (any View)? { content }
}
extension AppearingView: CountedView {
    static var count: Int? { viewCount(of: Content.self) }
}

/// Rows of a list that came, and their tasks. In lazy containers they come early, some of them twice, and some never say that they went;
/// a task is cancelled when its row goes.
@MainActor
struct AppearedRows {
    private var disappear: [AnyHashable: [() -> Void]] = [:]
    private var tasks: [AnyHashable: [Task<Void, Never>]] = [:]
    private var comings = 0
    private var goings = 0

    mutating func show(_ row: any View, _ id: AnyHashable) {
        if disappear[id] != nil { return }
        disappear[id] = []
        comings += 1
        var next: (any View)? = row
        while let view = next {
            if let actions = view as? any AppearingActions {
                for _ in 0..<(comings % 3 == 0 ? 2 : 1) { actions.appear?() }
                if let action = actions.disappear { disappear[id, default: []].append(action) }
                if let action = actions.task { tasks[id, default: []].append(Task { await action() }) }
            }
            next = inside(view)
        }
    }

    mutating func keep(_ ids: Set<AnyHashable>) {
        for (id, actions) in disappear where !ids.contains(id) {
            disappear[id] = nil
            for task in tasks.removeValue(forKey: id) ?? [] { task.cancel() }
            goings += 1
            if goings % 3 > 0 { for action in actions { action() } }
        }
    }
}

@MainActor
private protocol AppearingActions {
    var appear: (() -> Void)? { get }
    var disappear: (() -> Void)? { get }
    var task: (@Sendable () async -> Void)? { get }
}
extension AppearingView: AppearingActions {}
