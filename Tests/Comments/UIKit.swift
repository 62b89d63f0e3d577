import Paging
import PagingUI
import UIKit

@MainActor var collectionView: PagedCollectionView<Row>!
@MainActor var diffable: UICollectionViewDiffableDataSource<SnapshotSection, SlotID>!
@MainActor var layout: PagedListLayout!
@MainActor var tableView: UITableView!
@MainActor var dataSource: PagedTableDataSource<Row>!
@MainActor var view: PagedCollectionView<Row>!

func apply(_ update: ListUpdate) {}
