import SwiftUI
import Testing
import UIKit

extension ViewTests {
    /// Platform views inside SwiftUI, and SwiftUI's views inside cells. Names begin with the rule of the catalog of devices.
    @MainActor struct HostingRuleTests {
        final class LoggingView: UIView {
            var text = ""
            var widths: [CGFloat] = []
            var onLayout: () -> Void = {}
            override func layoutSubviews() {
                widths.append(frame.width)
                onLayout()
            }
        }
        /// Shows a text, which `make` alone or every update hands over.
        struct Label: UIViewRepresentable {
            let text: String
            var isUpdating = true
            var onLayout: () -> Void = {}
            func makeUIView(context: Context) -> LoggingView {
                let view = LoggingView(frame: .zero)
                view.text = text
                view.onLayout = onLayout
                return view
            }
            func updateUIView(_ uiView: LoggingView, context: Context) {
                if isUpdating { uiView.text = text }
            }
            static func dismantleUIView(_ uiView: LoggingView, coordinator: ()) { uiView.text = "dismantled" }
        }
        private final class Broken { var rules: [String] = [] }
        private let broken = Broken()
        private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 500))

        init() { StandIn.onBrokenRule = { [broken] in broken.rules.append($0) } }

        @Test func `SUI-1: No state is modified in an update, nor in the layout that it causes`() {
            var width: CGFloat = 0
            let binding = Binding(get: { width }, set: { width = $0 })
            let host = StandInHost(Label(text: "a", onLayout: { binding.wrappedValue = 1 }), in: window)
            #expect(Set(broken.rules) == ["state is modified during a view update"])
            broken.rules = []
            host.view.onLayout = {}
            host.update(Label(text: "a"))
            // Afterwards it may be.
            binding.wrappedValue = 2
            State(wrappedValue: 1).wrappedValue = 2
            #expect(broken.rules.isEmpty && width == 2)
            host.view.onLayout = { State(wrappedValue: 1).wrappedValue = 2 }
            host.view.setNeedsLayout()
            host.update(Label(text: "a"))
            #expect(broken.rules.count == 1)
        }

        @Test func `SUI-2: A view is made once, and every later value comes by an update`() {
            let stale = StandInHost(Label(text: "a", isUpdating: false), in: window)
            stale.update(Label(text: "b", isUpdating: false))
            #expect(stale.view.text == "a")
            let host = StandInHost(Label(text: "a"), in: window)
            host.update(Label(text: "b"))
            #expect(host.view.text == "b")
        }

        @Test func `SUI-13: The action to refresh comes by the environment, anew with each update`() async {
            struct Refreshing: UIViewRepresentable {
                func makeUIView(context: Context) -> UIScrollView { UIScrollView(frame: .zero) }
                func updateUIView(_ uiView: UIScrollView, context: Context) {
                    uiView.accessibilityLabel = context.environment.refresh == nil ? "none" : "some"
                }
            }
            let host = StandInHost(Refreshing(), in: window)
            #expect(host.view.accessibilityLabel == "none")
            var environment = EnvironmentValues()
            environment.refresh = RefreshAction(standIn: {})
            host.update(Refreshing(), environment)
            #expect(host.view.accessibilityLabel == "some")
        }

        @Test func `SUI-16: A view is proposed sizes of nothing and of anything, and goes after its value`() {
            let host = StandInHost(Label(text: "a"), in: window)
            #expect(host.view.widths.first == 0 && host.view.widths.last == 100)
            host.dismantle()
            #expect(host.view.window == nil && host.view.text == "dismantled")
        }

        @Test func `SUI-17: Previews make, update and drop a view at each edit`() {
            for edit in 0..<10 {
                let host = StandInHost(Label(text: "\(edit)"), in: window)
                host.update(Label(text: "\(edit)!"))
                #expect(window.subviews.count == 1)
                host.dismantle()
            }
            #expect(window.subviews.isEmpty && broken.rules.isEmpty)
        }

        // MARK: Content of SwiftUI's in cells

        /// A long list of cells with hosted content, which is scrolled.
        private func scrolling(_ content: @escaping (Int) -> any UIContentConfiguration) -> [String] {
            let small = SmallCollection()
            small.count = 200
            small.makeCell = { [unowned small] path in
                let cell = small.view.dequeueConfiguredReusableCell(using: small.cells, for: path, item: 0)
                cell.contentConfiguration = content(path.item)
                return cell
            }
            #expect(small.laidOut().isEmpty)
            small.view.contentOffset.y = 4_000
            _ = small.laidOut()
            small.view.contentOffset.y = 8_000
            return small.laidOut()
        }

        @Test func `SUI-3: Content in a reused cell has the row's own identity`() {
            let without = scrolling { item in UIHostingConfiguration { Text("\(item)") } }
            #expect(without.first?.hasPrefix("content without an id in a reused cell, at [0, ") == true)
            #expect(scrolling { item in UIHostingConfiguration { Text("\(item)").id(item) } }.isEmpty)
            struct Nested: View {
                let item: Int
                var body: some View {
                    if item % 2 == 0 { Text("even").id(item) } else { ProgressView().id(item) }
                }
            }
            #expect(scrolling { item in UIHostingConfiguration { Nested(item: item) }.margins(.all, 0) }.isEmpty)
        }

        @Test func `SUI-11: Content of the same type is updated, other content is built anew`() {
            let cell = UICollectionViewCell(frame: .zero)
            cell.contentConfiguration = UIHostingConfiguration { Text("a") }
            cell.contentConfiguration = UIHostingConfiguration { Text("b") }
            #expect(cell.rebuilds == 0)
            cell.contentConfiguration = UIHostingConfiguration { ProgressView() }
            cell.contentConfiguration = nil
            #expect(cell.rebuilds == 2)
        }

        @Test func `SUI-12: Hosted content has margins and a least height, unless told otherwise`() {
            func height(_ content: any UIContentConfiguration, proposed: CGFloat = 24) -> CGFloat {
                let cell = UICollectionViewCell(frame: .zero)
                cell.contentConfiguration = content
                let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 0, section: 0))
                attributes.frame.size.height = proposed
                return cell.preferredLayoutAttributesFitting(attributes).frame.height
            }
            #expect(height(UIHostingConfiguration { Text("") }) == 44)
            #expect(height(UIHostingConfiguration { Text("") }.minSize(height: 0)) == 24)
            #expect(height(UIHostingConfiguration { Text("").frame(height: 50) }) == 72)
            #expect(height(UIHostingConfiguration { Text("").frame(height: 24) }.margins(.all, 0)) == 44)
            #expect(
                height(UIHostingConfiguration { Text("").frame(height: 24) }.margins(.all, 0).minSize(height: 0)) == 24)
        }
    }
}
