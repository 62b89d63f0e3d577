import SwiftUI
import UIKit

@testable import PagingUI

/// A scroll view of SwiftUI as SwiftUI keeps it: made once, and updated by each value that comes.
@MainActor
final class HostedScrollView<Element: Sendable, Row: View, Placeholder: View> {
    typealias Representable = ListRepresentable<Element, Row, Placeholder>

    let view: PagedCollectionView<Element>
    let box: Representable.Coordinator

    init(_ content: PagedScrollView<Element, Row, Placeholder>, _ environment: EnvironmentValues = .init()) {
        let representable = content.representable
        box = representable.makeCoordinator()
        view = representable.makeUIView(context: .init(box, environment))
        update(content, environment)
    }

    func update(_ content: PagedScrollView<Element, Row, Placeholder>, _ environment: EnvironmentValues = .init()) {
        content.representable.updateUIView(view, context: .init(box, environment))
    }

    func dismantle() { Representable.dismantleUIView(view, coordinator: box) }
}
