#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(AppKit) && !targetEnvironment(macCatalyst)
    internal import AppKit
    internal import Paging

    /// The states of the list's ends.
    extension PagedCollectionView {
        /// Shows the ends in their present height.
        func fillEdges(_ before: EdgeState, _ after: EdgeState) {
            listLayout.setRoom(above: before.isShown ? edgeHeight : 0, footer: after.isShown ? edgeHeight : 0)
            listLayout.layOut()
            listLayout.moveToTarget()
            fill(PagedListLayout.elementKindAbove, before, .before)
            fill(Self.elementKindSectionFooter, after, .after)
        }

        private func fill(_ kind: String, _ state: EdgeState, _ direction: LoadDirection) {
            for path in indexPathsForVisibleSupplementaryElements(ofKind: kind) {
                if let view = supplementaryView(forElementKind: kind, at: path) as? NSTextField {
                    configureEdge(view, state, direction)
                }
            }
        }
    }
#endif
