/// The evidence of a page in a list whose rows move: which of its items keep their slots, and the position of the reader's row if the page does
/// not have it.
struct PageMatch {
    /// For each item of the page its position, if it is loaded.
    var known: [Int?]
    /// `true` for those that keep their slots.
    var isAnchor: [Bool]
    /// `true` if the page's items replace rows at their positions.
    var replaces = false
    /// The reader's row and its assumed position, if the page does not have it and it is in the page's region.
    var reader: Alignment.Point?
    /// The reader's row and a position outside the region, if that has no room for it.
    var fallbackPosition: Alignment.Point?
    /// The first slot on screen, if it is a placeholder above the reader's row, and the position that keeps its distance to that row.
    var screenTop: Alignment.Point?

    /// No item of a page keeps its slot yet.
    init(known: [Int?]) {
        (self.known, isAnchor) = (known, known.map { _ in false })
    }

    /// The slots with known positions, ascending.
    func points(at start: Int) -> [Alignment.Point] {
        var points: [Alignment.Point] = []
        for (offset, slot) in known.enumerated() {
            if let slot, isAnchor[offset] { points.append(Alignment.Point(slot: slot, position: start + offset)) }
        }
        for point in [reader, screenTop].compactMap({ $0 }) {
            points.insert(point, at: points.firstIndex { $0.slot > point.slot } ?? points.count)
        }
        return points
    }

    /// Some slots are removed.
    mutating func follow(removing gone: PositionSet) {
        guard !gone.isEmpty else { return }
        for (offset, slot) in known.enumerated() {
            guard let slot else { continue }
            known[offset] = gone.contains(slot) ? nil : slot - gone.count(below: slot)
        }
        if let slot = reader?.slot { reader?.slot -= gone.count(below: slot) }
        if let slot = screenTop?.slot { screenTop?.slot -= gone.count(below: slot) }
        if let point = fallbackPosition {
            fallbackPosition = Alignment.Point(
                slot: point.slot - gone.count(below: point.slot),
                position: point.position - gone.count(below: point.position))
        }
    }
}
