/// The evidence of a page in a list whose rows move: which of its items keep their slots, and what becomes of the reader's row
/// where the page does not have it.
struct PageMatch {
    /// For each item of the page where it is, if it is loaded.
    var known: [Int?]
    /// Which of them keep their slots.
    var isAnchor: [Bool]
    /// `true` if rows that are where the page has others are replaced.
    var replaces = false
    /// The reader's row and where it is taken to be, where the page does not have it and it is in the page's region.
    var reader: Alignment.Point?
    /// The reader's row and a place outside the region, where that has no room for it.
    var fallbackPosition: Alignment.Point?
    /// The first slot on screen, where that is a placeholder above the reader's row, and where it keeps its distance to that row.
    var screenTop: Alignment.Point?

    /// Nothing of a page keeps its slot yet.
    init(known: [Int?]) {
        (self.known, isAnchor) = (known, known.map { _ in false })
    }

    /// The slots whose positions are known, ascending.
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

    /// Some slots are gone.
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
