internal import Paging

extension PagedArray {
    /// The items at positions of the list, in order; `nil` for placeholders.
    func items(at positions: PositionSet) -> [Item?] {
        var items: [Item?] = []
        items.reserveCapacity(positions.count)
        for range in positions.ranges {
            let offset = items.count - range.lowerBound
            items.append(contentsOf: repeatElement(nil, count: range.count))
            forEachLoaded(in: range) { position, item, _ in items[offset + position] = item }
        }
        return items
    }
}
