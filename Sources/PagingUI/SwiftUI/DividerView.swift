#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import UIKit

    /// A line at a cell's lower edge.
    final class DividerView: UIView {
        private(set) var leading: NSLayoutConstraint?

        /// Draws the line of a cell, or removes it.
        ///
        /// - Parameter inset: the distance of its beginning from the leading edge, in points; `nil` for no line.
        static func show(in cell: UICollectionViewCell, inset: CGFloat?) {
            let shown = cell.subviews.lazy.compactMap { $0 as? DividerView }.first
            guard let inset else { return shown?.removeFromSuperview() ?? () }
            (shown ?? make(in: cell)).leading?.constant = inset
        }

        private static func make(in cell: UICollectionViewCell) -> DividerView {
            let divider = DividerView(frame: .zero)
            divider.backgroundColor = .separator
            divider.translatesAutoresizingMaskIntoConstraints = false
            cell.addSubview(divider)
            let leading = divider.leadingAnchor.constraint(equalTo: cell.leadingAnchor)
            divider.leading = leading
            NSLayoutConstraint.activate([
                leading, divider.trailingAnchor.constraint(equalTo: cell.trailingAnchor),
                divider.bottomAnchor.constraint(equalTo: cell.bottomAnchor),
                divider.heightAnchor.constraint(equalToConstant: 1 / max(1, divider.traitCollection.displayScale)),
            ])
            return divider
        }
    }
#endif
