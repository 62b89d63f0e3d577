// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

/// The changes that a block of updates asked for.
@MainActor
struct ItemBatch {
    var deleted: [IndexPath] = []
    var inserted: [IndexPath] = []
    var reloaded: [IndexPath] = []
    var moved: [(from: IndexPath, to: IndexPath)] = []

    /// Reports a batch of so many items that a reload is faster by far.
    func checkSize() {
        let count = deleted.count + inserted.count + reloaded.count + moved.count
        if count > 2_000 { StandIn.broken("\(count) items in one batch, which takes seconds; a reload does not") }
    }

    /// Whether a batch leads from the counts before it to those after it, by the rules of collection and table views.
    func check(before: [Int], after: [Int]) {
        func outside(_ paths: [IndexPath], _ counts: [Int]) -> IndexPath? {
            paths.first { !counts.indices.contains($0.section) || !(0..<counts[$0.section]).contains($0.item) }
        }
        if let path = outside(deleted + reloaded + moved.map(\.from), before) {
            StandIn.broken("attempt to delete, reload or move item \(path), which did not exist before the update")
        }
        if let path = outside(inserted + moved.map(\.to), after) {
            StandIn.broken("attempt to insert or move to item \(path), which does not exist after the update")
        }
        let olds = deleted + reloaded + moved.map(\.from)
        if Set(olds).count != olds.count { StandIn.broken("an item is deleted, reloaded or moved twice in one batch") }
        let news = inserted + moved.map(\.to)
        if Set(news).count != news.count { StandIn.broken("two items come to one place in one batch") }
        if before.count != after.count { return StandIn.broken("invalid number of sections") }
        for section in before.indices {
            let gone = (deleted + moved.map(\.from)).count { $0.section == section }
            let come = news.count { $0.section == section }
            if before[section] - gone + come != after[section] {
                StandIn.broken(
                    "invalid number of items in section \(section): \(after[section]) after the update must be equal to "
                        + "\(before[section]) before it plus \(come) and minus \(gone)")
            }
        }
    }
}

/// Where items are after a batch, worked out one by one.
@MainActor
struct BatchMap {
    private let moves: [IndexPath: IndexPath]
    private let reloaded: Set<IndexPath>
    private let gone: [IndexPath]
    private let come: [IndexPath]

    init(_ batch: ItemBatch) {
        moves = Dictionary(batch.moved.map { ($0.from, $0.to) }, uniquingKeysWith: { $1 })
        reloaded = Set(batch.reloaded)
        gone = (batch.deleted + batch.moved.map(\.from)).sorted()
        come = (batch.inserted + batch.moved.map(\.to)).sorted()
    }

    func newPath(of path: IndexPath) -> IndexPath? {
        if let to = moves[path] { return to }
        if gone.contains(path) || reloaded.contains(path) { return nil }
        var item = path.item - gone.count { $0.section == path.section && $0.item < path.item }
        for comer in come where comer.section == path.section && comer.item <= item { item += 1 }
        return IndexPath(item: item, section: path.section)
    }
}
