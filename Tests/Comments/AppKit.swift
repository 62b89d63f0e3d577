import AppKit
import Paging
import PagingUI

@MainActor var scrollView: NSScrollView!
@MainActor var tableView: NSTableView!
@MainActor var table: PagedTable<Row>!
@MainActor var view: PagedCollectionView<Row>!

/// An item that an app has for its rows.
final class TitleItem: NSCollectionViewItem {
    let label = NSTextField(labelWithString: "")
    override func loadView() { view = label }
}
