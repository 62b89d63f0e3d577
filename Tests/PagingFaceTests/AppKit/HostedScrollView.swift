import AppKit
import SwiftUI

@testable import PagingUI

/// A scroll view of SwiftUI as SwiftUI keeps it: made once, and updated by each value that comes.
@MainActor
final class HostedScrollView<Element: Sendable, Row: View, Placeholder: View> {
    typealias Representable = ListRepresentable<Element, Row, Placeholder>

    let view: NSScrollView
    let box: Representable.Coordinator

    init(_ content: PagedScrollView<Element, Row, Placeholder>) {
        let representable = content.representable
        box = representable.makeCoordinator()
        view = representable.makeNSView(context: .init(box))
        update(content)
    }

    func update(_ content: PagedScrollView<Element, Row, Placeholder>) {
        content.representable.updateNSView(view, context: .init(box))
    }
}
