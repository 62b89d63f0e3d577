// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported public import Foundation

/// Stand-ins for the part of UIKit and AppKit that PagingUI uses, written from Apple's public documentation.
///
/// They check types on systems without these, and behave: the list views keep the rules that the documentation states, and
/// report where one is broken, as Apple's raise `NSInternalInconsistencyException`.
@MainActor
public enum StandIn {
    /// Called with the rule that was broken. A test collects them.
    public static var onBrokenRule: (String) -> Void = { fatalError("Broken rule: \($0)") }

    /// Whether SwiftUI updates its views, inside which state is not to be changed.
    public private(set) static var isUpdatingViews = false
    public static func updatingViews<Result>(_ update: () -> Result) -> Result {
        let outer = isUpdatingViews
        isUpdatingViews = true
        defer { isUpdatingViews = outer }
        return update()
    }

    /// Runs work on another thread, as frameworks call back from queues of their own, and returns when it has ended.
    public nonisolated static func offMain(_ work: @escaping @Sendable () -> Void) {
        let ended = DispatchSemaphore(value: 0)
        Thread {
            work()
            ended.signal()
        }.start()
        ended.wait()
    }

    /// The end of a batch's animations: its completion is called with true, with false where they were interrupted, or not at all.
    public enum BatchEnd: CaseIterable, Sendable { case finished, interrupted, never }

    static func broken(_ rule: String) { onBrokenRule(rule) }
}

/// Content of SwiftUI's in a cell.
@MainActor
public protocol StandInHosting {
    /// The identity that the content has by `id(_:)`.
    var standInID: AnyHashable? { get }
    /// The height that the content takes where the layout proposes one.
    func standInHeight(_ proposed: CGFloat) -> CGFloat
}
extension StandInHosting {
    public func standInHeight(_ proposed: CGFloat) -> CGFloat { proposed }
}

/// https://developer.apple.com/documentation/uikit/indexpath
extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public var section: Int { self[0] }
    public var item: Int { self[1] }
}
